import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { DatabaseConfig } from "#config.ts";
import { applyMigrations } from "#database/client/migrate.ts";
import { openDatabase } from "#database/client/open-database.ts";

/**
 * Creates one database for the whole run, and removes it afterwards: on the server of `DATABASE_URL`, or embedded in a
 * temporary folder. This process owns the embedded database, and the workers are its clients.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const limits = { poolMax: 10, statementTimeoutMilliseconds: 5000 };
  const url = process.env["DATABASE_URL"];
  const { config, remove } =
    url === undefined || url === ""
      ? await createFolder(limits)
      : await createOnServer(url, limits);
  const database = await openDatabase(config);
  await applyMigrations(database.target);
  process.env["TEST_DATABASE"] = JSON.stringify(config);
  return async () => {
    await database.close();
    await remove();
  };
}

interface TestDatabase {
  readonly config: DatabaseConfig;
  remove(): Promise<void>;
}

type Limits = Pick<DatabaseConfig, "poolMax" | "statementTimeoutMilliseconds">;

async function createFolder(limits: Limits): Promise<TestDatabase> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "acoustic-test-"));
  return {
    config: { kind: "embedded", dataDirectory, ...limits },
    remove: () => rm(dataDirectory, { recursive: true }),
  };
}

async function createOnServer(server: string, limits: Limits): Promise<TestDatabase> {
  const name = `acoustic_test_${randomBytes(6).toString("hex")}`;
  const administer = async (statement: string) => {
    const sql = postgres(server, { max: 1 });
    await sql.unsafe(statement).finally(() => sql.end());
  };
  await administer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    config: { kind: "postgres", url: url.href, ...limits },
    remove: () => administer(`drop database ${name} with (force)`),
  };
}
