import { type SQL, sql } from "drizzle-orm";
import { equivalentLevel } from "../../../acoustics/levels/level-names.ts";
import { type Weighting, weightings } from "../../../acoustics/levels/weighting.ts";
import type { SecondRange } from "../../../acoustics/time/contract-period.ts";
import type { Database } from "../../client/statement.ts";
import { reportedWeightings, samples } from "../../tables/samples.ts";
import type { GrantedSensorNo, Grants } from "../keys/grants.ts";
import { selectNewestSecondsOf } from "./latest-samples.ts";
import { firstReportOf } from "./reported-weightings.ts";
import type { SensorPeriod } from "./samples.ts";
import { defineTelemetryStatement, notGranted } from "./telemetry-statement.ts";
import { firstMonths, searchWidening } from "./widening-search.ts";

/** The extent of the samples of a sensor in a period. */
export interface StoredExtent {
  /** Unix seconds; null without samples. */
  readonly first: number | null;
  readonly last: number | null;
  /** The weightings with an equivalent level in some sample, in the order A, C, Z. */
  readonly weightings: readonly Weighting[];
}

/**
 * The extent of each sensor in its period, by number. Each sensor may occur once. Rejects for a sensor that is not
 * granted.
 */
export async function selectExtents(
  database: Database,
  grants: Grants,
  periods: readonly SensorPeriod[],
): Promise<Map<GrantedSensorNo, StoredExtent>> {
  const sensorNos = periods.map(({ sensorNo }) => sensorNo);
  const newestOf = await selectNewestSecondsOf(database, grants, sensorNos);
  return new Map(
    await Promise.all(
      periods.map(async ({ sensorNo, seconds }) => {
        const newest = newestOf.get(sensorNo);
        if (newest === undefined) throw notGranted(sensorNo);
        const read = (part: SecondRange) => extentOfSensor(database, { sensorNo, ...part, grants });
        return [sensorNo, await extentUntil(newest.second, seconds, read)] as const;
      }),
    ),
  );
}

/**
 * The months at both ends of the samples mostly suffice: the time between them is searched only for a weighting that
 * the sensor has reported and that neither end has.
 */
async function extentUntil(
  newest: number | null,
  seconds: SecondRange,
  read: (seconds: SecondRange) => Promise<ExtentRow>,
): Promise<StoredExtent> {
  const last = Math.min(seconds.last, newest ?? -Infinity);
  if (last < seconds.first) return { first: null, last: null, weightings: [] };
  const range = { first: seconds.first, last };
  const hasFound = (row: ExtentRow) => row.first !== null;
  if (firstMonths(range, "asc", 2) === range) return extentOf([await read(range)]);
  const ends = await Promise.all([
    searchWidening(range, "asc", read, hasFound),
    searchWidening(range, "desc", read, hasFound),
  ]);
  const extent = extentOf(ends);
  // Samples may be removed meanwhile.
  const isWhole = ends.every(hasFound) && extent.weightings.length >= ends[0].reported;
  return isWhole ? extent : extentOf([await read(range)]);
}

/** The first row is of the beginning of the samples, the last one of their end. */
function extentOf(rows: readonly ExtentRow[]): StoredExtent {
  return {
    first: rows[0]?.first ?? null,
    last: rows.at(-1)?.last ?? null,
    weightings: weightings.filter((one) => rows.some((row) => row[one])),
  };
}

/** The extent in a range, and how many weightings the sensor has reported at any time. */
type ExtentRow = {
  first: number | null;
  last: number | null;
  reported: number;
} & Record<Weighting, boolean>;

interface Range {
  readonly sensorNo: SQL;
  readonly first: SQL;
  readonly last: SQL;
}

const extentOfSensor = defineTelemetryStatement<
  { sensorNo: GrantedSensorNo; first: number; last: number; grants: Grants },
  ExtentRow
>("select-extent", (value) => {
  const range = {
    sensorNo: sql`${value("sensorNo")}::integer`,
    first: sql`to_timestamp(${value("first")}::float8)`,
    last: sql`to_timestamp(${value("last")}::float8)`,
  };
  return sql`
    select date_part('epoch', earliest.datetime) as first, date_part('epoch', latest.datetime) as last,
      (select count(*)::integer from ${reportedWeightings}
        where ${reportedWeightings.sensorNo} = ${range.sensorNo}) as reported,
      ${sql.join(
        weightings.map((one) => sql`${isReported(one, range)} as ${sql.identifier(one)}`),
        sql`, `,
      )}
    from (${edgeOf(range, sql`asc`)}) earliest, (${edgeOf(range, sql`desc`)}) latest`;
});

/** The first or the last sample of the range; one row of nulls without samples. */
function edgeOf({ sensorNo, first, last }: Range, order: SQL): SQL {
  const levels = weightings.map((weighting) => equivalentLevel[weighting].toLowerCase());
  const columns = ["datetime", ...levels].map((column) => sql.identifier(column));
  return sql`select ${sql.join(
    columns.map((column) => sql`max(${column}) as ${column}`),
    sql`, `,
  )}
    from (
      select ${sql.join(columns, sql`, `)}
      from ${samples}
      where ${samples.sensorNo} = ${sensorNo} and ${samples.datetime} between ${first} and ${last}
      order by ${samples.datetime} ${order} limit 1
    ) edge`;
}

/** The last sample mostly has the level already. */
function isReported(weighting: Weighting, { sensorNo, first, last }: Range): SQL {
  const level = sql.identifier(equivalentLevel[weighting].toLowerCase());
  // Without a report, the lower bound is null: then no row is looked for.
  return sql`(latest.${level} is not null or exists (
    select 1 from ${samples}
    where ${samples.sensorNo} = ${sensorNo} and samples.${level} is not null
      and ${samples.datetime} >= ${firstReportOf(sensorNo, weighting)}
      and ${samples.datetime} between ${first} and ${last}))`;
}
