import { sql } from "drizzle-orm";
import {
  equivalentLevel,
  type LevelName,
  levelNames,
  type Levels,
} from "../../../acoustics/levels/level-names.ts";
import type { Weighting } from "../../../acoustics/levels/weighting.ts";
import { arrayLiteral, type Database, defineReplicatedStatement } from "../../client/statement.ts";
import type { Queryable } from "../../client/pool.ts";
import { samples, sensorLatest } from "../../tables/samples.ts";
import { type GrantedSensorNo, type Grants, telemetryIsGranted } from "../keys/grants.ts";
import { firstReportOf } from "./reported-weightings.ts";
import { isInPeriod, levelColumns, type SampleRow, type SensorPeriod } from "./samples.ts";
import { searchWidening } from "./widening-search.ts";
import { defineTelemetryStatement, notGranted } from "./telemetry-statement.ts";

/** The newest sample of a sensor. */
export type LatestSample = SampleRow & { readonly sensorNo: number };

/*
 * One statement reads the newest samples of any number of sensors. One to three further statements search for each
 * sensor whose newest sample is after the period or lacks the level.
 */

/**
 * The last sample of each sensor in its period that has the equivalent level of the weighting, by sensor number; a
 * sensor without one is not in the result. No sensor may occur twice. Rejects for a sensor that is not granted.
 */
export async function selectLatestSamples(
  database: Database,
  grants: Grants,
  periods: readonly SensorPeriod[],
  weighting: Weighting,
): Promise<Map<GrantedSensorNo, SampleRow>> {
  if (periods.length === 0) return new Map();
  const sensorNos = arrayLiteral(periods.map(({ sensorNo }) => sensorNo));
  const granted = new Map(
    (await newestSamples(database, { sensorNos, grants })).map((row) => [row.sensorNo, row]),
  );
  const found = new Map<GrantedSensorNo, SampleRow>();
  const unknown: SensorPeriod[] = [];
  for (const period of periods) {
    const row = granted.get(period.sensorNo);
    if (row === undefined) throw notGranted(period.sensorNo);
    // Without a sample, or with one before the period, the sensor has none in it.
    if (!hasSample(row) || row.second < period.seconds.first) continue;
    if (row.second > period.seconds.last || row[equivalentLevel[weighting]] === null)
      unknown.push(period);
    else found.set(period.sensorNo, row);
  }
  await Promise.all(
    unknown.map(async ({ sensorNo, seconds }) => {
      const { sample } = await searchWidening(
        {
          first: seconds.first,
          last: Math.min(seconds.last, granted.get(sensorNo)?.second ?? Infinity),
        },
        "desc",
        (part) => lastReported[weighting](database, { sensorNo, ...part, grants }),
        ({ sample: newest, isReported }) => newest !== null || !isReported,
      );
      if (sample !== null) found.set(sensorNo, sample);
    }),
  );
  return found;
}

/** The Unix second of the newest sample of each granted sensor; null for a sensor without samples. */
export async function selectNewestSecondsOf(
  database: Database,
  grants: Grants,
  sensorNos: readonly GrantedSensorNo[],
): Promise<Map<GrantedSensorNo, NewestSecond>> {
  const rows = await newestSamples(database, { sensorNos: arrayLiteral(sensorNos), grants });
  return new Map(rows.map((row) => [row.sensorNo, row]));
}

export type NewestSecond = Pick<NewestRow, "second">;

/** The newest sample of a granted sensor, which may have none. */
type NewestRow = Levels & { readonly sensorNo: GrantedSensorNo; readonly second: number | null };

function hasSample(row: NewestRow): row is NewestRow & SampleRow {
  return row.second !== null;
}

const sampleColumns = sql`date_part('epoch', datetime) as second, ${sql.join(
  levelNames.map((name) => sql`${sql.identifier(name.toLowerCase())} as ${sql.identifier(name)}`),
  sql`, `,
)}`;

const newestSamples = defineReplicatedStatement<{ sensorNos: string; grants: Grants }, NewestRow>(
  "select-latest-samples",
  (value, server) => sql`
    select wanted.sensor_no as "sensorNo", ${sampleColumns}
    from unnest(${value("sensorNos")}::integer[]) wanted (sensor_no)
    left join ${sensorLatest} using (sensor_no)
    where ${server === "primary" ? telemetryIsGranted(value("grants"), sql`wanted.sensor_no`) : sql`true`}`,
);

const lastReported = {
  A: defineLastReported("A"),
  C: defineLastReported("C"),
  Z: defineLastReported("Z"),
};

/** A level is searched from its first report on. Without a report, that second is null, and no row is searched. */
function defineLastReported(weighting: Weighting) {
  return defineTelemetryStatement<
    { sensorNo: GrantedSensorNo; first: number; last: number; grants: Grants },
    { sample: SampleRow | null; isReported: boolean }
  >("select-last-reported", (value) => {
    const sensorNo = sql`${value("sensorNo")}::integer`;
    return sql`
      select json_agg(newest)->0 as sample,
        ${firstReportOf(sensorNo, weighting)} is not null as "isReported"
      from (
        select ${sampleColumns}
        from ${samples}
        where ${isInPeriod(sensorNo, value)}
          and ${levelColumns[equivalentLevel[weighting]]} is not null
          and ${samples.datetime} >= ${firstReportOf(sensorNo, weighting)}
        order by ${samples.datetime} desc
        limit 1
      ) newest`;
  });
}

/**
 * Stores the newest sample of each sensor among the samples that this transaction has written. Of a stored sample of
 * the same second, the levels outside `columns` stay.
 */
export async function upsertLatestSamples(
  db: Queryable,
  written: readonly LatestSample[],
  columns: readonly string[] = levelNames,
): Promise<void> {
  const newest = await selectNewestSeconds(db, written);
  // An import of only old samples locks no row. Sorted, so that two imports lock the rows in the same order.
  const rows = written
    .filter(({ sensorNo, second }) => second >= (newest.get(sensorNo) ?? -Infinity))
    .toSorted((left, right) => left.sensorNo - right.sensorNo);
  if (rows.length === 0) return;
  const isOfSecond = "sensor_latest.datetime = excluded.datetime";
  const values = levelNames.map((name) => {
    const column = name.toLowerCase();
    const kept = `case when ${isOfSecond} then sensor_latest.${column} else excluded.${column} end`;
    return columns.includes(name) ? `excluded.${column}` : kept;
  });
  const excluded = sql.raw(values.join(", "));
  const columnOf = (name: LevelName) => arrayLiteral(rows.map((row) => row[name]));
  await db.execute(sql`
    insert into ${sensorLatest} (sensor_no, datetime, ${levels})
    select sensor_no, to_timestamp(second), ${levels}
    from unnest(
      ${arrayLiteral(rows.map(({ sensorNo }) => sensorNo))}::integer[],
      ${arrayLiteral(rows.map(({ second }) => second))}::bigint[],
      ${sql.join(
        levelNames.map((name) => sql`${columnOf(name)}::smallint[]`),
        sql`, `,
      )}
    ) as batch (sensor_no, second, ${levels})
    order by sensor_no
    on conflict (sensor_no) do update set (datetime, ${levels}) = (excluded.datetime, ${excluded})
      where sensor_latest.datetime <= excluded.datetime`);
}

async function selectNewestSeconds(
  db: Queryable,
  written: readonly LatestSample[],
): Promise<Map<number, number>> {
  if (written.length === 0) return new Map();
  const sensorNos = arrayLiteral(written.map(({ sensorNo }) => sensorNo));
  const rows = await db.execute<{ sensorNo: number; second: number }>(sql`
    select sensor_no as "sensorNo", date_part('epoch', datetime) as second from ${sensorLatest}
    where sensor_no = any (${sensorNos}::integer[])`);
  return new Map(rows.map(({ sensorNo, second }) => [sensorNo, second]));
}

/** Finds the newest sample of a sensor again, after samples of it were removed. The inferred interval stays. */
export async function rebuildLatestSample(db: Queryable, sensorNo: number): Promise<void> {
  // A change first waits for an import that is writing the row; the next statement sees what it has written.
  await db.execute(
    sql`update ${sensorLatest} set datetime = datetime where sensor_no = ${sensorNo}`,
  );
  await db.execute(sql`
    insert into ${sensorLatest} (sensor_no, datetime, ${levels})
    select sensor_no, datetime, ${levels} from samples where sensor_no = ${sensorNo}
    order by datetime desc limit 1
    on conflict (sensor_no) do update set (datetime, ${levels}) = (excluded.datetime, ${excludedLevels})`);
  await db.execute(sql`
    delete from ${sensorLatest} where sensor_no = ${sensorNo}
      and not exists (select 1 from samples where sensor_no = ${sensorNo})`);
}

const levels = sql.raw(levelNames.map((name) => name.toLowerCase()).join(", "));
const excludedLevels = sql.raw(
  levelNames.map((name) => `excluded.${name.toLowerCase()}`).join(", "),
);
