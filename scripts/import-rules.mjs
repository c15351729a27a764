// @ts-check

/*
 * The imports that are allowed below src. `npm run generate` turns these tables into the linter's rules
 * (scripts/lint-config.mjs); tests/unit/import-rules.spec.ts proves that each of them is enforced.
 */

/**
 * @typedef {object} Importer
 * @property {readonly string[]} imports What of ours it may import, besides itself: a folder, a
 *   folder in it or a file, as in `#http/request-context.ts`. `type x` allows types of x only.
 * @property {string} because The design rule behind it, shown with every refusal.
 */

/** @type {Readonly<Record<string, Importer>>} */
export const importers = {
  acoustics: {
    imports: [],
    because: "The rules of sound are pure: pass the rest in as plain data.",
  },
  embedded: {
    imports: ["error-code.ts", "package-files.ts"],
    because:
      "The embedded database stands alone behind two functions: one opens it, one copies it.",
  },
  database: {
    imports: [
      "acoustics",
      "embedded/copy-database.ts",
      "embedded/open-or-join.ts",
      "error-code.ts",
      "package-files.ts",
      "server-addresses.ts",
      "type config.ts",
      "type log.ts",
    ],
    because: "SQL knows the rules of sound, and nothing of keys, HTTP or GraphQL.",
  },
  http: {
    imports: ["acoustics/errors.ts", "acoustics/time", "log.ts"],
    because: "HTTP knows nothing of sound, REST or GraphQL.",
  },
  auth: {
    imports: ["acoustics", "database", "http", "log.ts"],
    because: "Authentication knows keys and grants, and no operation.",
  },
  audio: {
    imports: ["acoustics", "error-code.ts", "sync-folder.ts", "type config.ts"],
    because: "The audio store knows files, and no database.",
  },
  operations: {
    imports: [
      "acoustics",
      "auth",
      "database",
      "http/base-path.ts",
      "http/request-context.ts",
      "http/request-error.ts",
      "log.ts",
      "type audio",
      "type http/concurrency-limiter.ts",
    ],
    because: "An operation knows no schema, route or command.",
  },
  graphql: {
    imports: [
      "acoustics",
      "auth",
      "http",
      "log.ts",
      "operations",
      "package-files.ts",
      "type database",
    ],
    because: "A resolver calls an operation, and knows no SQL, route or command.",
  },
  rest: {
    imports: [
      "acoustics",
      "audio",
      "auth",
      "build-info.ts",
      "error-code.ts",
      "graphql",
      "http",
      "log.ts",
      "operations/lease-audio.ts",
      "operations/open-recording.ts",
      "operations/operation-context.ts",
      "package-files.ts",
      "type operations/loaders.ts",
    ],
    because: "REST only translates: it reads through `#graphql/execute.ts`.",
  },
  export: {
    imports: [
      "acoustics",
      "auth",
      "database",
      "error-code.ts",
      "http",
      "ingest/invalid-input.ts",
      "operations",
      "rest/page-parameters.ts",
      "rest/query-parameters.ts",
    ],
    because: "An export writes what operations work out, for a command or for HTTP.",
  },
  dashboard: {
    imports: ["acoustics", "http", "package-files.ts", "type config.ts"],
    because:
      "The web page is static files; its data comes from the GraphQL endpoint. It shares rules of sound.",
  },
  ingest: {
    imports: ["acoustics", "audio", "database", "embedded/ownership-lock.ts", "error-code.ts"],
    because: "An import writes to the database and the audio store, and knows no HTTP or GraphQL.",
  },
  backup: {
    imports: [
      "acoustics",
      "audio/greatest-file.ts",
      "database",
      "error-code.ts",
      "ingest/invalid-input.ts",
      "package-files.ts",
      "sync-folder.ts",
      "type audio/audio-store.ts",
      "type config.ts",
    ],
    because: "A backup carries whole tables and objects, and knows nothing of what they mean.",
  },
  maintenance: {
    imports: ["acoustics", "audio", "database", "log.ts", "monitoring/sensor-interval.ts"],
    because: "Maintenance removes and tidies what is stored, and knows no request.",
  },
  monitoring: {
    imports: ["acoustics", "audio", "database", "error-code.ts", "type config.ts"],
    because:
      "Monitoring reads all projects, for the operator and the metrics, and knows no request.",
  },
  demo: {
    imports: ["acoustics", "audio", "auth", "database", "ingest", "package-files.ts"],
    because: "The demonstration is loaded the way an operator loads data.",
  },
  server: {
    imports: [
      "acoustics",
      "audio",
      "auth",
      "build-info.ts",
      "dashboard",
      "database",
      "export",
      "graphql",
      "http",
      "log.ts",
      "monitoring",
      "operations",
      "package-files.ts",
      "rest",
      "type config.ts",
    ],
    because: "The server knows no command: it gets its configuration as an argument.",
  },
  cli: {
    imports: [
      "acoustics",
      "audio",
      "auth",
      "backup",
      "build-info.ts",
      "config.ts",
      "database",
      "demo",
      "error-code.ts",
      "export",
      "ingest",
      "log.ts",
      "maintenance",
      "monitoring",
      "server",
      "server-addresses.ts",
    ],
    because:
      "A command is thin: it calls ingest, backup, demo, auth, database, maintenance or server.",
  },
  "main.ts": { imports: [], because: "It only starts the program, src/cli/program.ts." },
  "build-info.ts": { imports: ["package-files.ts"], because: "What was built stands alone." },
  "config.ts": {
    imports: ["nearest-name.ts", "server-addresses.ts"],
    because: "Configuration stands alone.",
  },
  "nearest-name.ts": { imports: [], because: "What is near to a name stands alone." },
  "log.ts": { imports: ["type config.ts"], because: "The log stands alone." },
  "server-addresses.ts": { imports: [], because: "The form of an address stands alone." },
  "package-files.ts": { imports: [], because: "The path of a file of the package stands alone." },
  "error-code.ts": { imports: [], because: "The code of an error stands alone." },
  "sync-folder.ts": { imports: [], because: "The durability of a new name stands alone." },
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
  { packages: ["express"], places: ["auth", "export", "graphql", "http", "rest", "server"] },
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
  { packages: ["csv-parse", "csv-stringify", "yaml"], places: ["ingest"] },
  { packages: ["prom-client"], places: ["server"] },
  { packages: ["swagger-ui-dist"], places: ["rest"] },
  { packages: ["commander"], places: ["cli"] },
  { packages: ["pino", "pino-pretty"], places: ["log.ts"] },
  { packages: ["rate-limiter-flexible"], places: ["auth"] },
  { packages: ["lru-cache"], places: ["auth", "database", "graphql"] },
  { packages: ["zod"], places: ["backup", "config.ts", "export", "http", "ingest", "rest"] },
];

/** Folders without I/O, clock and randomness: they import nothing of Node either. */
export const pureFolders = ["acoustics"];

/** The only file that may read `process.env`. */
export const environmentReader = "config.ts";
