import { applyMigrations } from "../src/database/client/migrate.ts";
import { administer } from "./administer.ts";
import { type BenchDatabase, databaseOnServer } from "./bench-database.ts";

/**
 * Makes a database on a coordinator of Citus and on its workers. `prepare` fills it while it is still a plain one;
 * then it is distributed with its rows, as an installation that grows.
 */
export async function createCitusDatabase(
  coordinator: string,
  name: string,
  prepare: (database: BenchDatabase) => Promise<void>,
): Promise<BenchDatabase> {
  const nodes = await administer(
    coordinator,
    (sql) => sql<{ host: string; port: number; isCoordinator: boolean }[]>`
      select nodename as host, nodeport as port, groupid = 0 as "isCoordinator"
      from pg_dist_node where noderole = 'primary' order by groupid`,
  );
  const [itself, ...workers] = nodes;
  if (itself?.isCoordinator !== true || workers.length === 0) {
    throw new Error(
      "CITUS_URL must name a coordinator that is a node of its cluster, with workers",
    );
  }
  const servers = nodes.map(({ host, port, isCoordinator }) => {
    const url = new URL(coordinator);
    if (!isCoordinator) Object.assign(url, { hostname: host, port: String(port) });
    return url.href;
  });
  const databases: BenchDatabase[] = [];
  const remove = async () => {
    for (const [index, database] of databases.entries()) {
      // The maintenance daemon of Citus would connect again.
      await administer(servers[index] ?? coordinator, (sql) =>
        sql.unsafe(`alter database ${name} with allow_connections false`),
      );
      await database.remove();
    }
  };
  try {
    for (const server of servers) databases.push(await databaseOnServer(server, name));
    const [database] = databases;
    const url = database?.environment["DATABASE_URL"];
    if (database === undefined || url === undefined) throw new Error("the coordinator has no URL");
    await prepare(database);
    for (const { environment } of databases) {
      await administer(environment["DATABASE_URL"] ?? "", (sql) => sql`create extension citus`);
    }
    await administer(url, async (sql) => {
      await sql`select citus_set_coordinator_host(${itself.host}, ${itself.port})`;
      for (const { host, port } of workers) await sql`select citus_add_node(${host}, ${port})`;
    });
    await applyMigrations({ kind: "url", url });
    await administer(url, (sql) => sql`vacuum (analyze) samples`);
    return { ...database, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
