import { existsSync } from "node:fs";
import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { type Serving, startServing } from "../faults/serving.ts";
import { quickImports, slowImports } from "../support/slow-imports.ts";
import { databaseLimits } from "../support/templates.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";
import { filesBelow } from "./watch-once.ts";

interface Watched {
  readonly tenant: Tenant;
  readonly folder: string;
  /** Starts `acoustic serve --watch` on the folder, with an embedded database of the test's own. */
  serve(): Promise<Serving>;
  /** Resolves when a file of this name is in the folder. */
  arrived(name: string): Promise<void>;
  stored(): Promise<number>;
  /** Makes each batch of rows slow, or no longer. */
  slowDown(isSlow: boolean): Promise<unknown>;
}

const test = base.extend<{ watched: Watched }>({
  watched: async ({ dataDirectory }, use) => {
    const withOpen = async <Result>(
      work: (db: Awaited<ReturnType<typeof openDatabase>>["db"]) => Promise<Result>,
    ) => {
      const database = await openDatabase({ kind: "embedded", dataDirectory, ...databaseLimits });
      try {
        return await work(database.db);
      } finally {
        await database.close();
      }
    };
    const tenant = await withOpen((db) => createTenant(db));
    const folder = await mkdtemp(join(tmpdir(), "acoustic-drop-"));
    const started: Serving[] = [];
    await use({
      tenant,
      folder,
      async serve() {
        const serving = await startServing({ DATA_DIR: dataDirectory }, ["--watch", folder]);
        started.push(serving);
        return serving;
      },
      // No listing: a folder of a lock may go while it is read.
      arrived: (name) =>
        expect.poll(() => existsSync(join(folder, name)), { timeout: 0 }).toBe(true),
      stored: () =>
        withOpen(async (db) => {
          const [row] = await db.execute<{ count: number }>(
            sql`select count(*)::integer as count from samples`,
          );
          return row?.count ?? -1;
        }),
      slowDown: (isSlow) => withOpen((db) => (isSlow ? slowImports(db) : quickImports(db))),
    });
    for (const serving of started) await serving.end("SIGKILL");
    await rm(folder, { recursive: true });
  },
});

/** The levels that the service answers; none while it does not. */
async function levelsOf(serving: Serving, tenant: Tenant): Promise<unknown[]> {
  const range = "startAt=2019-03-01T00:00:00Z&endAt=2019-03-02T00:00:00Z";
  const answer = await serving.get(`${tenant.measurementsPath()}?${range}`, tenant.key);
  if (answer.status !== 200) return [];
  const { data } = (await answer.json()) as { data: unknown[] };
  return data;
}

test("serve --watch imports a file that is dropped, and answers with its rows", async ({
  watched,
}) => {
  const { tenant, folder } = watched;
  const serving = await watched.serve();
  expect(await levelsOf(serving, tenant)).toEqual([]);
  const partial = join(folder, "a.csv.part");
  await writeFile(
    partial,
    `sensor_id,datetime,LAeq\n${tenant.sensorIds[0]},2019-03-01T00:00:00Z,61.5\n`,
  );
  await rename(partial, join(folder, "a.csv"));
  await expect.poll(() => levelsOf(serving, tenant), { timeout: 0 }).toHaveLength(1);
  expect(await levelsOf(serving, tenant)).toMatchObject([{ LAeq: 61.5 }]);
  await watched.arrived("done/a.csv");
  expect(await serving.end("SIGTERM")).toBe(0);
  expect(serving.output()).toMatch(/"file":"a\.csv".*"inserted":1.*"movedTo":"done\/a\.csv"/);
});

test("a stop of serve --watch during an import loses nothing and doubles nothing", async ({
  watched,
}) => {
  const { tenant, folder } = watched;
  // 30 batches, of which the five seconds of a stop are too short for more than 13.
  const rows = 15_000;
  await watched.slowDown(true);
  const lines = Array.from({ length: rows }, (_, index) => {
    const datetime = new Date((1_551_398_400 + index) * 1000).toISOString();
    return `${tenant.sensorIds[0]},${datetime},60.5\n`;
  });
  await writeFile(join(folder, "a.csv"), `sensor_id,datetime,LAeq\n${lines.join("")}`);
  const first = await watched.serve();
  await expect
    .poll(async () => (await levelsOf(first, tenant)).length, { timeout: 0 })
    .toBeGreaterThan(0);
  expect(await first.end("SIGTERM")).toBe(0);
  const left = await readdir(folder, { recursive: true });
  expect(left.filter((name) => name.endsWith("a.csv"))).toEqual(["importing/a.csv"]);
  await watched.slowDown(false);
  const part = await watched.stored();
  expect(part).toBeGreaterThan(0);
  expect(part).toBeLessThan(rows);

  const second = await watched.serve();
  await watched.arrived("done/a.csv");
  expect(await second.end("SIGTERM")).toBe(0);
  expect(await watched.stored()).toBe(rows);
  expect(await filesBelow(folder)).toEqual(["done/a.csv"]);
});
