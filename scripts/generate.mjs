// @ts-check
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as types from "@graphql-codegen/typescript";
import * as operations from "@graphql-codegen/typescript-operations";
import * as resolvers from "@graphql-codegen/typescript-resolvers";
import { buildSchema, Kind, OperationTypeNode, parse } from "graphql";
import { format } from "oxfmt";

/*
 * Writes the types of the resolvers and the REST layer's persisted documents, from schema.graphql and
 * src/rest/routes/*.graphql. With `--check` it writes nothing and fails where a file would change.
 * Run it from the root of the repository: `npm run generate`.
 */

/**
 * What a resolver of a type gets as its parent, where that is not the type as the schema shows it.
 * To add a mapper, name the type as in the schema, then the file and its exported type, with the
 * first `#` escaped: `Sensor: "\\#database/queries/sensors.ts#SensorRecord"`.
 *
 * @type {Record<string, string>}
 */
const mappers = {
  Project: "\\#database/queries/projects.ts#ProjectRecord",
  Sensor: "\\#database/queries/sensors.ts#SensorRecord",
  SensorFeatureProperties: "\\#database/queries/sensors.ts#SensorRecord",
};

/** Scalars inside the service: of arguments that have been parsed, and of what resolvers give. */
const internalScalars = {
  ID: "string",
  Instant: { input: "\\#acoustics/time/instant.ts#Instant", output: "string" },
  LocalDate: "string",
  LocalTime: "string",
  Decibel: { input: "never", output: "\\#acoustics/levels/decibel.ts#Decibels" },
  UnixSecond: "\\#acoustics/cursor.ts#Cursor",
};

/** Scalars as JSON: what the executor takes as variables and hands back as data. */
const jsonScalars = {
  ID: "string",
  Instant: "string",
  LocalDate: "string",
  LocalTime: "string",
  Decibel: "number",
  UnixSecond: "number",
};

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

const generated = new Map([
  ["src/graphql/generated/resolvers.ts", await generateResolvers()],
  ...(await generateDocuments()),
]);
if (process.argv.includes("--check")) await check(generated);
else await write(generated);

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
      // A parent without a mapper has every field of its type; null is written out.
      avoidOptionals: { field: true },
      contextType: "\\#graphql/context.ts#GraphqlContext",
      mappers,
    },
  });
  return formatted("resolvers.ts", ["schema.graphql"], text);
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
            `import type { PersistedDocument } from "#rest/persisted-document.ts";`,
            await generateOperation(name, text),
            documentConstant(route, text),
          ].join("\n"),
        ),
      ];
    }),
  );
}

/** @param {string} location @param {string} text */
function generateOperation(location, text) {
  return codegen({
    ...schema,
    documents: [{ location, document: parse(text) }],
    filename: location,
    pluginMap: { operations },
    plugins: [{ operations: {} }],
    config: { ...common, scalars: jsonScalars },
  });
}

/** @param {string} route @param {string} text */
function documentConstant(route, text) {
  const [definition, ...others] = parse(text).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION || others.length > 0) {
    throw new Error(`${routes}/${route}.graphql must hold one operation and nothing else`);
  }
  const camel = route.replaceAll(/-(.)/g, (_, letter) => letter.toUpperCase());
  const type = camel.charAt(0).toUpperCase() + camel.slice(1);
  if (definition.name?.value !== type || definition.operation !== OperationTypeNode.QUERY) {
    throw new Error(`${routes}/${route}.graphql must hold the query ${type}, named as its file`);
  }
  const literal = text.replaceAll(/[\\`]|\$\{/g, "\\$&");
  return `export const ${camel}Document: PersistedDocument<${type}Query, ${type}QueryVariables> = { text: \`${literal}\` };\n`;
}

/** @param {string} fileName @param {string[]} sources @param {string} text */
async function formatted(fileName, sources, text) {
  const header = `// Generated from ${sources.join(" and ")} by \`npm run generate\`. Do not edit.\n`;
  const { errors, code } = await format(fileName, header + text);
  if (errors.length > 0) throw new Error(errors.map((error) => error.message).join("\n"));
  return code;
}

/** @param {Map<string, string>} files */
async function write(files) {
  for (const path of await superfluous(files)) await rm(path);
  for (const [path, text] of files) {
    if ((await current(path)) === text) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    console.log(`wrote ${path}`);
  }
}

/** @param {Map<string, string>} files */
async function check(files) {
  const faults = (await superfluous(files)).map((path) => `${path} is no longer generated`);
  for (const [path, text] of files) {
    if ((await current(path)) !== text) faults.push(`${path} is not what its sources give`);
  }
  if (faults.length === 0) return;
  console.error([...faults, "Run `npm run generate` and commit what it writes."].join("\n"));
  process.exitCode = 1;
}

/** Files of the folders written to that nothing gives any more. @param {Map<string, string>} files */
async function superfluous(files) {
  const folders = ["src/graphql/generated", `${routes}/generated`];
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
