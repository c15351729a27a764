import { randomBytes, randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { type AudioStore, audioStoreUnavailable } from "../../src/audio/audio-store.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { audioLeases, recordings, unclaimedObjects } from "../../src/database/tables/recordings.ts";
import { sensors } from "../../src/database/tables/sites.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { removeData } from "../../src/operator/remove-data.ts";
import { createLog } from "../../src/log.ts";
import { startBackgroundJobs } from "../../src/operator/maintenance/background-jobs.ts";
import { removeExpired } from "../../src/operator/maintenance/remove-expired.ts";
import type { Round } from "../../src/operator/maintenance/round.ts";
import { addRecording } from "../support/recordings.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

/*
 * Maintenance reaches over all sensors of the database, which other tests use at the same time. All
 * that these tests let expire did so decades before anything of theirs. They run one after another,
 * for each of them would do the others' work.
 */
test.describe.configure({ mode: "default" });

// A folder that was never written to is no store.
test.beforeEach(({ audioStore }) => audioStore.put("0123456789abcdef", Buffer.alloc(1)));

const now = Date.parse("1985-10-26T01:21:00Z") as Instant;
const before = new Date(now - 1);
const atOnce = new Date(now);
const after = new Date(now + 1);

function run(
  database: OpenDatabase,
  { store, ...options }: { readonly store: AudioStore } & Partial<Round>,
) {
  const signal = neverAborted;
  const round = { db: database.db, kind: "postgres", now, signal, ...options } as const;
  return removeExpired(round, store);
}

async function isIn(store: AudioStore, name: string): Promise<boolean> {
  const opened = await store.open(name);
  if (opened !== "missing") opened.close();
  return opened !== "missing";
}

async function sensorNoOf(db: OperatorDatabase, tenant: Tenant): Promise<number> {
  const [row] = await db
    .select({ sensorNo: sensors.sensorNo })
    .from(sensors)
    .where(eq(sensors.id, tenant.sensorIds[0] ?? ""));
  return row?.sensorNo ?? 0;
}

async function unclaimed(db: OperatorDatabase, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ name: unclaimedObjects.name })
    .from(unclaimedObjects)
    .where(inArray(unclaimedObjects.name, [...names]));
  return rows.map(({ name }) => name);
}

const report = { recordings: 0, leases: 0, objects: 0, storeFailure: null };

test("a recording goes with its object once its retention is over, and not a millisecond before", async ({
  tenantOf,
  database,
  audioStore,
}) => {
  const { db } = database;
  const tenant = await tenantOf();
  const add = (second: number, options: { retainUntil?: Date }) =>
    addRecording({ db, store: audioStore }, tenant.sensorIds[0] ?? "", second, options);
  const gone = [await add(1, { retainUntil: before }), await add(2, { retainUntil: atOnce })];
  const kept = [await add(3, { retainUntil: after }), await add(4, {})];

  const removed = { ...report, recordings: 2, objects: 2 };
  expect(await run(database, { store: audioStore })).toEqual(removed);
  const sensorNo = await sensorNoOf(db, tenant);
  const rows = await db.select().from(recordings).where(eq(recordings.sensorNo, sensorNo));
  expect(rows.map(({ objectName }) => objectName).toSorted()).toEqual(
    kept.map(({ objectName }) => objectName).toSorted(),
  );
  const all = [...gone, ...kept].map(({ objectName }) => objectName);
  expect(await Promise.all(all.map((name) => isIn(audioStore, name)))).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(await unclaimed(db, all)).toEqual([]);
  expect(await run(database, { store: audioStore })).toEqual(report);
});

test("the object of a removed recording goes in the next round", async ({
  tenantOf,
  database,
  audioStore,
}) => {
  const { db } = database;
  const [sensorId = ""] = (await tenantOf()).sensorIds;
  const { objectName } = await addRecording({ db, store: audioStore }, sensorId, 5);
  const removed = await removeData(database, { what: "sensor", sensorId }, now);
  expect(removed).toMatchObject({ recordings: 1, bytes: 5000 });
  expect(await isIn(audioStore, objectName)).toBe(true);
  expect(await run(database, { store: audioStore })).toEqual({ ...report, objects: 1 });
  expect(await isIn(audioStore, objectName)).toBe(false);
});

test("a lease goes once it is over", async ({ tenantOf, database, audioStore }) => {
  const { db } = database;
  const tenant = await tenantOf();
  const sensorNo = await sensorNoOf(db, tenant);
  const keyId = tenant.key.split(".")[1] ?? "";
  const lease = (expiresAt: Date) => ({
    sensorNo,
    id: randomUUID(),
    keyId,
    operation: "events" as const,
    issuedAt: new Date(0),
    expiresAt,
  });
  const leases = [lease(before), lease(atOnce), lease(after)];
  await db.insert(audioLeases).values(leases);
  expect(await run(database, { store: audioStore })).toEqual({ ...report, leases: 2 });
  const rows = await db.select().from(audioLeases).where(eq(audioLeases.sensorNo, sensorNo));
  expect(rows.map(({ id }) => id)).toEqual([leases[2]?.id]);

  const vacuumsOf = async () => {
    const options = { store: audioStore, kind: "embedded" } as const;
    const statements = await database.statementsOf(() => run(database, options));
    return statements.filter((text) => text.startsWith("vacuum"));
  };
  expect(await vacuumsOf()).toEqual([]);
  await db.insert(audioLeases).values(lease(before));
  expect(await vacuumsOf()).toEqual(['vacuum (analyze) "audio_leases"']);
});

test("an object that no recording came to name goes when it is due, with what is half-written of it", async ({
  database,
  audioStore,
}) => {
  const { db } = database;
  const names = [0, 1, 2].map(() => randomBytes(16).toString("hex"));
  const [due = "", never = "", later = ""] = names;
  for (const name of [due, later]) await audioStore.put(name, Buffer.from("sound"));
  await db.insert(unclaimedObjects).values([
    { name: due, removeAt: atOnce },
    { name: never, removeAt: before },
    { name: later, removeAt: after },
  ]);
  expect(await run(database, { store: audioStore })).toEqual({ ...report, objects: 2 });
  expect(await isIn(audioStore, due)).toBe(false);
  expect(await isIn(audioStore, later)).toBe(true);
  expect(await unclaimed(db, names)).toEqual([later]);
});

test("what the store fails to remove is written down, keeps nothing else, and goes the next time", async ({
  tenantOf,
  database,
  audioStore,
}) => {
  const { db } = database;
  const tenant = await tenantOf();
  const added = [];
  for (const second of [1, 2, 3]) {
    const options = { retainUntil: before };
    const parts = { db, store: audioStore };
    added.push(await addRecording(parts, tenant.sensorIds[0] ?? "", second, options));
  }
  const names = added.map(({ objectName }) => objectName).toSorted();
  const failure = audioStoreUnavailable("not now");
  const failing: AudioStore = {
    ...audioStore,
    remove: async (name) => {
      if (name === names[0]) throw failure;
      await audioStore.remove(name);
    },
  };
  expect(await run(database, { store: failing })).toEqual({
    recordings: 3,
    leases: 0,
    objects: 2,
    storeFailure: failure,
  });
  expect(await unclaimed(db, names)).toEqual([names[0]]);
  expect(await run(database, { store: audioStore })).toEqual({ ...report, objects: 1 });
});

test("several servers do it at once: each recording goes once, however many there are", async ({
  tenantOf,
  database,
  audioStore,
}) => {
  const { db } = database;
  const sensorNo = await sensorNoOf(db, await tenantOf());
  const count = 700;
  await db.insert(recordings).values(
    Array.from({ length: count }, (_, index) => ({
      sensorNo,
      datetime: new Date((index + 1) * 1000),
      objectName: randomBytes(16).toString("hex"),
      byteLength: 1,
      sha256: "",
      sampleRateHertz: 1,
      channels: 1,
      bitsPerSample: 16,
      totalSamples: 1,
      importedAt: before,
      retainUntil: before,
    })),
  );
  const rounds = await Promise.all([1, 2, 3].map(() => run(database, { store: audioStore })));
  expect(rounds.reduce((sum, round) => sum + round.recordings, 0)).toBe(count);
  const rows = await db.select().from(recordings).where(eq(recordings.sensorNo, sensorNo));
  expect(rows).toEqual([]);
});

test("a round that is aborted begins no further work", async ({ database, audioStore }) => {
  const { db } = database;
  const names = [0, 1].map(() => randomBytes(16).toString("hex")).toSorted();
  await db.insert(unclaimedObjects).values(names.map((name) => ({ name, removeAt: before })));
  const stopping = new AbortController();
  const store: AudioStore = {
    ...audioStore,
    remove: async () => {
      stopping.abort();
    },
  };
  const { signal } = stopping;
  expect(await run(database, { store, signal })).toEqual({ ...report, objects: 1 });
  expect(await unclaimed(db, names)).toEqual([names[1]]);
  const statements = await database.statementsOf(() => run(database, { store, signal }));
  expect(statements).toEqual([]);
  expect(await run(database, { store: audioStore })).toEqual({ ...report, objects: 1 });
});

test("rounds follow one another whatever becomes of one, and stopping waits for the one under way", async ({
  database,
  audioStore,
}) => {
  const { db } = database;
  const log = await createLog({ level: "silent", format: "json" });
  const names = [0, 1].map(() => randomBytes(16).toString("hex")).toSorted();
  await db.insert(unclaimedObjects).values(names.map((name) => ({ name, removeAt: before })));
  const attempted: string[] = [];
  let release = () => {};
  let reportHeld = () => {};
  const held = new Promise<void>((resolve) => (reportHeld = resolve));
  const store: AudioStore = {
    ...audioStore,
    remove: async (name) => {
      attempted.push(name);
      // The first round fails as a whole, and the second as to the store.
      if (attempted.length === 1) throw new Error("a defect");
      if (attempted.length <= 3) throw audioStoreUnavailable("not now");
      reportHeld();
      await new Promise<void>((resolve) => (release = resolve));
    },
  };
  const maintenance = startBackgroundJobs({
    database,
    store,
    log,
    clock: () => now,
    pauseMilliseconds: 1,
  });
  await held;
  let isStopped = false;
  const stopped = maintenance.stop().then(() => (isStopped = true));
  await db.select().from(unclaimedObjects).limit(1);
  expect(isStopped).toBe(false);
  release();
  await stopped;
  expect(attempted).toEqual([names[0], names[0], names[1], names[0]]);
  expect(await unclaimed(db, names)).toEqual([names[1]]);
  expect(await run(database, { store: audioStore })).toEqual({ ...report, objects: 1 });
});

test("a stop does not wait for a round that waits for ever", async ({ database, audioStore }) => {
  const { db } = database;
  const name = randomBytes(16).toString("hex");
  await db.insert(unclaimedObjects).values({ name, removeAt: before });
  const log = await createLog({ level: "silent", format: "json" });
  let hold = () => {};
  const held = new Promise<void>((resolve) => (hold = resolve));
  const store: AudioStore = {
    ...audioStore,
    remove: () => {
      hold();
      return new Promise(() => undefined);
    },
  };
  const options = { pauseMilliseconds: 1, stopMilliseconds: 1 };
  const maintenance = startBackgroundJobs({ database, store, log, clock: () => now, ...options });
  await held;
  await maintenance.stop();
  await run(database, { store: audioStore });
  expect(await unclaimed(db, [name])).toEqual([]);
});
