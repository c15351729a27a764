import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { DatabaseConfig } from "#config.ts";
import { applyMigrations } from "#database/migrate.ts";
import { type OpenDatabase, openDatabase } from "#database/open.ts";

/** A database of the benchmark's own, open in this process. */
export interface Place extends OpenDatabase {
  /** What the servers need to reach it, as environment variables. */
  readonly gatewayEnvironment: Readonly<Record<string, string>>;
  readonly floorEnvironment: Readonly<Record<string, string>>;
  /** For the recordings and logs of this run. */
  readonly folder: string;
}

export interface PlaceOptions {
  /** The server of `DATABASE_URL`, on which a database is made; null: an embedded one. */
  readonly server: string | null;
  readonly name: string;
  /** Whether the database stays when the place is closed, and is taken as it is when it is there. */
  readonly keep: boolean;
}

/** Makes a database, or finds the one of the same name that was kept. */
export async function openPlace({ server, name, keep }: PlaceOptions): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "acoustic-bench-run-"));
  const site = server === null ? folderOf(name) : await databaseOf(server, name);
  const database = await openDatabase(site.config);
  await applyMigrations(database.target);
  const { target } = database;
  const poolMax = { DATABASE_POOL_MAX: String(site.poolMax) };
  return {
    ...database,
    folder,
    gatewayEnvironment: { ...site.environment, ...poolMax },
    floorEnvironment: {
      ...(target.kind === "url" ? { DATABASE_URL: target.url } : { DATABASE_SOCKET: target.path }),
      ...poolMax,
    },
    close: async () => {
      await database.close();
      if (!keep) await site.remove();
      await rm(folder, { recursive: true });
    },
  };
}

interface Site {
  readonly config: DatabaseConfig;
  readonly environment: Readonly<Record<string, string>>;
  /** What the gateway makes of its default: a few connections to the embedded database. */
  readonly poolMax: number;
  remove(): Promise<unknown>;
}

const statementTimeoutMilliseconds = 0;

function folderOf(name: string): Site {
  const dataDirectory = join(tmpdir(), `acoustic-bench-${name}`);
  const poolMax = 4;
  return {
    config: { kind: "embedded", dataDirectory, poolMax, statementTimeoutMilliseconds },
    environment: { DATA_DIR: dataDirectory },
    poolMax,
    remove: () => rm(dataDirectory, { recursive: true }),
  };
}

async function databaseOf(server: string, name: string): Promise<Site> {
  const database = `acoustic_bench_${name}`;
  const administer = async (work: (sql: postgres.Sql) => Promise<unknown>) => {
    const sql = postgres(server, { max: 1 });
    await work(sql).finally(() => sql.end());
  };
  await administer(async (sql) => {
    const found = await sql`select from pg_database where datname = ${database}`;
    if (found.length === 0) await sql.unsafe(`create database ${database}`);
  });
  const url = new URL(server);
  url.pathname = `/${database}`;
  const poolMax = 10;
  return {
    config: { kind: "postgres", url: url.href, poolMax, statementTimeoutMilliseconds },
    environment: { DATABASE_URL: url.href },
    poolMax,
    remove: () => administer((sql) => sql.unsafe(`drop database ${database} with (force)`)),
  };
}
