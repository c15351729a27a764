import { randomBytes } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { DatabaseConfig } from "#config.ts";
import { applyMigrations } from "#database/client/migrate.ts";
import { openDatabase } from "#database/client/open-database.ts";
import { databaseLimits, type Templates } from "./templates.ts";

/**
 * Creates the files of an embedded database once, for every test to copy, and, on the server of `DATABASE_URL`, a
 * database for the whole run. Removes everything afterwards. Without a server, each worker has an embedded database
 * of its own: one backend would make every worker wait for the transactions of the others.
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
  await cp(templates.empty, templates.migrated, { recursive: true });
  await migrate(embedded(templates.migrated));
  process.env["TEST_TEMPLATES"] = JSON.stringify(templates);

  const server = process.env["DATABASE_URL"];
  const removeFromServer = server ? await createOnServer(server) : null;
  return async () => {
    await removeFromServer?.();
    await rm(folder, { recursive: true });
  };
}

async function createOnServer(server: string): Promise<() => Promise<void>> {
  const name = `acoustic_test_${randomBytes(6).toString("hex")}`;
  const administer = async (statement: string) => {
    const sql = postgres(server, { max: 1 });
    await sql.unsafe(statement).finally(() => sql.end());
  };
  await administer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await migrate({ kind: "postgres", url: url.href, ...databaseLimits });
  process.env["TEST_DATABASE_URL"] = url.href;
  return () => administer(`drop database ${name} with (force)`);
}

async function migrate(config: DatabaseConfig): Promise<void> {
  const database = await openDatabase(config);
  await applyMigrations(database.target);
  await database.close();
}
