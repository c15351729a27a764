import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createFolderStore } from "#audio/folder-store.ts";
import { applyMigrations } from "#database/client/migrate.ts";
import { type OpenDatabase, openDatabase } from "#database/client/open-database.ts";
import { beginStore } from "../support/audio-store.ts";
import { startTestGateway } from "../support/gateway.ts";
import { createOnCitus } from "../support/server-databases.ts";
import { createTenant } from "../support/tenant.ts";
import { createRelay, type Relay } from "./relay.ts";
import { send } from "./send.ts";
import { expect, samplesOfDay, test } from "./test.ts";

const { CITUS_URL = "" } = process.env;
const limits = { poolMax: 4, statementTimeoutMilliseconds: 3000 };

test("a worker that is away costs its own sensors 503, and readiness names it", async ({}, info) => {
  test.skip(CITUS_URL === "", "CITUS_URL names no coordinator");
  const ends: (() => Promise<unknown>)[] = [];
  try {
    const relays: Relay[] = [];
    const { url, remove } = await createOnCitus(CITUS_URL, {
      addressOf: async ({ host, port }) => {
        const relay = await createRelay(port, host);
        ends.unshift(relay.close);
        relays.push(relay);
        return { host: "127.0.0.1", port: relay.port };
      },
    });
    ends.unshift(remove);
    // Else the maintenance of the cluster would wait for answers that were swallowed.
    ends.unshift(async () => relays.forEach((relay) => relay.set("close")));
    await applyMigrations({ kind: "url", url });
    const database = await openDatabase(
      { ...limits, kind: "postgres", url },
      { statementTimeoutMilliseconds: limits.statementTimeoutMilliseconds },
    );
    ends.unshift(() => database.close());
    const tenant = await createTenant(database.db, { sensors: 12 });
    for (const sensor of tenant.sensorIds.keys()) await tenant.addSamples(samplesOfDay, sensor);
    const folder = await mkdtemp(join(tmpdir(), "acoustic-faults-audio-"));
    ends.push(() => rm(folder, { recursive: true }));
    const store = await beginStore(createFolderStore(folder), database);
    const gateway = await startTestGateway({
      databaseConfig: { ...limits, kind: "postgres", url },
      database,
      store,
    });
    ends.unshift(gateway.stop);

    const ports = await portsOfSensors(database, tenant.projectId);
    const [away, other] = relays;
    const sensorOn = (relay: Relay | undefined) =>
      tenant.sensorIds.findIndex((id) => ports.get(id) === relay?.port);
    const ask = async (path: string) => {
      const startedAt = performance.now();
      const { status } = await send(`${gateway.publicUrl}${path}`, tenant.key, info.testId);
      return { status, milliseconds: performance.now() - startedAt };
    };
    const ready = async () => {
      const response = await fetch(`${gateway.internalUrl}/health/ready`);
      const { parts } = (await response.json()) as { parts: { workers: unknown } };
      return { status: response.status, workers: parts.workers };
    };
    const states = (state: "ready" | "unreachable") => ({
      status: 200,
      workers: {
        [`127.0.0.1:${away?.port}`]: state,
        [`127.0.0.1:${other?.port}`]: "ready",
      },
    });
    const pageOf = (relay: Relay | undefined) =>
      `${tenant.measurementsPath(sensorOn(relay))}?startAt=2019-03-10T00:00:00Z&endAt=2019-03-11T00:00:00Z`;
    for (const mode of ["close", "swallow"] as const) {
      for (const relay of relays) expect(await ask(pageOf(relay))).toMatchObject({ status: 200 });
      expect(await ready()).toEqual(states("ready"));
      away?.set(mode);
      const refused = await ask(pageOf(away));
      expect(refused.status, mode).toBe(503);
      expect(refused.milliseconds).toBeLessThan(limits.statementTimeoutMilliseconds + 2000);
      for (const path of [pageOf(other), "/api/v0/projects", tenant.path()]) {
        expect(await ask(path), path).toMatchObject({ status: 200 });
      }
      expect(await ready()).toEqual(states("unreachable"));
      away?.set("pass");
      await expect.poll(async () => (await ask(pageOf(away))).status).toBe(200);
    }
  } finally {
    for (const end of ends) await end();
  }
});

/** The port of the worker that holds the rows of each sensor, by id. */
async function portsOfSensors(
  { db }: OpenDatabase,
  projectId: string,
): Promise<Map<string, number>> {
  const rows = await db.execute<{ id: string; port: number }>(sql`
    select sensors.id, nodeport as port
    from sensors
    join projects on projects.key = sensors.project_key
    join pg_dist_placement
      on shardid = get_shard_id_for_distribution_column('samples', sensors.key)
    join pg_dist_node using (groupid)
    where projects.id = ${projectId}`);
  return new Map(rows.map(({ id, port }) => [id, port]));
}
