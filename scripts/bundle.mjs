// @ts-check
import { build } from "rolldown";

/*
 * Bundles the program of dist/cli/program/program.js, its threads and the entry `testing`, with the packages that they
 * import, into dist/program. Unused code and all comments stay outside: the server needs less memory
 * (docs/decisions/015-the-program-is-a-bundle.md).
 */
await build({
  input: {
    main: "dist/cli/program/program.js",
    testing: "dist/sandbox/start-sandbox.js",
    "internal-thread": "dist/server/internal-thread.js",
    "drop-folder-thread": "dist/cli/serving/drop-folder-thread.js",
  },
  platform: "node",
  // Packages that read files beside their own, or start threads with them. The licence of codec-parser (LGPL) lets
  // whoever runs the program replace it by another version.
  external: [
    /^@electric-sql\/pglite/,
    /^@graphql-yoga\/render-graphiql/,
    /^@wasm-audio-decoders\/flac/,
    /^codec-parser/,
    /^pino/,
    /^swagger-ui-dist/,
  ],
  output: {
    dir: "dist/program",
    cleanDir: true,
    chunkFileNames: "[name].js",
    // Names stay, so that stack traces can be read.
    minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
  },
});
