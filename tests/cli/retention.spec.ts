import { sql } from "drizzle-orm";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { selectSamplePartitions } from "../../src/database/queries/maintenance/sample-partitions.ts";
import { maintain } from "../../src/operator/maintenance/maintain.ts";
import { runRound } from "../../src/operator/maintenance/run-round.ts";
import { addRecording } from "../support/recordings.ts";
import { expect, test } from "./acoustic.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

const now = Date.parse("2026-03-15T12:00:00Z") as Instant;
const secondOf = (text: string) => Date.parse(text) / 1000;

/** Runs a round at `now`, and returns the seconds that each sensor still has. */
async function round(
  { db, kind }: OpenDatabase,
  store: Parameters<typeof runRound>[1],
  at: Instant = now,
) {
  const signal = neverAborted;
  const report = await runRound({ db, kind, now: at, signal }, store);
  expect(report.failures).toEqual([]);
  return report;
}

async function samplesOf({ db }: OpenDatabase): Promise<string[]> {
  const rows = await db.execute<{ text: string }>(sql`
    select sensors.id || ' ' || to_char(datetime at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') as text
    from samples join sensors using (sensor_no) order by 1`);
  return rows.map(({ text }) => text);
}

async function partitionsOf({ db }: OpenDatabase): Promise<string[]> {
  return (await selectSamplePartitions(db)).map(({ name }) => name);
}

const ahead = ["samples_2026_03", "samples_2026_04", "samples_2026_05", "samples_2026_06"];

test("a round makes the partitions of this month and of three more", async ({
  audioStore,
  installationOf,
}) => {
  const { database } = await installationOf("migrated");
  await round(database, audioStore);
  expect(await partitionsOf(database)).toEqual(ahead);
  await round(database, audioStore, Date.parse("2026-04-01T00:00:00Z") as Instant);
  expect(await partitionsOf(database)).toEqual([...ahead.slice(1), "samples_2026_07"]);
});

test("months that are past for every project are dropped, and the rest of a month sensor by sensor", async ({
  audioStore,
  installationOf,
}) => {
  const { database, tenantOf } = await installationOf("migrated");
  const short = await tenantOf({ site: { retention: { samples: "P1M" } } });
  const long = await tenantOf({ site: { retention: { samples: "P2M" } } });
  const texts = [
    "2025-12-31T23:59:59",
    "2026-01-01T00:00:00",
    "2026-01-15T11:59:59",
    "2026-01-15T12:00:00",
    "2026-02-15T11:59:59",
    "2026-02-15T12:00:00",
    "2026-03-15T00:00:00",
  ];
  const samples = texts.map((text) => ({ second: secondOf(`${text}Z`), LAeq: 50 }));
  for (const tenant of [short, long]) await tenant.addSamples(samples);
  const report = await round(database, audioStore);
  expect(report.past).toMatchObject({ samples: 4 + 2, dropped: ["samples_2025_12"] });
  const kept = [
    ...texts.slice(5).map((text) => `${short.sensorIds[0]} ${text}`),
    ...texts.slice(3).map((text) => `${long.sensorIds[0]} ${text}`),
  ];
  expect(await samplesOf(database)).toEqual(kept.toSorted());
  const again = await round(database, audioStore);
  expect(again.past).toEqual({ samples: 0, recordings: 0, dropped: [] });
});

test("nothing goes of a project without retention, and a month that is empty goes", async ({
  audioStore,
  installationOf,
}) => {
  const { database, tenantOf } = await installationOf("migrated");
  const kept = await tenantOf();
  const short = await tenantOf({ site: { retention: { samples: "P7D" } } });
  const old = { second: secondOf("2019-05-05T00:00:00Z"), LAeq: 50 };
  await kept.addSamples([old]);
  await short.addSamples([old, { second: secondOf("2020-05-05T00:00:00Z"), LAeq: 51 }]);
  const report = await round(database, audioStore);
  expect(report.past).toEqual({ samples: 2, recordings: 0, dropped: ["samples_2020_05"] });
  expect(await samplesOf(database)).toEqual([`${kept.sensorIds[0]} 2019-05-05T00:00:00`]);
  const latest = await database.db.execute(sql`
    select id from sensor_latest join sensors using (sensor_no)`);
  expect([...latest]).toEqual([{ id: kept.sensorIds[0] }]);
});

test("recordings go by the retention of their project, with their objects", async ({
  audioStore,
  installationOf,
}) => {
  const { database, tenantOf } = await installationOf("migrated");
  const { db } = database;
  const tenant = await tenantOf({ site: { retention: { recordings: "P30D" } } });
  const target = { db, store: audioStore };
  const add = (text: string) => addRecording(target, tenant.sensorIds[0] ?? "", secondOf(text), {});
  const gone = await add("2026-02-13T11:59:59Z");
  const stays = await add("2026-02-13T12:00:00Z");
  const report = await round(database, audioStore);
  expect(report.past).toMatchObject({ recordings: 1 });
  const rows = await db.execute<{ name: string }>(sql`select object_name as name from recordings`);
  expect([...rows]).toEqual([{ name: stays.objectName }]);
  // The next round finds the object due.
  await round(database, audioStore);
  expect(await audioStore.open(gone.objectName)).toBe("missing");
  const opened = await audioStore.open(stays.objectName);
  if (opened === "missing") throw new Error("the object is gone");
  opened.close();
});

test("a gateway whose clock is days ahead removes only what is past by the clock of the database", async ({
  audioStore: store,
  installationOf,
}) => {
  const { database, tenantOf } = await installationOf("migrated");
  const site = { contract: null, retention: { samples: "P2D" } };
  const tenant = await tenantOf({ site });
  const day = 86_400;
  const today = Math.floor(Date.now() / 1000);
  await tenant.addSamples([1, 3].map((days) => ({ second: today - days * day, LAeq: 50 })));
  const clock = () => ((today + 30 * day) * 1000) as Instant;
  const options = { database, store, now: clock, signal: neverAborted, waits: true };
  expect((await maintain(options).report)?.past).toMatchObject({ samples: 1 });
  expect(await samplesOf(database)).toHaveLength(1);
});
