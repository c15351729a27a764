import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { applyMigrations } from "../../src/database/client/migrate.ts";
import { type OpenDatabase, openDatabase } from "../../src/database/client/open-database.ts";
import { beginStore } from "../support/audio-store.ts";
import { startTestGateway } from "../support/gateway.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type Cluster, createCluster, hasCitus } from "./cluster.ts";
import type { PostgresServer } from "./postgres.ts";
import { send } from "./send.ts";
import { expect, samplesOfDay, test } from "./test.ts";

/** So long that no answer of the test comes from it. */
const statementTimeoutMilliseconds = 30_000;
const limits = { poolMax: 4, statementTimeoutMilliseconds };

/** Statements that wait for a worker at the same time: more than there are connections. */
const manyRequests = 3 * limits.poolMax;

const losses = [
  {
    name: "is stopped",
    lose: (worker: PostgresServer) => worker.stop("immediate"),
    restore: (worker: PostgresServer) => worker.start(),
  },
  {
    name: "is frozen",
    lose: (worker: PostgresServer) => worker.freeze("all"),
    restore: (worker: PostgresServer) => worker.thaw(),
  },
];

for (const { name, lose, restore } of losses) {
  test(`a worker that ${name} costs its own sensors 503, and readiness names it`, async ({
    binaries,
  }) => {
    test.skip(!hasCitus(binaries), "these tests need the extension Citus, which is not installed");
    await withSite(binaries, async ({ cluster, pageOf, ready, ask, others }) => {
      const [away, other] = cluster.workers;
      const states = (state: "ready" | "unreachable") => ({
        status: 200,
        workers: { [nameOf(away)]: state, [nameOf(other)]: "ready" },
      });
      const many = (path: string) =>
        Promise.all(Array.from({ length: manyRequests }, () => ask(path)));
      // Now the coordinator has connections to both workers.
      for (const worker of cluster.workers) {
        expect(new Set(await many(pageOf(worker)))).toEqual(new Set([200]));
      }
      expect(await ready()).toEqual(states("ready"));

      await lose(away);
      const refused = ask(pageOf(away));
      for (const path of [pageOf(other), ...others]) expect(await ask(path), path).toBe(200);
      expect(await refused).toBe(503);
      expect(await ready()).toEqual(states("unreachable"));
      expect(new Set(await many(pageOf(other)))).toEqual(new Set([200]));
      // Readiness does not wait behind requests that wait for the worker.
      const waiting = many(pageOf(away));
      expect(await ready()).toEqual(states("unreachable"));
      expect(new Set(await waiting)).toEqual(new Set([503]));

      await restore(away);
      await expect.poll(() => ask(pageOf(away))).toBe(200);
      await expect.poll(ready).toEqual(states("ready"));
    });
  });
}

test("a statement that takes long on one worker goes on while another worker is frozen", async ({
  binaries,
}) => {
  test.skip(!hasCitus(binaries), "these tests need the extension Citus, which is not installed");
  await withSite(binaries, async ({ cluster, pageOf, ask }) => {
    const [away, other] = cluster.workers;
    for (const worker of cluster.workers) expect(await ask(pageOf(worker))).toBe(200);
    const holder = postgres(other.url, { max: 1 });
    try {
      const slow = await holder.begin(async (transaction) => {
        await transaction`set local citus.override_table_visibility = off`;
        await transaction`set local citus.enable_manual_changes_to_shards = on`;
        const tables = await transaction<{ name: string }[]>`
          select oid::regclass::text as name from pg_class
          where relname like 'samples\\_2019\\_03\\_%' and relkind = 'r'`;
        for (const table of tables) {
          await transaction.unsafe(`lock table ${table.name} in access exclusive mode`);
        }
        const answer = ask(pageOf(other));
        await expect
          .poll(async () => {
            const [row] = await transaction<{ waiting: number }[]>`
              select count(*)::integer as waiting from pg_locks where not granted`;
            return row?.waiting;
          })
          .toBeGreaterThan(0);
        await away.freeze("all");
        expect(await ask(pageOf(away))).toBe(503);
        return { answer };
      });
      expect(await slow.answer).toBe(200);
    } finally {
      await holder.end();
    }
  });
});

/** A gateway over a cluster with sensors on both workers. */
interface ClusterSite {
  readonly cluster: Cluster;
  /** A page of samples of a sensor of this worker. */
  pageOf(worker: PostgresServer): string;
  /** Paths that need no telemetry. */
  readonly others: readonly string[];
  /** The status of an answer. */
  ask(path: string): Promise<number | null>;
  ready(): Promise<{ readonly status: number; readonly workers: unknown }>;
}

async function withSite(binaries: string, use: (site: ClusterSite) => Promise<void>) {
  const cluster = await createCluster(binaries);
  const ends: (() => Promise<unknown>)[] = [cluster.remove];
  try {
    const { url } = cluster;
    await applyMigrations({ kind: "url", url });
    const databaseConfig = { ...limits, kind: "postgres", url } as const;
    const database = await openDatabase(databaseConfig, { statementTimeoutMilliseconds });
    ends.unshift(() => database.close());
    const tenant = await createTenant(database.db, { sensors: 12 });
    for (const sensor of tenant.sensorIds.keys()) await tenant.addSamples(samplesOfDay, sensor);
    const folder = await mkdtemp(join(tmpdir(), "acoustic-faults-audio-"));
    ends.push(() => rm(folder, { recursive: true }));
    const store = await beginStore(createFolderStore(folder), database);
    const gateway = await startTestGateway({ databaseConfig, database, store });
    // Whatever a test has frozen would keep what is closed here waiting.
    ends.unshift(gateway.stop, () => Promise.all(cluster.workers.map((worker) => worker.thaw())));
    const ports = await portsOfSensors(database, tenant);
    let requests = 0;
    await use({
      cluster,
      pageOf: ({ port }) => {
        const sensor = tenant.sensorIds.findIndex((id) => ports.get(id) === port);
        return `${tenant.measurementsPath(sensor)}?startAt=2019-03-10T00:00:00Z&endAt=2019-03-11T00:00:00Z`;
      },
      others: ["/api/v0/projects", tenant.path()],
      async ask(path) {
        requests += 1;
        return (await send(`${gateway.publicUrl}${path}`, tenant.key, `${requests}`)).status;
      },
      async ready() {
        const response = await fetch(`${gateway.internalUrl}/health/ready`);
        const { parts } = (await response.json()) as { parts: { workers: unknown } };
        return { status: response.status, workers: parts.workers };
      },
    });
  } finally {
    for (const end of ends) await end();
  }
}

function nameOf({ port }: PostgresServer): string {
  return `127.0.0.1:${port}`;
}

/** The port of the worker with the rows of each sensor, by id. */
async function portsOfSensors(
  { db }: OpenDatabase,
  { projectId }: Tenant,
): Promise<Map<string, number>> {
  const rows = await db.execute<{ id: string; port: number }>(sql`
    select sensors.id, nodeport as port
    from sensors
    join projects on projects.project_no = sensors.project_no
    join pg_dist_placement
      on shardid = get_shard_id_for_distribution_column('samples', sensors.sensor_no)
    join pg_dist_node using (groupid)
    where projects.id = ${projectId}`);
  return new Map(rows.map(({ id, port }) => [id, port]));
}
