import { randomBytes } from "node:crypto";
import { test } from "playwright/test";
import postgres from "postgres";
import type { DatabaseConfig } from "../../src/config.ts";
import { applyMigrations } from "../../src/database/client/migrate.ts";
import { type OpenDatabase, openDatabase } from "../../src/database/client/open-database.ts";
import { createOnCitus } from "./server-databases.ts";
import { databaseLimits, type Templates, withDataDirectory } from "./templates.ts";
import type { WorkerOptions } from "./test.ts";

/**
 * Calls `use` with a database that no other test has, for what reaches over all projects: `empty` is without a table,
 * `migrated` has them all. It is on the server of the run, on Citus in its project, or an embedded one.
 */
export async function withOwnDatabase(
  state: keyof Templates,
  use: (database: OpenDatabase) => Promise<void>,
): Promise<void> {
  if ((test.info().project.use as Partial<WorkerOptions>).onCitus === true) {
    const { url, remove } = await createOnCitus(process.env["CITUS_URL"] ?? "");
    await openAs(state, url, use).finally(remove);
    return;
  }
  const server = process.env["TEST_DATABASE_URL"];
  if (server === undefined) {
    await withDataDirectory(state, (dataDirectory) =>
      open({ kind: "embedded", dataDirectory, ...databaseLimits }, use),
    );
    return;
  }
  const name = `acoustic_test_${randomBytes(6).toString("hex")}`;
  const administer = async (statement: string) => {
    const sql = postgres(server, { max: 1 });
    await sql.unsafe(statement).finally(() => sql.end());
  };
  const url = new URL(server);
  url.pathname = `/${name}`;
  await administer(`create database ${name}`);
  try {
    await openAs(state, url.href, use);
  } finally {
    await administer(`drop database ${name} with (force)`);
  }
}

function openAs(
  state: keyof Templates,
  url: string,
  use: (database: OpenDatabase) => Promise<void>,
): Promise<void> {
  return open({ kind: "postgres", url, ...databaseLimits }, async (database) => {
    if (state === "migrated") await applyMigrations(database.target);
    await use(database);
  });
}

async function open(config: DatabaseConfig, use: (database: OpenDatabase) => Promise<void>) {
  const database = await openDatabase(config);
  try {
    await use(database);
  } finally {
    await database.close();
  }
}
