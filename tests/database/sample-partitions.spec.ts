import { sql } from "drizzle-orm";
import { addMonths, monthOf, monthOfSecond } from "../../src/acoustics/time/calendar-month.ts";
import type { SecondRange } from "../../src/acoustics/time/contract-period.ts";
import { createSampleReader } from "../../src/database/queries/samples/sample-columns.ts";
import type { GrantedSensorNo } from "../../src/database/queries/keys/grants.ts";
import { grantsOf, resolveSensors } from "../support/grants.ts";
import { sessionSending } from "../support/session.ts";
import { isDistributable } from "../../src/database/scale-out/distribute.ts";
import { type OpenDatabase, openDatabase } from "../../src/database/client/open-database.ts";
import {
  dropSamplePartition,
  ensureSamplePartitions,
  isPartitionInUse,
  selectSamplePartitions,
} from "../../src/database/queries/maintenance/sample-partitions.ts";
import {
  compactPartition,
  hasTransactionOpenFor,
  selectUncompactPartitions,
} from "../../src/database/queries/maintenance/compact-partitions.ts";
import { removePast } from "../../src/operator/maintenance/remove-past.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { ownDatabase, withServerDatabase } from "../support/own-database.ts";
import { databaseLimits } from "../support/templates.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

const test = base.extend<{ own: OpenDatabase }>(ownDatabase);

const secondOf = (text: string) => Date.parse(text) / 1000;

async function namesOf({ db }: OpenDatabase): Promise<string[]> {
  return (await selectSamplePartitions(db)).map(({ name }) => name);
}

test("a sample whose month has no partition makes it, and no other", async ({ own: database }) => {
  const tenant = await createTenant(database.db);
  await tenant.addSamples([
    { second: secondOf("2019-02-28T23:59:59Z"), LAeq: 50 },
    { second: secondOf("2019-03-01T00:00:00Z"), LAeq: 51 },
    { second: secondOf("2031-12-31T23:59:59Z"), LAeq: 52 },
  ]);
  expect(await namesOf(database)).toEqual([
    "samples_2019_02",
    "samples_2019_03",
    "samples_2031_12",
  ]);
  const rows = await database.db.execute<{ name: string; laeq: number }>(sql`
    select tableoid::regclass::text as name, laeq from samples order by datetime`);
  // On Citus, the number of a shard follows the name.
  expect(rows.map(({ name, laeq }) => [name.slice(0, "samples_2019_02".length), laeq])).toEqual([
    ["samples_2019_02", 5000],
    ["samples_2019_03", 5100],
    ["samples_2031_12", 5200],
  ]);
});

test("a month whose samples are not committed yet is in use, and is not dropped", async () => {
  await withServerDatabase("migrated", async (database) => {
    const { db, kind } = database;
    await createTenant(db);
    await ensureSamplePartitions(db, [monthOf(2019, 3)]);
    const now = Date.parse("2026-03-01T00:00:00Z") as Instant;
    const round = { db, kind, now, signal: neverAborted };
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`
        insert into samples (sensor_no, datetime, laeq)
        select sensor_no, '2019-03-01T00:00:00Z', 5000 from sensors`);
      expect(await removePast(round)).toMatchObject({ dropped: [] });
      expect(await isPartitionInUse(db, "samples_2019_03")).toBe(true);
    });
    expect(await isPartitionInUse(db, "samples_2019_03")).toBe(false);
    expect(await namesOf(database)).toEqual(["samples_2019_03"]);
  });
});

test("autovacuum visits the newest samples of a partition after a thousand rows", async ({
  own: { db },
}) => {
  await ensureSamplePartitions(db, [monthOf(2026, 1)]);
  const rows = await db.execute(
    sql`select reloptions::text as options from pg_class where relname = 'samples_2026_01'`,
  );
  expect(rows).toEqual([
    {
      options: "{autovacuum_vacuum_insert_threshold=1000,autovacuum_vacuum_insert_scale_factor=0}",
    },
  ]);
});

test("years of few samples have one partition each, and clocks that were never set share two", async ({
  own: database,
}) => {
  const tenant = await createTenant(database.db);
  const texts = ["1970-01-01T00:00:01Z", "1999-12-31T23:59:59Z", "2000-01-01T00:00:00Z"];
  const turns = ["2014-01-01T00:00:00Z", "2014-12-31T23:59:59Z", "2015-01-01T00:00:00Z"];
  const later = ["2039-12-31T23:59:59Z", "2040-01-01T00:00:00Z", "2099-12-31T23:59:59Z"];
  const late = [...turns, ...later, "2100-01-01T00:00:00Z", "9999-12-31T23:59:59Z"];
  await tenant.addSamples(
    [...texts, ...late].map((text) => ({ second: secondOf(text), LAeq: 40 })),
  );
  expect(await namesOf(database)).toEqual([
    "samples_before_2000_01",
    "samples_2000",
    "samples_2014",
    "samples_2015_01",
    "samples_2039_12",
    "samples_2040",
    "samples_2099",
    "samples_from_2100_01",
  ]);
  const [row] = await database.db.execute<{ count: number }>(
    sql`select count(*)::integer as count from samples`,
  );
  expect(row?.count).toBe(11);
});

/** Milliseconds; a command has no statement timeout. */
const [serviceTimeout, commandTimeout] = [5000, 0];

test("with many partitions a service and a command plan each statement for its own range", async ({
  own: database,
}) => {
  const { target } = database;
  if (target.kind === "socket" || (await isDistributable(database.db)))
    return test.skip(true, "only a server without Citus chooses by the number of partitions");
  const modeAfterOpening = async (statementTimeoutMilliseconds: number) => {
    const config = { kind: "postgres", url: target.url, ...databaseLimits } as const;
    const opened = await openDatabase(config, { statementTimeoutMilliseconds });
    const rows = await opened.db
      .execute<{ mode: string }>(sql`select current_setting('plan_cache_mode') as mode`)
      .finally(() => opened.close());
    return rows[0]?.mode;
  };
  const months = Array.from({ length: 121 }, (_, index) => addMonths(monthOf(2015, 1), index));
  await ensureSamplePartitions(database.db, months.slice(1));
  for (const timeout of [serviceTimeout, commandTimeout]) {
    expect(await modeAfterOpening(timeout)).toBe("force_generic_plan");
  }
  await ensureSamplePartitions(database.db, months);
  for (const timeout of [serviceTimeout, commandTimeout]) {
    expect(await modeAfterOpening(timeout)).toBe("force_custom_plan");
  }
});

test("the newest samples of a long contract are found near the newest sample, or else in the whole contract", async ({
  database,
  tenantOf,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const none = 0 as GrantedSensorNo;
  const [sensorNo = none, silent = none] = await resolveSensors(database, tenant.sensorIds);
  const texts = ["2017-05-01T00:00:00Z", "2019-02-28T00:00:00Z", "2019-03-10T00:00:00Z"];
  const [old = 0, middle = 0, last = 0] = texts.map(secondOf);
  await tenant.addSamples([old, middle, last].map((second) => ({ second, LAeq: 40 })));
  const [first, end] = [secondOf("2015-01-01T00:00:00Z"), secondOf("2039-12-31T23:59:59Z")];
  const ranges: string[] = [];
  const session = sessionSending(database, (sendOn, text, values) => {
    if (text.includes("between"))
      ranges.push(values.some((value) => Number(value) === first) ? "whole" : "near");
    return sendOn();
  });
  const newest = async (no: GrantedSensorNo, range: SecondRange, atMost: number) => {
    ranges.length = 0;
    const seconds = await createSampleReader(session, grantsOf(tenant.key)).newest({
      sensorNo: no,
      seconds: range,
      atMost,
    });
    return { seconds, ranges: [...ranges] };
  };
  const near = { seconds: [last, middle], ranges: ["near"] };
  expect(await newest(sensorNo, { first, last: end }, 2)).toEqual(near);
  const all = { seconds: [last, middle, old], ranges: ["near", "whole"] };
  expect(await newest(sensorNo, { first, last: end }, 4)).toEqual(all);
  const before = { seconds: [middle], ranges: ["near"] };
  expect(await newest(sensorNo, { first, last: last - 1 }, 1)).toEqual(before);
  const nothing = { seconds: [], ranges: [] };
  expect(await newest(sensorNo, { first: last + 1, last: end }, 2)).toEqual(nothing);
  expect(await newest(silent, { first, last: end }, 2)).toEqual(nothing);
});

test("imports that need the same month at the same time both succeed", async ({
  own: database,
}) => {
  const { db } = database;
  const months = [monthOf(2026, 1), monthOf(2026, 2)];
  await Promise.all([1, 2, 3, 4].map(() => ensureSamplePartitions(db, months)));
  expect(await namesOf(database)).toEqual(["samples_2026_01", "samples_2026_02"]);
});

test("on a server, a month is made while another import has samples of its own uncommitted", async () => {
  await withServerDatabase("migrated", async (database) => {
    const { db } = database;
    await ensureSamplePartitions(db, [monthOf(2026, 1)]);
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`lock table samples in row exclusive mode`);
      await ensureSamplePartitions(db, [monthOf(2026, 2)]);
    });
    expect(await namesOf(database)).toEqual(["samples_2026_01", "samples_2026_02"]);
  });
});

test("a partition that writers use is not dropped, and nobody waits for it", async () => {
  await withServerDatabase("migrated", async (database) => {
    const { db } = database;
    await ensureSamplePartitions(db, [monthOf(2020, 1)]);
    const [partition] = await selectSamplePartitions(db);
    if (partition === undefined) throw new Error("there is no partition");
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`lock table samples in row exclusive mode`);
      await expect(dropSamplePartition(db, partition, { onlyEmpty: true })).rejects.toMatchObject({
        cause: { code: "55P03" },
      });
    });
    expect(await dropSamplePartition(db, partition, { onlyEmpty: true })).toBe(true);
    expect(await namesOf(database)).toEqual([]);
  });
});

test("a past month is made compact once, and again after an import into it, half a day later", async ({
  own: database,
}) => {
  const { db, kind } = database;
  const tenant = await createTenant(db);
  const january = secondOf("2026-01-15T00:00:00Z");
  await tenant.addSamples([{ second: january, LAeq: 50 }]);
  const halfDay = 43_200_000;
  const uncompact = async (now: number) =>
    (await selectUncompactPartitions(db, now as Instant, halfDay)).map(({ name }) => name);
  const end = Date.parse("2026-02-01T00:00:00Z");
  expect(await uncompact(end - 1)).toEqual([]);
  expect(await uncompact(end)).toEqual(["samples_2026_01"]);
  const [partition] = await selectSamplePartitions(db);
  if (partition === undefined) throw new Error("there is no partition");
  await compactPartition(db, kind, partition, end as Instant);
  expect(await uncompact(end + 10 * halfDay)).toEqual([]);
  await tenant.addSamples([{ second: january + 1, LAeq: 50 }]);
  expect(await uncompact(end + halfDay - 1)).toEqual([]);
  expect(await uncompact(end + halfDay)).toEqual(["samples_2026_01"]);
});

test("an index that an interrupted build has left is dropped before the next build", async ({
  own: database,
}) => {
  const { db, kind } = database;
  await ensureSamplePartitions(db, [monthOf(2026, 1)]);
  const [partition] = await selectSamplePartitions(db);
  if (partition === undefined) throw new Error("there is no partition");
  await db.execute(sql`create index samples_left_ccnew on samples_2026_01 (datetime)`);
  await db.execute(sql`create index samples_built on samples_2026_01 (datetime)`);
  await db.execute(sql`
    update pg_index set indisvalid = false where indexrelid = 'samples_left_ccnew'::regclass`);
  await compactPartition(db, kind, partition, Date.now() as Instant);
  const left = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class where relkind = 'i' and relname ~ '^samples_(left|built)'`);
  expect(left.map(({ name }) => name)).toEqual(["samples_built"]);
});

test("a transaction beside which no index is built is seen while it is open", async () => {
  await withServerDatabase("migrated", async ({ db }) => {
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`select 1`);
      expect(await hasTransactionOpenFor(db, 0)).toBe(true);
      expect(await hasTransactionOpenFor(db, 3600)).toBe(false);
    });
    expect(await hasTransactionOpenFor(db, 0)).toBe(false);
  });
});

test("an index that was filled in order of arrival is compact after it was rebuilt", async ({
  own: database,
  databaseConfig,
  onCitus,
}) => {
  const { db, kind } = database;
  await createTenant(db, { sensors: 20 });
  const first = secondOf("2026-01-01T00:00:00Z");
  await ensureSamplePartitions(db, [monthOfSecond(first)]);
  const rows = 60_000;
  await db.execute(sql`
    insert into samples (sensor_no, datetime, laeq, lceq, lzeq, lafmax, lafmin, lcpeak, la10, la50, la90)
    select sensor_no, to_timestamp(${first} + step * 300), 5000, 5100, 5200, 6000, 4000, 7000, 5500, 5000, 4500
    from generate_series(0, ${rows / 20 - 1}) step, sensors order by step, sensor_no`);
  const bytesOfSample = async () => {
    const size = onCitus
      ? sql`citus_total_relation_size('samples_2026_01') - citus_table_size('samples_2026_01')`
      : sql`pg_indexes_size('samples_2026_01')`;
    const [row] = await db.execute<{ bytes: number }>(
      sql`select (${size})::float8 / ${rows}::float8 as bytes`,
    );
    return row?.bytes ?? Infinity;
  };
  expect(await bytesOfSample()).toBeGreaterThan(80);
  const [partition] = await selectSamplePartitions(db);
  if (partition === undefined) throw new Error("there is no partition");
  await compactPartition(db, kind, partition, Date.now() as Instant);
  expect(await bytesOfSample(), databaseConfig.kind).toBeLessThanOrEqual(65);
});
