import assert from "node:assert/strict";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { sensorStateAt } from "../../src/acoustics/sensor-state.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { createAudioStore } from "../../src/audio/marked-store.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { jobSession } from "../../src/database/client/statement.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import { selectFigures } from "../../src/database/queries/samples/sensor-figures.ts";
import { insertVersion } from "../../src/database/queries/sites/site-versions.ts";
import { selectSite } from "../../src/database/queries/sites/sites.ts";
import { encodeSite, type StoredSite } from "../../src/database/queries/sites/stored-site.ts";
import { readDemonstration } from "../../src/demo/demonstration-data.ts";
import { extendDemonstration } from "../../src/demo/extend-demonstration.ts";
import { loadDemonstrationSite } from "../../src/demo/load-demonstration.ts";
import { notedFacts } from "../../src/operator/status/data-figures.ts";
import { withOwnDatabase } from "../support/own-database.ts";
import { expect, test } from "../cli/acoustic.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

const at = (text: string) => Date.parse(text) as Instant;
const loadedAt = at("2026-03-20T10:02:30Z");
const minute = 60_000;
const day = 1440 * minute;
const signal = neverAborted;
const session = { ...jobSession, signal };
const silent = "demo-brooklyn-roof";

/** A database with the demonstration; that of another kind of server counts as embedded. */
async function withDemonstration(
  folder: string,
  use: (database: OpenDatabase, extend: (now: number) => Promise<number>) => Promise<void>,
): Promise<void> {
  await withOwnDatabase("migrated", async (opened) => {
    const database: OpenDatabase = { ...opened, kind: "embedded" };
    const objects = createFolderStore(join(folder, "store"));
    const store = createAudioStore(objects, createStoreRecord(database));
    await loadDemonstrationSite(database.db, { now: new Date(loadedAt), store });
    await use(database, (now) => extendDemonstration(database, now as Instant, signal));
  });
}

async function statesAt(database: OpenDatabase, now: number): Promise<Record<string, string>> {
  const { sensors } = await selectFigures(database.sessionFor(session), now as Instant);
  return Object.fromEntries(
    sensors.map((sensor) => [sensor.id, sensorStateAt(now / 1000, notedFacts(sensor))]),
  );
}

test("each sensor of the demonstration but the silent one gets a sample every five minutes, a gap is filled, and nothing is invented for what is not the demonstration", async ({
  folder,
}) => {
  await withDemonstration(folder.path, async (database, extend) => {
    expect(await extend(loadedAt)).toBe(0);
    expect(await extend(at("2026-03-20T10:04:59Z"))).toBe(0);
    expect(await extend(at("2026-03-20T10:05:00Z"))).toBe(5);
    expect(await extend(at("2026-03-20T10:09:59Z"))).toBe(0);
    // The rows of a demonstration of the same week: they are the same, loaded or added.
    const later = at("2026-03-22T20:00:00Z");
    await extend(later);
    const { samples, classifications } = await readDemonstration(later);
    const since = loadedAt / 1000 - 7 * 1440 * 60;
    const [stored] = await database.db.execute(sql`
      select count(*)::integer as count, sum(laeq)::integer as sum from samples
      where datetime >= to_timestamp(${since})`);
    const own = samples.filter(({ second }) => second >= since);
    expect(stored).toEqual({
      count: own.length,
      sum: own.reduce((sum, { levels }) => sum + (levels.LAeq ?? 0), 0),
    });
    const [labels] = await database.db.execute(sql`
      select count(*)::integer as count from classifications where datetime >= to_timestamp(${since})`);
    const ownLabels = classifications.filter(({ second }) => second >= since);
    expect(labels).toEqual({ count: ownLabels.length });

    const states = await statesAt(database, later);
    expect(Object.entries(states).filter(([, state]) => state !== "current")).toEqual([
      [silent, "silent"],
    ]);
    // A gap of more than thirty days is filled by thirty, and the contract does not end under it.
    const muchLater = loadedAt + 500 * day;
    const added = await extend(muchLater);
    expect(added).toBeGreaterThan(5 * 29.8 * 288);
    expect(added).toBeLessThanOrEqual(5 * 30 * 288);
    expect(await extend(muchLater + 5 * minute)).toBe(5);
    expect(Object.values(await statesAt(database, muchLater)).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => "current"),
      "silent",
    ]);

    // Nothing is invented for a site that is not the demonstration, or a sensor with samples of its own.
    const next = muchLater + 15 * minute;
    const elsewhere = { ...database, kind: "postgres" } as const;
    expect(await extendDemonstration(elsewhere, next as Instant, signal)).toBe(0);
    const change = (text: ReturnType<typeof sql>) => database.db.execute(text);
    const changeSite = async (id: string, of: (site: StoredSite) => Partial<StoredSite>) => {
      const { projectNo, site } = (await selectSite(database.db, id)) ?? {};
      assert.ok(projectNo !== undefined && site !== undefined);
      await insertVersion(database.db, projectNo, encodeSite({ ...site, ...of(site) }), []);
    };
    // A measurement of its own is the newest one: only the other two sensors of the project go on, two samples each.
    await change(sql`update samples set laeq = laeq + 1 where sensor_no =
      (select sensor_no from sensors where id = 'demo-lisbon-gate')
      and datetime = (select max(datetime) from samples)`);
    await changeSite("demo-brooklyn", () => ({ name: "Ours" }));
    expect(await extend(next)).toBe(4);
    const withSerialNumber = (serialNumber: string) =>
      changeSite("demo-lisbon", ({ sensors }) => ({
        sensors: sensors.map((sensor) =>
          sensor.id === "demo-lisbon-court" ? { ...sensor, serialNumber } : sensor,
        ),
      }));
    await withSerialNumber("17");
    expect(await extend(next + 10 * minute)).toBe(0);
    await withSerialNumber("DEMO-0003");
    // The operator's own end of the contract stays, and ends it.
    await changeSite("demo-lisbon", ({ contract }) => ({
      contract: contract && { ...contract, endAt: muchLater as Instant },
    }));
    expect(await extend(next + 10 * minute)).toBe(0);
  });
});
