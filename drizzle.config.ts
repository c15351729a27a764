export default {
  dialect: "postgresql",
  schema: "./src/database/tables/*.ts",
  out: "./src/database/migrations",
  casing: "snake_case",
};
