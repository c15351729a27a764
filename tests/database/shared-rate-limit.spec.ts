import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import type { KeyId } from "#acoustics/ids.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import {
  createSharedRateLimit,
  type SharedMinutes,
  type SharedRateLimit,
  type SharedRateLimitOptions,
} from "#auth/shared-rate-limit.ts";
import {
  deleteKeyRequests,
  type KeyRequestsWanted,
  takeKeyRequests,
} from "#database/queries/key-requests.ts";
import { sessionOf } from "../support/session.ts";
import { expect, type TestDatabase, test } from "../support/test.ts";

/** Later than now: gateways of other tests delete minutes that ended long ago. */
const start = Date.UTC(2219, 2, 10) as Instant;
const after = (milliseconds: number) => (start + milliseconds) as Instant;
const newKey = () => randomBytes(8).toString("hex") as KeyId;

/** However slow the machine is, the database answers in time. */
const patient = { patienceMilliseconds: 60_000 };

/** The minutes of a database whose clock stands still, or is set by the test. */
function sharedMinutes(
  database: TestDatabase,
  perMinute: number,
  clock: () => Instant = () => start,
): SharedMinutes {
  const session = sessionOf(database);
  return { take: (asked) => takeKeyRequests(session, perMinute, asked, clock()) };
}

/** As many processes over one database. */
function processesOf(
  database: TestDatabase,
  perMinute: number,
  count: number,
  clock?: () => Instant,
): SharedRateLimit[] {
  const shared = sharedMinutes(database, perMinute, clock);
  return Array.from({ length: count }, () => createSharedRateLimit(perMinute, shared, patient));
}

async function acceptedOf(waits: readonly (number | Promise<number>)[]): Promise<number> {
  const seconds = await Promise.all(waits.map((wait) => Promise.resolve(wait)));
  return seconds.filter((each) => each === 0).length;
}

for (const perMinute of [1, 2, 10, 60, 600]) {
  test(`one process of three can use a whole quota of ${perMinute}`, async ({ database }) => {
    const [process] = processesOf(database, perMinute, 3);
    const keyId = newKey();
    let accepted = 0;
    while ((await process?.take(keyId, start)) === 0) accepted += 1;
    expect(accepted).toBe(perMinute);
  });

  test(`three processes accept a quota of ${perMinute} to the request, in turn or at once`, async ({
    database,
  }) => {
    const processes = processesOf(database, perMinute, 3);
    const [inTurn, atOnce] = [newKey(), newKey()];
    let accepted = 0;
    for (let round = 0; round < perMinute; round += 1) {
      for (const process of processes) {
        if ((await process.take(inTurn, start)) === 0) accepted += 1;
      }
    }
    expect(accepted).toBe(perMinute);
    const burst = Array.from({ length: perMinute }, () => processes).flat();
    expect(await acceptedOf(burst.map((process) => process.take(atOnce, start)))).toBe(perMinute);
  });
}

test("when the load moves to another process, at most a hundredth of the quota is lost", async ({
  database,
}) => {
  const perMinute = 300;
  const [first, second] = processesOf(database, perMinute, 2);
  const keyId = newKey();
  let accepted = 0;
  for (let index = 0; index < 100; index += 1) {
    if ((await first?.take(keyId, start)) === 0) accepted += 1;
  }
  expect(accepted).toBe(100);
  while ((await second?.take(keyId, start)) === 0) accepted += 1;
  expect(accepted).toBeGreaterThanOrEqual(perMinute - 3);
  expect(accepted).toBeLessThanOrEqual(perMinute);
});

test("whatever requests come where, alone or together, all processes never accept more than the quota, and all of it is used", async ({
  database,
}) => {
  const steps = fc.array(
    fc.record({
      process: fc.nat(2),
      requests: fc.integer({ min: 1, max: 20 }),
      waits: fc.boolean(),
    }),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 150 }), steps, async (perMinute, all) => {
      const processes = processesOf(database, perMinute, 3);
      const keyId = newKey();
      const sent: Promise<number>[] = [];
      for (const { process, requests, waits } of all) {
        for (let index = 0; index < requests; index += 1) {
          sent.push(Promise.resolve(processes[process]?.take(keyId, start) ?? 1));
        }
        if (waits) await Promise.all(sent);
      }
      let accepted = await acceptedOf(sent);
      expect(accepted).toBeLessThanOrEqual(perMinute);
      expect(accepted).toBeGreaterThanOrEqual(Math.min(sent.length, perMinute) - 6);
      for (const process of processes) {
        while ((await process.take(keyId, start)) === 0) accepted += 1;
      }
      expect(accepted).toBe(perMinute);
    }),
    { numRuns: 60 },
  );
});

for (const [name, ahead] of [
  ["agree", 0],
  ["differ by an hour", 3_600_000],
  ["differ by almost a minute", -59_000],
] as const) {
  test(`all processes have the minute of the first request, where their clocks ${name}`, async ({
    database,
  }) => {
    let now = 0;
    const [first, second] = processesOf(database, 1, 2, () => after(now));
    const keyId = newKey();
    const takeFirst = (key = keyId) => first?.take(key, after(now));
    const takeSecond = () => second?.take(keyId, after(now + ahead));
    expect(await takeFirst()).toBe(0);
    now = 20_000;
    expect(await takeSecond()).toBe(40);
    now = 59_999;
    expect(await takeSecond()).toBe(1);
    now = 60_000;
    expect(await takeSecond()).toBe(0);
    expect(await takeFirst()).toBe(60);
    expect(await takeFirst(newKey())).toBe(0);
    // A clock that was set back is no reason to refuse.
    now = -60_000;
    expect(await takeFirst()).toBe(0);
  });
}

test("a clock that jumps does not begin a minute", async ({ database }) => {
  const [process] = processesOf(database, 2, 1);
  const keyId = newKey();
  for (const [at, seconds] of [
    [0, 0],
    [3_600_000, 0],
    [-3_600_000, 60],
    [90_000, 60],
  ] as const) {
    expect(await process?.take(keyId, after(at))).toBe(seconds);
  }
});

test("a minute begins on the clock of the database", async ({ database }) => {
  const keyId = newKey();
  const before = await timeOf(database);
  await takeKeyRequests(sessionOf(database), 10, [{ keyId, wanted: 1 }]);
  const [row] = await database.db.execute<{ startedAt: number }>(sql`
    select (extract(epoch from started_at) * 1000)::float8 as "startedAt"
    from key_requests where key_id = ${keyId}`);
  // It is kept to the millisecond.
  expect(row?.startedAt).toBeGreaterThanOrEqual(before - 1);
  expect(row?.startedAt).toBeLessThanOrEqual((await timeOf(database)) + 1);
});

async function timeOf({ db }: TestDatabase): Promise<number> {
  const [row] = await db.execute<{ now: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  return row?.now ?? NaN;
}

test("most requests need no statement", async ({ database }) => {
  const [process] = processesOf(database, 600, 1);
  const keyId = newKey();
  const statements = await database.statementsOf(async () => {
    for (let index = 0; index < 300; index += 1) {
      expect(await process?.take(keyId, start)).toBe(0);
    }
  });
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.length).toBeLessThanOrEqual(150);
  // Nor does a refusal.
  while ((await process?.take(keyId, start)) === 0);
  const refused = await database.statementsOf(async () => {
    expect(await process?.take(keyId, start)).toBe(60);
  });
  expect(refused).toEqual([]);
});

test("several keys are asked for in one statement", async ({ database }) => {
  const asked: number[] = [];
  const shared = sharedMinutes(database, 10);
  const process = createSharedRateLimit(
    10,
    { take: (wanted) => (asked.push(wanted.length), shared.take(wanted)) },
    patient,
  );
  const keys = Array.from({ length: 20 }, newKey);
  expect(await acceptedOf(keys.map((keyId) => process.take(keyId, start)))).toBe(20);
  // The first request is asked for alone; the others have arrived when it is answered.
  expect(asked).toEqual([1, 19]);
});

for (const [name, answer] of [
  ["fails", () => Promise.reject(new Error("away"))],
  ["does not answer", () => new Promise<never>(() => undefined)],
] as const) {
  test(`while the database ${name}, each process counts alone`, async () => {
    const quota = createSharedRateLimit(5, { take: answer }, { patienceMilliseconds: 1 });
    const keyId = newKey();
    expect(await acceptedOf(Array.from({ length: 3 }, () => quota.take(keyId, start)))).toBe(3);
    const waits: number[] = [];
    for (let index = 0; index < 4; index += 1) waits.push(await quota.take(keyId, start));
    expect(waits).toEqual([0, 0, 60, 60]);
    expect(await quota.take(keyId, after(60_000))).toBe(0);
  });
}

test("what a process accepted alone counts when the database answers again", async ({
  database,
}) => {
  const shared = sharedMinutes(database, 10);
  let isAway = true;
  const take: SharedMinutes["take"] = (asked: readonly KeyRequestsWanted[]) =>
    isAway ? Promise.reject(new Error("away")) : shared.take(asked);
  const options: SharedRateLimitOptions = { ...patient, pauseMilliseconds: 0 };
  const [cutOff, other] = [
    createSharedRateLimit(10, { take }, options),
    createSharedRateLimit(10, shared, options),
  ];
  const keyId = newKey();
  for (let index = 0; index < 4; index += 1) expect(await cutOff.take(keyId, start)).toBe(0);
  isAway = false;
  // This one is accepted alone as well, and all five are reported.
  expect(await cutOff.take(keyId, start)).toBe(0);
  await expect
    .poll(async () => {
      const counted = await shared.take([{ keyId, wanted: 0 }]);
      return counted.get(keyId)?.taken;
    })
    .toBe(5);
  let accepted = 0;
  while ((await other.take(keyId, start)) === 0) accepted += 1;
  expect(accepted).toBe(5);
});

test("a smaller quota of another process takes nothing back", async ({ database }) => {
  const keyId = newKey();
  const ask = async (perMinute: number, wanted: number) => {
    const counted = await sharedMinutes(database, perMinute).take([{ keyId, wanted }]);
    return counted.get(keyId);
  };
  expect(await ask(10, 8)).toEqual({ elapsedMilliseconds: 0, granted: 8, taken: 8 });
  expect(await ask(5, 1)).toEqual({ elapsedMilliseconds: 0, granted: 0, taken: 8 });
  expect(await ask(10, 8)).toEqual({ elapsedMilliseconds: 0, granted: 2, taken: 10 });
});

test("rows of minutes that ended long ago are deleted", async ({ database }) => {
  const [old, current] = [newKey(), newKey()];
  const session = sessionOf(database);
  const longAgo = Date.UTC(2019, 2, 10) as Instant;
  await takeKeyRequests(session, 10, [{ keyId: old, wanted: 3 }], longAgo);
  await takeKeyRequests(session, 10, [{ keyId: current, wanted: 3 }], start);
  await deleteKeyRequests(session);
  const takenOf = async (keyId: KeyId, now: Instant) =>
    (await takeKeyRequests(session, 10, [{ keyId, wanted: 0 }], now)).get(keyId)?.taken;
  expect([await takenOf(old, longAgo), await takenOf(current, start)]).toEqual([0, 3]);
});
