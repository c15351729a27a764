// @ts-check
import { mkdir, readdir, rename, stat, writeFile } from "node:fs/promises";

/*
 * Writes dist/sandbox/image.tar.gz: the files of an embedded database with every migration. A sandbox starts from them
 * in place of making its own. It is made again where a migration, PGlite or the code that opens it is newer.
 */
const image = "dist/sandbox/image.tar.gz";
const migrations = "src/database/migrations";
const sources = [
  "node_modules/@electric-sql/pglite/package.json",
  "scripts/sandbox-image.mjs",
  "src/embedded/memory-database.ts",
  ...(await readdir(migrations)).map((name) => `${migrations}/${name}`),
];
const times = await Promise.all(sources.map(timeOf));
if ((await timeOf(image)) <= Math.max(...times)) {
  const { openInMemory } = await import("../dist/embedded/memory-database.js");
  const { openPool } = await import("../dist/database/client/pool.js");
  const { applyMigrations } = await import("../dist/database/client/migrate.js");
  const database = await openInMemory(null);
  /** @type {import("../src/database/client/pool.ts").ConnectionTarget} */
  const target = { kind: "socket", path: database.socketPath };
  await applyMigrations(target);
  // No other database is made from this one: without its templates it starts in less memory.
  const pool = openPool({ target, poolMax: 1, statementTimeoutMilliseconds: 0 });
  await pool.db
    .$client`update pg_database set datistemplate = false where datname like 'template_'`;
  for (const name of ["template0", "template1"]) {
    await pool.db.$client.unsafe(`drop database ${name}`);
  }
  await pool.db.$client.unsafe("vacuum full");
  await pool.db.$client.unsafe("checkpoint");
  await pool.close();
  await mkdir("dist/sandbox", { recursive: true });
  await writeFile(`${image}.partial`, await database.dump());
  await rename(`${image}.partial`, image);
  await database.close();
}

/** @param {string} path When a file was last written, in milliseconds; 0: there is none. */
async function timeOf(path) {
  const found = await stat(path).catch(() => null);
  return found?.mtimeMs ?? 0;
}
