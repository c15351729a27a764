// @ts-check
import { cp, readFile, rm, writeFile } from "node:fs/promises";

/*
 * Copies the sources of the database driver, `postgres`, to dist/postgres and applies the patches
 * below, which its releases lack (docs/decisions/007-the-driver-is-mended.md). The build fails if the
 * text that a patch replaces is missing, for example after an update of the driver: then check
 * whether the patch is still needed. Run it from the root of the repository, as `npm run build` does.
 */

const target = "dist/postgres";

/**
 * `times` is how often `find` occurs in the file.
 *
 * @type {readonly { readonly file: string, readonly find: string, readonly replacement: string, readonly times: number }[]}
 */
const patches = [
  // A statement that is written to a closed connection rejects with an error. Without the patch,
  // the process ends with an uncaught exception.
  {
    file: "connection.js",
    find: "function nextWrite(fn) {\n",
    replacement: `function nextWrite(fn) {
    if (socket === null) {
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options))
      return true
    }
`,
    times: 1,
  },
  // A closed connection discards the data it has not sent. Without the patch, the next connection
  // sends that data before its start-up message.
  {
    file: "connection.js",
    find: "\n    clearImmediate(nextWriteTimer)\n",
    replacement: "\n    clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n",
    times: 2,
  },
  // A statement knows its connection, so that the connection can be closed while the statement waits.
  {
    file: "connection.js",
    find: "backend = { pid: null, secret: null }\n",
    replacement:
      "backend = { pid: null, secret: null, destroy: () => socket && socket.destroy() }\n",
    times: 1,
  },
  // The name in a certificate is compared with an address of IP, too. Without the patch, it is compared with "localhost".
  {
    file: "connection.js",
    find: "      servername: net.isIP(socket.host) ? undefined : socket.host\n",
    replacement:
      "      host: socket.host,\n      servername: net.isIP(socket.host) ? undefined : socket.host\n",
    times: 1,
  },
  // A server that refuses TLS is told of. Without the patch, the driver starts TLS all the same.
  {
    file: "connection.js",
    find: "      if (!canSSL && ssl === 'prefer')\n        return connected()\n",
    replacement: `      if (!canSSL)
        return socket.destroy(Object.assign(new Error('its server does not offer TLS'), { code: 'TLS_REFUSED' }))
`,
    times: 1,
  },
  // The driver ignores the environment variables `PG*`; they do not configure the gateway.
  {
    file: "index.js",
    find: "  const env = process.env // eslint-disable-line\n",
    replacement: "  const env = {}\n",
    times: 1,
  },
];

await rm(target, { recursive: true, force: true });
await cp("node_modules/postgres/src", target, { recursive: true });
for (const { file, find, replacement, times } of patches) {
  const path = `${target}/${file}`;
  const parts = (await readFile(path, "utf8")).split(find);
  if (parts.length !== times + 1) {
    const found = `${parts.length - 1} times instead of ${times}`;
    throw new Error(`${path} contains ${JSON.stringify(find)} ${found}`);
  }
  await writeFile(path, parts.join(replacement));
}
await writeFile(`${target}/index.d.ts`, `export { default } from "postgres";\n`);
