// @ts-check

/*
 * The imports that are allowed below src, as the lint rule `house/imports` reads them (plugin.mjs);
 * tests/unit/import-rules.spec.ts proves that each of them is enforced.
 */

/**
 * @typedef {object} Importer
 * @property {readonly string[]} imports The folders and files of ours that it may import, besides its own. `type x`
 *   allows types of x only.
 * @property {string} because The design rule behind it, shown with every refusal.
 */

/**
 * A folder or file of src and its rule. The longest matching path of these applies to a file.
 *
 * @type {Readonly<Record<string, Importer>>}
 */
export const importers = {
  acoustics: {
    imports: [],
    because: "The rules of sound are pure: pass the rest in as plain data.",
  },
  system: { imports: [], because: "It uses Node and the package, and nothing of ours." },
  embedded: {
    imports: ["system"],
    because:
      "The embedded database depends on nothing of ours. It is behind functions that open it, in files or in memory, or copy it.",
  },
  database: {
    imports: [
      "acoustics",
      "embedded/copy-database.ts",
      "embedded/open-or-join.ts",
      "system",
      "type config.ts",
      "type log.ts",
    ],
    because: "SQL uses the rules of sound, and does not depend on keys, HTTP or GraphQL.",
  },
  http: {
    imports: ["acoustics/errors.ts", "acoustics/time", "log.ts", "system/tracing"],
    because: "HTTP does not depend on sound, REST or GraphQL.",
  },
  auth: {
    imports: ["acoustics", "database", "http", "log.ts", "system/unknown-id.ts"],
    because: "Authentication uses keys and grants, and no operation.",
  },
  audio: {
    imports: ["acoustics", "system", "type config.ts"],
    because: "The audio store uses files, and no database.",
  },
  operations: {
    imports: [
      "acoustics",
      "auth",
      "database",
      "http/requests",
      "log.ts",
      "type audio",
      "type http/connections",
    ],
    because: "An operation does not depend on a schema, route or command.",
  },
  tables: {
    imports: ["acoustics", "database", "ingest/invalid-input.ts", "operations", "system"],
    because:
      "A table holds what operations return, and does not depend on a request, a route or a command.",
  },
  graphql: {
    imports: ["acoustics", "auth", "http", "log.ts", "operations", "system", "type database"],
    because: "A resolver calls an operation, and does not depend on SQL, a route or a command.",
  },
  rest: {
    imports: [
      "acoustics",
      "audio",
      "auth",
      "graphql",
      "http",
      "log.ts",
      "operations/audio",
      "operations/exports",
      "operations/operation-context.ts",
      "system",
      "tables",
      "type operations/loaders.ts",
    ],
    because: "REST only translates: it reads through src/graphql/execute.ts.",
  },
  dashboard: {
    imports: [
      "acoustics",
      "audio/stream-info.ts",
      "auth/scopes.ts",
      "http",
      "system",
      "type config.ts",
    ],
    because:
      "The web page is static files; its data comes from the GraphQL endpoint. It shares rules of sound.",
  },
  ingest: {
    imports: ["acoustics", "audio", "database", "embedded/ownership-lock.ts", "system"],
    because:
      "An import writes to the database and the audio store, and does not depend on HTTP or GraphQL.",
  },
  operator: {
    imports: [
      "acoustics",
      "audio",
      "database",
      "ingest",
      "log.ts",
      "operations/measurements/sample-interval.ts",
      "system",
      "type config.ts",
    ],
    because:
      "An operator's work reads and tidies everything that is stored, and does not depend on requests.",
  },
  evidence: {
    imports: [
      "acoustics",
      "database",
      "ingest/invalid-input.ts",
      "ingest/site/written-site.ts",
      "operations",
      "operator/backup/archive-writer.ts",
      "system",
      "tables",
    ],
    because: "An evidence pack is an archive of exports and site files: it works out no figure.",
  },
  demo: {
    imports: ["acoustics", "audio", "auth", "database", "ingest", "system"],
    because: "The demonstration is loaded the way an operator loads data.",
  },
  sandbox: {
    imports: [
      "acoustics",
      "audio",
      "auth",
      "config.ts",
      "database",
      "demo",
      "embedded/memory-database.ts",
      "http/requests/base-path.ts",
      "http/requests/request-error.ts",
      "ingest",
      "log.ts",
      "operations/audio/lease-audio.ts",
      "server",
      "system",
    ],
    because: "A sandbox is the server, with a database and a store in memory that it fills.",
  },
  server: {
    imports: [
      "acoustics",
      "audio",
      "auth",
      "dashboard",
      "database",
      "graphql",
      "http",
      "log.ts",
      "operations",
      "operator",
      "rest",
      "system",
      "type config.ts",
    ],
    because: "The server does not depend on commands: it gets its configuration as an argument.",
  },
  cli: {
    imports: [
      "acoustics",
      "audio",
      "auth",
      "config.ts",
      "database",
      "demo",
      "evidence",
      "ingest",
      "log.ts",
      "operator",
      "sandbox",
      "server",
      "system",
      "tables",
      "verify",
    ],
    because:
      "A command is thin: it calls ingest, operator, evidence, demo, auth, database, sandbox, verify or server.",
  },
  verify: {
    imports: [],
    because: "It queries any server of this API over HTTP, and imports nothing of ours.",
  },
  "main.ts": { imports: [], because: "It only starts the program, src/cli/program/program.ts." },
  config: {
    imports: ["system", "type config.ts"],
    because: "Configuration depends on nothing else.",
  },
  "config.ts": { imports: ["config", "system"], because: "Configuration depends on nothing else." },
  "log.ts": { imports: ["type config.ts"], because: "The log depends on nothing else." },
};

/** The only files that may execute a GraphQL document. */
export const documentExecutors = ["graphql/execute.ts", "graphql/compile-operation.ts"];

/**
 * The dependencies of package.json, and the only folders and files that may import them. Packages
 * with the same importers share a line.
 *
 * @type {readonly { readonly packages: readonly string[], readonly places: readonly string[] }[]}
 */
export const packageRules = [
  { packages: ["temporal-polyfill"], places: ["acoustics", "dashboard"] },
  { packages: ["drizzle-orm", "postgres"], places: ["database"] },
  { packages: ["@electric-sql/pglite"], places: ["embedded"] },
  { packages: ["express"], places: ["auth", "graphql", "http", "rest", "server"] },
  { packages: ["graphql"], places: ["graphql", "rest", "server"] },
  {
    packages: ["@graphql-tools/schema", "@graphql-tools/utils", "graphql-yoga"],
    places: ["graphql"],
  },
  { packages: ["graphql-jit"], places: documentExecutors },
  { packages: ["@graphql-yoga/render-graphiql"], places: ["dashboard"] },
  { packages: ["dataloader"], places: ["operations"] },
  {
    packages: ["@smithy/signature-v4", "@wasm-audio-decoders/flac", "codec-parser"],
    places: ["audio"],
  },
  { packages: ["p-limit"], places: ["audio", "dashboard"] },
  { packages: ["csv-stringify", "yaml"], places: ["ingest"] },
  { packages: ["compression", "prom-client"], places: ["server"] },
  {
    packages: [
      "@opentelemetry/api",
      "@opentelemetry/core",
      "@opentelemetry/exporter-trace-otlp-proto",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-trace",
    ],
    places: ["server/tracing"],
  },
  { packages: ["swagger-ui-dist"], places: ["rest"] },
  { packages: ["hyparquet-writer"], places: ["tables"] },
  { packages: ["commander"], places: ["cli"] },
  { packages: ["pino", "pino-pretty"], places: ["log.ts"] },
  { packages: ["rate-limiter-flexible"], places: ["auth"] },
  { packages: ["lru-cache"], places: ["auth", "database", "graphql"] },
  { packages: ["zod"], places: ["config", "http", "ingest", "operator", "rest"] },
];

/** Folders without I/O, clock and randomness: they import nothing of Node either. */
export const pureFolders = ["acoustics"];
