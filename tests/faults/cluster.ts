import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { createPostgres, type PostgresServer } from "./postgres.ts";

/** A cluster of Citus for one test, whose workers may be stopped and frozen. */
export interface Cluster {
  /** The address of the coordinator. */
  readonly url: string;
  readonly workers: readonly [PostgresServer, PostgresServer];
  remove(): Promise<void>;
}

/** True if the servers of a folder have the extension Citus. */
export function hasCitus(binaries: string): boolean {
  const libraries = execFileSync(join(binaries, "pg_config"), ["--pkglibdir"], {
    encoding: "utf8",
  });
  return existsSync(join(libraries.trim(), "citus.so"));
}

/** Starts a coordinator and two workers. */
export async function createCluster(binaries: string): Promise<Cluster> {
  const create = () =>
    createPostgres(binaries, undefined, [
      "shared_preload_libraries=citus",
      // Else a worker would read certificates from the home of whoever runs the tests.
      "citus.node_conninfo=sslmode=disable",
      "max_connections=60",
      "max_prepared_transactions=60",
      "shared_buffers=32MB",
    ]);
  const [coordinator, ...workers] = await Promise.all([create(), create(), create()]);
  const remove = async () => {
    for (const server of [coordinator, ...workers]) await server.remove();
  };
  try {
    for (const server of [coordinator, ...workers]) {
      await server.start();
      await run(server, "create extension citus");
    }
    await run(coordinator, `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
    for (const { port } of workers) {
      await run(coordinator, `select citus_add_node('127.0.0.1', ${port})`);
    }
    // Few shards are created quickly. Sensors are on both workers as often as with many.
    await run(coordinator, "alter database postgres set citus.shard_count = 4");
  } catch (error) {
    await remove();
    throw error;
  }
  return { url: coordinator.url, workers, remove };
}

async function run({ url }: PostgresServer, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(statement).finally(() => sql.end());
}
