import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { applyMigrations, readMigrations } from "../database/client/migrate.ts";
import { type ConnectionTarget, openPool } from "../database/client/pool.ts";
import { openInMemory } from "../embedded/memory-database.ts";
import { packageFile } from "../system/package-files.ts";
import { withTemporaryFile } from "../system/temporary-file.ts";

/**
 * The image of a migrated database, from which a sandbox starts in place of making its own. The first sandbox of a
 * clone writes it; a package has it. Its name has a hash of what it depends on, so that an older one is not taken.
 */
export async function readMigratedImage(): Promise<Uint8Array<ArrayBuffer>> {
  const file = packageFile(`dist/sandbox/${await hashOfSources()}.tar.gz`);
  const found = await readFile(file).catch(() => null);
  if (found !== null) return found;
  const image = await makeImage();
  // A folder that cannot be written costs the next start ten seconds, and nothing else.
  await write(file, image).catch(() => undefined);
  return image;
}

/** A hash of the version of the database and of the migrations. */
async function hashOfSources(): Promise<string> {
  const { dependencies } = JSON.parse(await readFile(packageFile("package.json"), "utf8"));
  const hash = createHash("sha256").update(dependencies["@electric-sql/pglite"]);
  for (const migration of readMigrations()) hash.update(migration.hash);
  return hash.digest("hex").slice(0, 16);
}

async function makeImage(): Promise<Uint8Array<ArrayBuffer>> {
  const database = await openInMemory(null);
  const target: ConnectionTarget = { kind: "socket", path: database.socketPath };
  await applyMigrations(target);
  // No other database is made from this one: without its templates it starts in less memory.
  const pool = openPool({ target, poolMax: 1, statementTimeoutMilliseconds: 0 });
  const { $client: sql } = pool.db;
  await sql`update pg_database set datistemplate = false where datname like 'template_'`;
  for (const name of ["template0", "template1"]) await sql.unsafe(`drop database ${name}`);
  await sql.unsafe("vacuum full");
  await sql.unsafe("checkpoint");
  await pool.close();
  const image = await database.dump();
  await database.close();
  return image;
}

async function write(file: string, image: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await withTemporaryFile(file, async (temporary) => {
    await writeFile(temporary, image);
    await rename(temporary, file);
  });
}
