import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { administer } from "../../bench/bench-database.ts";
import type { DatabaseConfig } from "../../src/config.ts";
import { applyMigrations } from "../../src/database/client/migrate.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { packageFile } from "../../src/system/package-files.ts";
import { createOnCitus, createOnServer } from "./server-databases.ts";
import { copyFolder, databaseLimits, type Templates } from "./templates.ts";

/**
 * Provides the files of an embedded database for every test to copy, and a database for the whole run on the server of
 * `DATABASE_URL` and on the one of `CITUS_URL`, which it removes afterwards. Without a server, each worker has an
 * embedded database of its own: one backend would make every worker wait for the transactions of the others.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  // Only tests that start the built program fail by it.
  const script = packageFile("scripts/warn-of-stale-build.mjs");
  const cwd = packageFile("");
  const { stderr } = spawnSync(process.execPath, [script], { cwd, encoding: "utf8" });
  process.env["TEST_STALE_BUILD"] = /^dist is older than .*/m.exec(stderr)?.[0] ?? "";
  process.env["TEST_TEMPLATES"] = JSON.stringify(await provideTemplates());

  const { DATABASE_URL: server, CITUS_URL: coordinator } = process.env;
  const removals: (() => Promise<unknown>)[] = [];
  // Code under test finds a database only where a test names it.
  delete process.env["DATABASE_URL"];
  if (server) {
    const { url, remove } = await createOnServer(server);
    removals.push(remove);
    await migrate({ kind: "postgres", url, ...databaseLimits });
    const template = await createOnServer(server, url);
    removals.push(template.remove);
    process.env["TEST_DATABASE_URL"] = url;
    process.env["TEST_DATABASE_TEMPLATE"] = template.url;
  }
  if (coordinator) {
    await administer(coordinator, async (sql) => {
      const found = await sql`select from pg_extension where extname = 'pg_stat_statements'`;
      if (found.length > 0) await sql`select pg_stat_statements_reset()`;
    });
    const { url, remove } = await createOnCitus(coordinator);
    removals.push(remove);
    await migrate({ kind: "postgres", url, ...databaseLimits });
    process.env["TEST_CITUS_URL"] = url;
  }
  return async () => {
    for (const remove of removals) await remove();
  };
}

/** Creates the templates where none of the same sources is there: it needs ten seconds of processor time. */
async function provideTemplates(): Promise<Templates> {
  const cache = packageFile("node_modules/.cache/test-templates");
  const folder = join(cache, await hashOf("src/database/client", "src/database/migrations"));
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    await removeUnused(cache);
    const made = await mkdtemp(join(cache, "new-"));
    const { empty, migrated } = templatesIn(made);
    await (await openDatabase(embedded(empty))).close();
    await mkdir(migrated);
    await copyFolder(empty, migrated);
    await migrate(embedded(migrated));
    await rename(made, folder).catch(async (error: unknown) => {
      // Another run has made it meanwhile.
      if (!existsSync(folder)) throw error;
      await rm(made, { recursive: true });
    });
  }
  await utimes(folder, new Date(), new Date());
  return templatesIn(folder);
}

/** Removes templates that no run has begun with for a day: another run may copy newer ones. */
async function removeUnused(cache: string): Promise<void> {
  for (const folder of (await readdir(cache)).map((name) => join(cache, name))) {
    const unused = Date.now() - (await stat(folder)).mtimeMs > 24 * 3_600_000;
    if (unused) await rm(folder, { recursive: true, force: true });
  }
}

function templatesIn(folder: string): Templates {
  return { empty: join(folder, "empty"), migrated: join(folder, "migrated") };
}

function embedded(dataDirectory: string): DatabaseConfig {
  return { kind: "embedded", dataDirectory, ...databaseLimits };
}

/** The files of some folders, and the versions of the packages. */
async function hashOf(...folders: readonly string[]): Promise<string> {
  const hash = createHash("sha256").update(await readFile(packageFile("package-lock.json")));
  for (const folder of folders.map(packageFile)) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
    for (const path of paths) hash.update(path.slice(folder.length)).update(await readFile(path));
  }
  return hash.digest("hex").slice(0, 16);
}

async function migrate(config: DatabaseConfig): Promise<void> {
  const database = await openDatabase(config);
  await applyMigrations(database.target);
  await database.close();
}
