// @ts-check
import { cp, readFile, rm, writeFile } from "node:fs/promises";

/*
 * Copies the sources of the driver, `postgres`, to dist/postgres with three mends that its releases
 * lack (docs/decisions/007-the-driver-is-mended.md). Fails where a text to be mended is not there, as
 * after an update of the driver: then look whether the mend is needed still. Run it from the root of
 * the repository, as `npm run build` does.
 */

const target = "dist/postgres";

/** @type {readonly { readonly file: string, readonly find: string, readonly put: string, readonly times: number }[]} */
const mends = [
  // A statement that is sent over a connection that has gone ends with an error, and not the process.
  {
    file: "connection.js",
    find: "function nextWrite(fn) {\n",
    put: `function nextWrite(fn) {
    if (socket === null) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options))
      return true
    }
`,
    times: 1,
  },
  // What was not sent when a connection closed is forgotten: the next one begins with its start-up.
  {
    file: "connection.js",
    find: "\n    clearImmediate(nextWriteTimer)\n",
    put: "\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n",
    times: 2,
  },
  // `PG*` variables are no configuration of the gateway.
  {
    file: "index.js",
    find: "  const env = process.env // eslint-disable-line\n",
    put: "  const env = {}\n",
    times: 1,
  },
];

await rm(target, { recursive: true, force: true });
await cp("node_modules/postgres/src", target, { recursive: true });
for (const { file, find, put, times } of mends) {
  const path = `${target}/${file}`;
  const parts = (await readFile(path, "utf8")).split(find);
  if (parts.length !== times + 1) {
    throw new Error(`${path}: ${JSON.stringify(find)} is there ${parts.length - 1} times`);
  }
  await writeFile(path, parts.join(put));
}
await writeFile(`${target}/index.d.ts`, `export { default } from "postgres";\n`);
