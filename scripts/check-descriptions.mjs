// @ts-check
import { readFile } from "node:fs/promises";
import { findOpenApiIssues, findSchemaIssues } from "./lint/description-rules.mjs";
import { composeOpenApi } from "./python-client.mjs";

/*
 * Fails if a description of schema.graphql or of the OpenAPI document has not the form of a comment: the linter reads
 * neither. Run it from the root of the repository: `npm run check:lint`.
 */

const schema = await readFile("schema.graphql", "utf8");
const issues = [
  ...findSchemaIssues(schema).map((issue) => `schema.graphql, ${issue}`),
  ...findOpenApiIssues(await composeOpenApi()).map((issue) => `the OpenAPI document, ${issue}`),
];
for (const issue of issues) console.error(issue);
if (issues.length > 0) process.exitCode = 1;
