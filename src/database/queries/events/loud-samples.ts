import { sql } from "drizzle-orm";
import { notReported } from "../../../acoustics/aggregates/sample-columns.ts";
import type { Hundredths } from "../../../acoustics/levels/decibel.ts";
import { equivalentLevel } from "../../../acoustics/levels/level-names.ts";
import type { Weighting } from "../../../acoustics/levels/weighting.ts";
import type { Cursor, Order } from "../../../acoustics/paging.ts";
import type { Database } from "../../client/statement.ts";
import { samples } from "../../tables/samples.ts";
import type { GrantedSensorNo } from "../keys/granted-sensors.ts";
import type { Grants } from "../keys/grants.ts";
import { createNumberReader } from "../samples/number-reader.ts";
import { isInWindow, levelColumns } from "../samples/samples.ts";
import { defineTelemetryStatement } from "../samples/telemetry-statement.ts";
import type { Exceedance, ExceedanceSearch, FoundExceedances } from "./exceedances.ts";

/** A search whose samples come with what an episode needs of them. */
export interface LoudSearch extends ExceedanceSearch {
  /** A next sample within so many seconds is found. */
  readonly intervalSeconds: number;
}

/** A sample above the bound. */
export interface LoudSample extends Exceedance {
  readonly LAFmax: Hundredths | null;
  /** The next sample, whatever levels it has; null if there is none within the interval. */
  readonly next: number | null;
}

/**
 * Searches a range of the index of the samples' primary key, as `selectExceedances` does. The next sample is looked up
 * for those above the bound alone: a year without any costs no more. Rejects for a sensor that is not granted.
 */
export async function selectLoudSamples(
  database: Database,
  grants: Grants,
  { sensorNo, weighting, seconds, order, above, searchAtMost, intervalSeconds }: LoudSearch,
): Promise<FoundExceedances<LoudSample>> {
  const { first, last } = seconds;
  const values = { sensorNo, first, last, above, searchAtMost, intervalSeconds, grants };
  const { loud, ...found } = await statements[order][weighting](database, values);
  return { ...found, exceedances: readLoudSamples(loud ?? "") };
}

function readLoudSamples(text: string): LoudSample[] {
  const found: LoudSample[] = [];
  const numbers = createNumberReader(text);
  while (numbers.hasMore()) {
    const [second, level, LAFmax, next] = [
      numbers.next(),
      numbers.next(),
      numbers.next(),
      numbers.next(),
    ];
    found.push({
      second,
      level: level as Hundredths,
      LAFmax: LAFmax === notReported ? null : (LAFmax as Hundredths),
      next: next === 0 ? null : next,
    });
  }
  return found;
}

const statements = { asc: forEachWeighting("asc"), desc: forEachWeighting("desc") };

function forEachWeighting(order: Order) {
  return {
    A: defineSearch(order, "A"),
    C: defineSearch(order, "C"),
    Z: defineSearch(order, "Z"),
  };
}

type SearchValues = {
  sensorNo: GrantedSensorNo;
  first: number;
  last: number;
  above: number;
  searchAtMost: number;
  intervalSeconds: number;
  grants: Grants;
};

type SearchRow = { loud: string | null; searched: number; lastSearched: Cursor | null };

function defineSearch(order: Order, weighting: Weighting) {
  return defineTelemetryStatement<SearchValues, SearchRow>("select-loud-samples", (value) => {
    const sensorNo = sql`${value("sensorNo")}::integer`;
    // Second 0 has no sample. Both bounds of the time let the server skip the tables of other months.
    const next = sql`coalesce((
        select date_part('epoch', min(later.datetime)) from ${samples} later
        where later.sensor_key = ${sensorNo} and later.datetime > searched.datetime
          and later.datetime < searched.datetime + make_interval(secs => ${value("intervalSeconds")}::float8)), 0)`;
    const LAFmax = sql`coalesce(lafmax, (${sql.raw(String(notReported))})::smallint)`;
    return sql`
      select string_agg(row(date_part('epoch', datetime), level, ${LAFmax}, ${next})::text, '')
          filter (where level > ${value("above")}::smallint) as loud,
        count(*)::integer as searched,
        date_part('epoch', ${order === "asc" ? sql`max` : sql`min`}(datetime)) as "lastSearched"
      from (
        select ${samples.datetime} as datetime, ${samples.lafmax} as lafmax,
          ${levelColumns[equivalentLevel[weighting]]} as level
        from ${samples}
        where ${isInWindow(sensorNo, value)}
        order by ${samples.datetime} ${order === "asc" ? sql`asc` : sql`desc`}
        limit ${value("searchAtMost")}
      ) searched`;
  });
}
