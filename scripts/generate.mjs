// @ts-check
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { codegen } from "@graphql-codegen/core";
import * as types from "@graphql-codegen/typescript";
import * as resolvers from "@graphql-codegen/typescript-resolvers";
import { format } from "oxfmt";
import { codegenOptions, formatted, schema } from "./generated-file.mjs";
import { generateInstrumentsTable } from "./instruments-table.mjs";
import {
  documentFolders,
  generatePageDocuments,
  generateRouteDocuments,
  generateTrustedDocuments,
} from "./persisted-documents.mjs";
import { describePythonClient } from "./python-client.mjs";
import { describeSettings } from "./settings-page.mjs";
import { describeStatements } from "./statements-page.mjs";
import { describeThirdParties } from "./third-party.mjs";

/*
 * Generates the types of the resolvers from schema.graphql, the persisted documents of the REST
 * routes and of the dashboard from their .graphql files, THIRD-PARTY.md, docs/settings.md,
 * docs/statements.sql, the table of instruments in docs/importing.md, and the types of the client in
 * Python from the OpenAPI document.
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

const generated = new Map([
  ["src/graphql/generated/resolvers.ts", await generateResolvers()],
  ["THIRD-PARTY.md", await generatePage("package-lock.json", await describeThirdParties())],
  ["docs/importing.md", await generateInstrumentsTable("docs/importing.md")],
  ["docs/settings.md", await generatePage("src/config/settings.ts", await describeSettings())],
  ["docs/statements.sql", await describeStatements()],
  ...(await generateRouteDocuments()),
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
      ...codegenOptions,
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
  const { code } = await format("page.md", text, { proseWrap: "always" });
  return `<!-- Generated from ${source} by \`npm run generate\`. Do not edit. -->\n\n${code}`;
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
  const folders = ["src/graphql/generated", ...documentFolders];
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
