import { randomBytes } from "node:crypto";
import { administer } from "../../bench/bench-database.ts";

/** An empty database of a test run. */
export interface ServerDatabase {
  readonly url: string;
  remove(): Promise<void>;
}

/** Creates a database on a server, a copy of one without sessions where its address is given. */
export async function createOnServer(server: string, template?: string): Promise<ServerDatabase> {
  const name = newName();
  await createDatabase(server, name, template && new URL(template).pathname.slice(1));
  return { url: urlOf(server, name), remove: () => dropDatabase(server, name) };
}

/** A worker of a Citus cluster, by its name on the coordinator. */
export interface CitusNode {
  readonly host: string;
  readonly port: number;
}

export interface CitusOptions {
  /** May put another way to a worker in place of its address. */
  readonly addressOf?: (worker: CitusNode) => Promise<CitusNode> | CitusNode;
  /** Works on the database of the coordinator before it has the extension. */
  readonly prepare?: (url: string) => Promise<void>;
}

/**
 * Creates a database on the coordinator and on each of its workers, with the extension Citus, and makes them one
 * cluster.
 */
export async function createOnCitus(
  coordinator: string,
  { addressOf = (worker) => worker, prepare }: CitusOptions = {},
): Promise<ServerDatabase> {
  const name = newName();
  const nodes = await administer(
    coordinator,
    (sql) => sql<(CitusNode & { isCoordinator: boolean })[]>`
      select nodename as host, nodeport as port, groupid = 0 as "isCoordinator"
      from pg_dist_node where noderole = 'primary' order by nodeid`,
  );
  const workers = nodes.filter(({ isCoordinator }) => !isCoordinator);
  const itself = nodes.find(({ isCoordinator }) => isCoordinator);
  if (itself === undefined || workers.length < 2) {
    throw new Error(
      "CITUS_URL must name a coordinator that is a node of its cluster, with two workers",
    );
  }
  const servers = [coordinator, ...workers.map((worker) => serverAt(coordinator, worker))];
  const remove = async () => {
    for (const server of servers) await dropDatabase(server, name);
  };
  try {
    for (const server of servers) {
      await createDatabase(server, name);
      if (server === coordinator) await prepare?.(urlOf(server, name));
      await administer(urlOf(server, name), (sql) => sql`create extension citus`);
    }
    await administer(urlOf(coordinator, name), async (sql) => {
      await sql`select citus_set_coordinator_host(${itself.host}, ${itself.port})`;
      for (const worker of workers) {
        const { host, port } = await addressOf(worker);
        await sql`select citus_add_node(${host}, ${port})`;
      }
      // Few shards are created quickly. Two sensors are on two workers as often as with many.
      await sql.unsafe(`alter database ${name} set citus.shard_count = 4`);
    });
  } catch (error) {
    await remove();
    throw error;
  }
  return { url: urlOf(coordinator, name), remove };
}

function newName(): string {
  return `acoustic_test_${randomBytes(6).toString("hex")}`;
}

async function createDatabase(server: string, name: string, template = "template1") {
  await administer(server, (sql) => sql.unsafe(`create database ${name} template ${template}`));
}

async function dropDatabase(server: string, name: string): Promise<void> {
  await administer(server, async (sql) => {
    const found = await sql`select from pg_database where datname = ${name}`;
    if (found.length === 0) return;
    // The maintenance daemon of Citus would connect again.
    await sql.unsafe(`alter database ${name} with allow_connections false`);
    await sql.unsafe(`drop database ${name} with (force)`);
  });
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

function serverAt(coordinator: string, { host, port }: CitusNode): string {
  const url = new URL(coordinator);
  url.hostname = host;
  url.port = String(port);
  return url.href;
}
