import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { DatabaseConfig } from "../src/config.ts";
import { applyMigrations } from "../src/database/client/migrate.ts";
import { type OpenDatabase, openDatabase } from "../src/database/client/open-database.ts";
import type { ConnectionTarget } from "../src/database/client/pool.ts";

/** A database of the benchmark: on the server of `DATABASE_URL`, or embedded in a folder. */
export interface BenchDatabase {
  /** The environment with which the gateway uses it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Opens it in this process for the rest of a block, and applies the migrations. */
  open(): Promise<BenchConnection>;
  remove(): Promise<void>;
}

export type BenchConnection = OpenDatabase & AsyncDisposable;

/** The database of a name, made unless an earlier run has kept it. `server` is an address; null: embedded. */
export async function requireBenchDatabase(
  server: string | null,
  name: string,
): Promise<BenchDatabase> {
  const limits = { poolMax: server === null ? 4 : 10, statementTimeoutMilliseconds: 0 };
  if (server === null) {
    // Short, because the path of a socket has a bound.
    const dataDirectory = join(tmpdir(), `bench_${name}`);
    return {
      environment: { DATA_DIR: dataDirectory },
      open: () => openMigrated({ kind: "embedded", dataDirectory, ...limits }),
      remove: () => rm(dataDirectory, { recursive: true, force: true }),
    };
  }
  const database = `acoustic_bench_${name}`;
  await administer(server, async (sql) => {
    const found = await sql`select from pg_database where datname = ${database}`;
    if (found.length === 0) await sql`create database ${sql(database)}`;
  });
  const url = Object.assign(new URL(server), { pathname: `/${database}` }).href;
  return {
    environment: { DATABASE_URL: url },
    open: () => openMigrated({ kind: "postgres", url, ...limits }),
    remove: () =>
      administer(server, async (sql) => {
        await sql`drop database if exists ${sql(database)} with (force)`;
      }),
  };
}

/** Calls `work` with a connection of its own to a database. */
export async function administer<Result>(
  url: string,
  work: (sql: postgres.Sql) => PromiseLike<Result>,
): Promise<Result> {
  const sql = connectBare({ kind: "url", url });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Opens a connection with the plain driver, without code of the gateway. */
export function connectBare(target: ConnectionTarget): postgres.Sql {
  const options = { max: 1, onnotice: () => undefined };
  return target.kind === "url"
    ? postgres(target.url, options)
    : postgres({ ...options, path: target.path, user: "postgres", database: "postgres" });
}

export async function openMigrated(config: DatabaseConfig): Promise<BenchConnection> {
  const database = await openDatabase(config);
  await applyMigrations(database.target);
  return { ...database, [Symbol.asyncDispose]: () => database.close() };
}
