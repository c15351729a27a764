import { sql } from "drizzle-orm";
import type { SecondRange } from "../../../acoustics/time/contract-period.ts";
import type { Cursor, Order } from "../../../acoustics/paging.ts";
import type { Hundredths } from "../../../acoustics/levels/decibel.ts";
import { equivalentLevel } from "../../../acoustics/levels/level-names.ts";
import type { Weighting } from "../../../acoustics/levels/weighting.ts";
import type { Database } from "../../client/statement.ts";
import { samples } from "../../tables/samples.ts";
import type { GrantedSensorNo, Grants } from "../keys/grants.ts";
import { createNumberReader } from "../samples/number-reader.ts";
import { isInPeriod, levelColumns } from "../samples/samples.ts";
import { defineTelemetryStatement } from "../samples/telemetry-statement.ts";

/** A search among the samples of one sensor for levels above a bound. */
export interface ExceedanceSearch {
  readonly sensorNo: GrantedSensorNo;
  readonly weighting: Weighting;
  readonly seconds: SecondRange;
  readonly order: Order;
  /** The bound: the search finds higher levels. */
  readonly above: Hundredths;
  /** The greatest number of samples to search, from the start of the order. */
  readonly searchAtMost: number;
}

/** A sample above the bound: the start of its interval in Unix seconds, and its level. */
export interface Exceedance {
  readonly second: number;
  readonly level: Hundredths;
}

export interface FoundExceedances<Found extends Exceedance = Exceedance> {
  /** In the order of the search. */
  readonly exceedances: readonly Found[];
  /** How many samples were searched. */
  readonly searched: number;
  /** The last sample searched, in the order of the search; null without samples. */
  readonly lastSearched: Cursor | null;
}

/**
 * Searches a range of the index of the samples' primary key. The limit schedule, which is not in SQL, decides if an
 * exceedance is an event. Rejects for a sensor that is not granted.
 */
export async function selectExceedances(
  database: Database,
  grants: Grants,
  { sensorNo, weighting, seconds, order, above, searchAtMost }: ExceedanceSearch,
): Promise<FoundExceedances> {
  const { first, last } = seconds;
  const values = { sensorNo, first, last, above, searchAtMost, grants };
  const { exceedances, ...found } = await statements[order][weighting](database, values);
  return { ...found, exceedances: readExceedances(exceedances ?? "") };
}

/** The same for several sensors, by sensor number: one statement a sensor. No sensor may occur twice. */
export async function selectExceedancesOfSensors(
  database: Database,
  grants: Grants,
  searches: readonly ExceedanceSearch[],
): Promise<Map<GrantedSensorNo, FoundExceedances>> {
  return new Map(
    await Promise.all(
      searches.map(async (search) => {
        return [search.sensorNo, await selectExceedances(database, grants, search)] as const;
      }),
    ),
  );
}

function readExceedances(text: string): Exceedance[] {
  const exceedances: Exceedance[] = [];
  const numbers = createNumberReader(text);
  // JavaScript evaluates the members in the order of the source, which is the order of the columns.
  while (numbers.hasMore()) {
    exceedances.push({ second: numbers.next(), level: numbers.next() as Hundredths });
  }
  return exceedances;
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
  grants: Grants;
};

type SearchRow = { exceedances: string | null; searched: number; lastSearched: Cursor | null };

function defineSearch(order: Order, weighting: Weighting) {
  return defineTelemetryStatement<SearchValues, SearchRow>("select-exceedances", (value) => {
    const isAbove = sql`level > ${value("above")}::smallint`;
    return sql`
      select string_agg(row(date_part('epoch', datetime), level)::text, '')
          filter (where ${isAbove}) as exceedances,
        count(*)::integer as searched,
        date_part('epoch', ${order === "asc" ? sql`max` : sql`min`}(datetime)) as "lastSearched"
      from (
        select ${samples.datetime} as datetime, ${levelColumns[equivalentLevel[weighting]]} as level
        from ${samples}
        where ${isInPeriod(sql`${value("sensorNo")}::integer`, value)}
        order by ${samples.datetime} ${order === "asc" ? sql`asc` : sql`desc`}
        limit ${value("searchAtMost")}
      ) searched`;
  });
}
