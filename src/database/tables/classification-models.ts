import { integer, pgTable, text } from "drizzle-orm/pg-core";

/** Names of classification models, each written once. */
export const classificationModels = pgTable("classification_models", {
  key: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
});
