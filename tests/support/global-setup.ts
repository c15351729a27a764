import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseConfig } from "../../src/config.ts";
import { applyMigrations } from "../../src/database/client/migrate.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { createOnCitus, createOnServer } from "./server-databases.ts";
import { copyFolder, databaseLimits, type Templates } from "./templates.ts";

/**
 * Creates the files of an embedded database once, for every test to copy, and a database for the whole run on the
 * server of `DATABASE_URL` and on the one of `CITUS_URL`. Removes everything afterwards. Without a server, each
 * worker has an embedded database of its own: one backend would make every worker wait for the transactions of the
 * others.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "acoustic-test-"));
  const templates: Templates = { empty: join(folder, "empty"), migrated: join(folder, "migrated") };
  const embedded = (dataDirectory: string): DatabaseConfig => ({
    kind: "embedded",
    dataDirectory,
    ...databaseLimits,
  });
  await (await openDatabase(embedded(templates.empty))).close();
  await mkdir(templates.migrated);
  await copyFolder(templates.empty, templates.migrated);
  await migrate(embedded(templates.migrated));
  process.env["TEST_TEMPLATES"] = JSON.stringify(templates);

  const { DATABASE_URL: server, CITUS_URL: coordinator } = process.env;
  const removals: (() => Promise<unknown>)[] = [];
  // Code under test finds a database only where a test names it.
  delete process.env["DATABASE_URL"];
  if (server) {
    const { url, remove } = await createOnServer(server);
    removals.push(remove);
    await migrate({ kind: "postgres", url, ...databaseLimits });
    process.env["TEST_DATABASE_URL"] = url;
  }
  if (coordinator) {
    const { url, remove } = await createOnCitus(coordinator);
    removals.push(remove);
    await migrate({ kind: "postgres", url, ...databaseLimits });
    process.env["TEST_CITUS_URL"] = url;
  }
  return async () => {
    for (const remove of removals) await remove();
    await rm(folder, { recursive: true });
  };
}

async function migrate(config: DatabaseConfig): Promise<void> {
  const database = await openDatabase(config);
  await applyMigrations(database.target);
  await database.close();
}
