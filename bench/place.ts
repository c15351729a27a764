import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import type { DatabaseConfig } from "#config.ts";
import { applyMigrations } from "#database/client/migrate.ts";
import { type OpenDatabase, openDatabase } from "#database/client/open-database.ts";

/** A database of the benchmark's own: on the server of `DATABASE_URL`, or an embedded one in a folder. */
export interface Place {
  readonly kind: DatabaseConfig["kind"];
  /** How the gateway and its commands are told of it. */
  readonly environment: Readonly<Record<string, string>>;
  /** How many connections the gateway opens to it. */
  readonly poolMax: number;
  /** Opens it in this process, migrated. */
  open(): Promise<OpenDatabase>;
  remove(): Promise<void>;
}

export type PlaceRole = "main" | "large" | "spare";

/** The databases of one run, each made when it is first asked for, or found where it was kept. */
export interface Places {
  placeOf(role: PlaceRole): Promise<Place>;
  /** Removes those of the roles that were asked for. */
  remove(roles: readonly PlaceRole[]): Promise<void>;
}

/** On the server of an address; null: embedded ones. */
export function createPlaces(server: string | null, name: string): Places {
  const places = new Map<PlaceRole, Promise<Place>>();
  return {
    placeOf(role) {
      const known = places.get(role);
      if (known !== undefined) return known;
      // Short, because the path of a socket has to be.
      const full = `bench_${name}_${role}`;
      const place =
        server === null ? placeInFolder(full) : placeOnServer(server, `acoustic_${full}`);
      places.set(role, place);
      return place;
    },
    async remove(roles) {
      for (const role of roles) await (await places.get(role))?.remove();
    },
  };
}

async function placeInFolder(name: string): Promise<Place> {
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

async function placeOnServer(server: string, name: string): Promise<Place> {
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

async function administer(
  server: string,
  work: (sql: postgres.Sql) => Promise<void>,
): Promise<void> {
  const sql = postgres(server, { max: 1, onnotice: () => undefined });
  await work(sql).finally(() => sql.end());
}
