import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseConfig } from "../src/config.ts";
import { applyMigrations } from "../src/database/client/migrate.ts";
import { type OpenDatabase, openDatabase } from "../src/database/client/open-database.ts";
import { administer } from "./administer.ts";

/** A database of the benchmark: on the server of `DATABASE_URL`, or embedded in a folder. */
export interface BenchDatabase {
  readonly kind: DatabaseConfig["kind"];
  /** The environment with which the gateway and its commands use it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The number of connections that the gateway opens. */
  readonly poolMax: number;
  /** Opens it in this process and applies the migrations. */
  open(): Promise<OpenDatabase>;
  remove(): Promise<void>;
}

export type DatabaseRole = "main" | "large" | "spare";

/** The databases of one run. Each is created on its first use, unless an earlier run kept it. */
export interface BenchDatabases {
  benchDatabaseOf(role: DatabaseRole): Promise<BenchDatabase>;
  /** Removes the databases of these roles. */
  remove(roles: readonly DatabaseRole[]): Promise<void>;
}

/** `server` is the address of a database server; null means embedded databases. */
export function createBenchDatabases(server: string | null, name: string): BenchDatabases {
  const benchDatabases = new Map<DatabaseRole, Promise<BenchDatabase>>();
  return {
    benchDatabaseOf(role) {
      const known = benchDatabases.get(role);
      if (known !== undefined) return known;
      // Short, because the path of a socket has a bound.
      const full = `bench_${name}_${role}`;
      const created =
        server === null ? embeddedDatabase(full) : databaseOnServer(server, `acoustic_${full}`);
      benchDatabases.set(role, created);
      return created;
    },
    async remove(roles) {
      for (const role of roles) await (await benchDatabases.get(role))?.remove();
    },
  };
}

async function embeddedDatabase(name: string): Promise<BenchDatabase> {
  const dataDirectory = join(tmpdir(), name);
  const poolMax = 4;
  const limits = { poolMax, statementTimeoutMilliseconds: 0 };
  return {
    kind: "embedded",
    environment: { DATA_DIR: dataDirectory },
    poolMax,
    open: () => openMigrated({ kind: "embedded", dataDirectory, ...limits }),
    remove: () => rm(dataDirectory, { recursive: true, force: true }),
  };
}

/** A database on a server. It is created if it is not there. */
export async function databaseOnServer(server: string, name: string): Promise<BenchDatabase> {
  await administer(server, async (sql) => {
    const found = await sql`select from pg_database where datname = ${name}`;
    if (found.length === 0) await sql`create database ${sql(name)}`;
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  const poolMax = 10;
  const limits = { poolMax, statementTimeoutMilliseconds: 0 };
  return {
    kind: "postgres",
    environment: { DATABASE_URL: url.href },
    poolMax,
    open: () => openMigrated({ kind: "postgres", url: url.href, ...limits }),
    remove: () =>
      administer(server, async (sql) => {
        await sql`drop database if exists ${sql(name)} with (force)`;
      }),
  };
}

async function openMigrated(config: DatabaseConfig): Promise<OpenDatabase> {
  const database = await openDatabase(config);
  await applyMigrations(database.target);
  return database;
}
