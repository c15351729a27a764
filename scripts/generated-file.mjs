// @ts-check
import { readFile } from "node:fs/promises";
import { buildSchema, parse } from "graphql";
import { format } from "oxfmt";

const schemaText = await readFile("schema.graphql", "utf8");

/** The schema, as the code generator receives it. */
export const schema = { schema: parse(schemaText), schemaAst: buildSchema(schemaText) };

/** Options of the code generator for all types. */
export const codegenOptions = {
  useTypeImports: true,
  immutableTypes: true,
  enumsAsTypes: true,
  strictScalars: true,
  skipTypename: true,
};

/** @param {string} fileName @param {string[]} sources @param {string} text */
export async function formatted(fileName, sources, text) {
  const { errors, code } = await format(fileName, header(sources) + text);
  if (errors.length > 0) throw new Error(errors.map((error) => error.message).join("\n"));
  return code;
}

/** @param {string[]} sources */
function header(sources) {
  return `// Generated from ${sources.join(" and ")} by \`npm run generate\`. Do not edit.\n`;
}
