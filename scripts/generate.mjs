// @ts-check
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as types from "@graphql-codegen/typescript";
import * as operations from "@graphql-codegen/typescript-operations";
import * as resolvers from "@graphql-codegen/typescript-resolvers";
import { buildSchema, Kind, OperationTypeNode, parse, stripIgnoredCharacters } from "graphql";
import { format } from "oxfmt";
import { describePythonClient } from "./python-client.mjs";
import { describeSettings } from "./settings-page.mjs";
import { describeThirdParties } from "./third-party.mjs";

/*
 * Generates the types of the resolvers from schema.graphql, the persisted documents of the REST
 * routes and of the dashboard from their .graphql files, THIRD-PARTY.md, docs/settings.md, and the
 * types of the client in Python from the OpenAPI document.
 * With `--check`, the script writes nothing and fails if a committed file differs from its sources.
 * Run it from the root of the repository: `npm run generate`.
 */

/**
 * The parent objects that resolvers receive, for types whose parent is not the GraphQL type itself.
 * The files are relative to the generated one.
 *
 * @type {Record<string, string>}
 */
const mappers = {
  Project: "../../database/queries/sites/projects.ts#ProjectRecord",
  Sensor: "../../database/queries/sites/sensors.ts#SensorRecord",
  Sample: "../../operations/measurements/present-samples.ts#SampleRecord",
  SensorFeatureProperties: "../../database/queries/sites/sensors.ts#SensorRecord",
};

/** The TypeScript types of scalars in resolvers: parsed arguments and returned values. */
const internalScalars = {
  ID: "string",
  Instant: { input: "../../acoustics/time/instant.ts#Instant", output: "string" },
  LocalDate: "string",
  LocalTime: "string",
  LocalDateTime: "string",
  Decibel: { input: "number", output: "../../acoustics/levels/decibel.ts#Decibels" },
  UnixSecond: "../../acoustics/paging.ts#Cursor",
};

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

const common = {
  useTypeImports: true,
  immutableTypes: true,
  enumsAsTypes: true,
  strictScalars: true,
  skipTypename: true,
};

const schemaText = await readFile("schema.graphql", "utf8");
const schema = { schema: parse(schemaText), schemaAst: buildSchema(schemaText) };
const routes = "src/rest/routes";
const page = "src/dashboard/browser";
const pageFragments = "graphql/fragments.graphql";

const generated = new Map([
  ["src/graphql/generated/resolvers.ts", await generateResolvers()],
  ["THIRD-PARTY.md", await generatePage("package-lock.json", await describeThirdParties())],
  ["docs/settings.md", await generatePage("src/config/settings.ts", await describeSettings())],
  ...(await generateDocuments()),
  ...(await generatePageDocuments()),
  ["src/dashboard/generated/documents.ts", await generateTrustedDocuments()],
]);
if (process.argv.includes("--check")) {
  await check(new Map([...generated, await generatePythonClient()]));
} else {
  for (const path of await obsoleteFiles(generated)) await rm(path);
  await write(generated);
  // The OpenAPI document is composed from the files above.
  await write([await generatePythonClient()]);
}

async function generateResolvers() {
  const text = await codegen({
    ...schema,
    documents: [],
    filename: "resolvers.ts",
    pluginMap: { types, resolvers },
    plugins: [{ types: {} }, { resolvers: {} }],
    config: {
      ...common,
      scalars: internalScalars,
      // A parent without a mapper has all fields of its type; nullable fields are null, not absent.
      avoidOptionals: { field: true },
      contextType: "../../operations/operation-context.ts#OperationContext",
      mappers,
    },
  });
  return formatted("resolvers.ts", ["schema.graphql"], text);
}

/** @returns {Promise<[string, string]>} */
async function generatePythonClient() {
  return ["clients/python/src/acoustic_gateway/generated.py", await describePythonClient()];
}

/** @param {string} source @param {string} text */
async function generatePage(source, text) {
  const { code } = await format("page.md", text);
  return `<!-- Generated from ${source} by \`npm run generate\`. Do not edit. -->\n\n${code}`;
}

/** @returns {Promise<[string, string][]>} */
async function generateDocuments() {
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
async function generatePageDocuments() {
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

/** The texts that the dashboard sends, for a gateway that answers trusted documents alone. */
async function generateTrustedDocuments() {
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
 * The types of an operation, without the type for `@defer`, which no document has.
 * @param {string} location @param {string} text @param {Record<string, unknown>} scalars
 */
async function generateOperation(location, text, scalars) {
  const code = await codegen({
    ...schema,
    documents: [{ location, document: parse(text) }],
    filename: location,
    pluginMap: { operations },
    plugins: [{ operations: {} }],
    config: { ...common, scalars },
  });
  return code.replace(/\/\*\* Internal type[^\n]*\n *export type Incremental<[^;]*;\n/, "");
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

/** @param {string} fileName @param {string[]} sources @param {string} text */
async function formatted(fileName, sources, text) {
  const { errors, code } = await format(fileName, header(sources) + text);
  if (errors.length > 0) throw new Error(errors.map((error) => error.message).join("\n"));
  return code;
}

/** @param {string[]} sources */
function header(sources) {
  return `// Generated from ${sources.join(" and ")} by \`npm run generate\`. Do not edit.\n`;
}

/** @param {Iterable<[string, string]>} files */
async function write(files) {
  for (const [path, text] of files) {
    if ((await current(path)) === text) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    console.log(`wrote ${path}`);
  }
}

/** @param {Map<string, string>} files */
async function check(files) {
  const differences = (await obsoleteFiles(files)).map((path) => `${path} is no longer generated`);
  for (const [path, text] of files) {
    if ((await current(path)) !== text) differences.push(`${path} differs from its sources`);
  }
  if (differences.length === 0) return;
  console.error([...differences, "Run `npm run generate` and commit the changes."].join("\n"));
  process.exitCode = 1;
}

/** Files in the folders of generated files that are no longer generated. @param {Map<string, string>} files */
async function obsoleteFiles(files) {
  const folders = ["src/graphql/generated", `${routes}/generated`, `${page}/graphql/generated`];
  const found = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder).catch(() => [])).map((name) => `${folder}/${name}`),
    ),
  );
  return found.flat().filter((path) => !files.has(path));
}

/** @param {string} path */
function current(path) {
  return readFile(path, "utf8").catch(() => null);
}
