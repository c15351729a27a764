// @ts-check
/** Packages that express and graphql-jit load at once, for functions that nothing here calls. */
const unused = /node_modules\/(?:body-parser|fast-json-stringify)\/index\.js$/;

/**
 * The options of the bundle in dist/program. `fileOf` is the file of a module.
 *
 * @param {(module: string) => string} fileOf
 * @returns {import("rolldown").BuildOptions}
 */
export function bundleOf(fileOf) {
  return {
    input: {
      main: fileOf("cli/program/program"),
      testing: fileOf("sandbox/start-sandbox"),
      "internal-thread": fileOf("server/internal-thread"),
      "drop-folder-thread": fileOf("cli/serving/drop-folder-thread"),
    },
    platform: "node",
    // graphql-js checks each type twice without it.
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    plugins: [{ name: "unused", load: (id) => (unused.test(id) ? "module.exports = {};" : null) }],
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
  };
}
