// @ts-check
import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as operations from "@graphql-codegen/typescript-operations";
import { Kind, OperationTypeNode, parse, stripIgnoredCharacters } from "graphql";
import { codegenOptions, formatted, schema } from "./generated-file.mjs";

/* The persisted documents of the REST routes and of the dashboard, from their .graphql files. */

/** The TypeScript types of scalars in JSON: variables and data of a document. */
const jsonScalars = {
  ID: "string",
  Instant: "string",
  LocalDate: "string",
  LocalTime: "string",
  LocalDateTime: "string",
  Decibel: "number",
  UnixSecond: "number",
};

/** Routes pass instants that they have parsed. */
const routeScalars = { ...jsonScalars, Instant: { input: "Date", output: "string" } };

const routes = "src/rest/routes";
const page = "src/dashboard/browser";
const pageFragments = "graphql/fragments.graphql";

/** The folders that have no other files. */
export const documentFolders = [`${routes}/generated`, `${page}/graphql/generated`];

/** @returns {Promise<[string, string][]>} */
export async function generateRouteDocuments() {
  const names = (await readdir(routes)).filter((name) => name.endsWith(".graphql")).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const route = basename(name, ".graphql");
      const text = await readFile(`${routes}/${name}`, "utf8");
      return [
        `${routes}/generated/${route}.ts`,
        await formatted(
          `${route}.ts`,
          ["schema.graphql", `${routes}/${name}`],
          [
            `import type { PersistedDocument } from "../../define-route.ts";`,
            await generateOperation(name, text, routeScalars),
            documentConstant(route, text),
          ].join("\n"),
        ),
      ];
    }),
  );
}

/** The documents of the dashboard: each has the name of its query. @returns {Promise<[string, string][]>} */
export async function generatePageDocuments() {
  const fragments = await readFragments();
  const names = await readPageNames();
  return Promise.all(
    names.map(async (name) => {
      const query = await readFile(`${page}/${name}`, "utf8");
      const { camel, type } = readDocument(`${page}/${name}`, query);
      const text = withFragments(query, fragments);
      const literal = literalOf(text);
      const file = `${basename(name, ".graphql")}.ts`;
      return [
        `${page}/graphql/generated/${file}`,
        await formatted(
          file,
          [
            "schema.graphql",
            `${page}/${name}`,
            ...(text.includes("...") ? [`${page}/${pageFragments}`] : []),
          ],
          [
            `import type { TypedDocument } from "../typed-document.ts";`,
            await generateOperation(name, text, jsonScalars),
            `export const ${camel}Document: TypedDocument<${type}Query, ${type}QueryVariables> = { name: "${type}", text: \`${literal}\` };\n`,
          ].join("\n"),
        ),
      ];
    }),
  );
}

/** The texts that the dashboard sends, for a gateway that answers only trusted documents. */
export async function generateTrustedDocuments() {
  const fragments = await readFragments();
  const documents = await Promise.all(
    (await readPageNames()).map(async (name) => {
      const text = withFragments(await readFile(`${page}/${name}`, "utf8"), fragments);
      return `  { name: "${basename(name)} of the dashboard", text: \`${literalOf(text)}\` },\n`;
    }),
  );
  return formatted(
    "documents.ts",
    [`the documents below ${page}`],
    `export const dashboardDocuments = [\n${documents.join("")}];\n`,
  );
}

/** The paths of the documents below the folder of the page. */
async function readPageNames() {
  return (await readdir(page, { recursive: true }))
    .filter((name) => name.endsWith(".graphql") && name !== pageFragments)
    .toSorted();
}

/** Fragments that queries of the dashboard share: texts by name. @returns {Promise<ReadonlyMap<string, string>>} */
async function readFragments() {
  const text = await readFile(`${page}/${pageFragments}`, "utf8");
  return new Map(
    parse(text).definitions.map((definition) => {
      if (definition.kind !== Kind.FRAGMENT_DEFINITION) {
        throw new Error(`${page}/${pageFragments} must contain fragments and nothing else`);
      }
      return [definition.name.value, text.slice(definition.loc?.start, definition.loc?.end)];
    }),
  );
}

/**
 * A document with the fragments that it spreads, and those that they spread, as short as it can be written: it is a
 * part of the scripts of the page.
 *
 * @param {string} text @param {ReadonlyMap<string, string>} fragments
 */
function withFragments(text, fragments) {
  const texts = [text.trimEnd()];
  const names = new Set();
  // The list grows while it is read.
  for (const part of texts) {
    for (const [, name = ""] of part.matchAll(/\.\.\.\s*(?!on\b)(\w+)/g)) {
      const fragment = fragments.get(name);
      if (fragment === undefined) throw new Error(`there is no fragment ${name}`);
      if (names.has(name)) continue;
      names.add(name);
      texts.push(fragment);
    }
  }
  return stripIgnoredCharacters(texts.join("\n"));
}

/**
 * The types of an operation, without the types for `@defer`, which no document has, and for copies of variables.
 * @param {string} location @param {string} text @param {Record<string, unknown>} scalars
 */
async function generateOperation(location, text, scalars) {
  const code = await codegen({
    ...schema,
    documents: [{ location, document: parse(text) }],
    filename: location,
    pluginMap: { operations },
    plugins: [{ operations: {} }],
    config: { ...codegenOptions, scalars },
  });
  return code
    .replaceAll(/\/\*\* Internal type[^\n]*\n *(?:export )?type \w+<[^;]*;\n/g, "")
    .replaceAll(/= Exact<(\{.*?\})>;/gs, "= $1;");
}

/** @param {string} route @param {string} text */
function documentConstant(route, text) {
  const { camel, type } = readDocument(`${routes}/${route}.graphql`, text);
  return `export const ${camel}Document: PersistedDocument<${type}Query, ${type}QueryVariables> = { text: \`${literalOf(text)}\` };\n`;
}

/** The names of a document. @param {string} path @param {string} text */
function readDocument(path, text) {
  const [definition, ...others] = parse(text).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION || others.length > 0) {
    throw new Error(`${path} must contain one operation and nothing else`);
  }
  const camel = basename(path, ".graphql").replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
  const type = camel.charAt(0).toUpperCase() + camel.slice(1);
  if (definition.name?.value !== type || definition.operation !== OperationTypeNode.QUERY) {
    throw new Error(`${path} must contain the query ${type}, which has the name of the file`);
  }
  return { camel, type };
}

/** The text between backticks. @param {string} text */
function literalOf(text) {
  return text.replaceAll(/[\\`]|\$\{/g, "\\$&");
}
