import { sql } from "drizzle-orm";
import type { SecondRange } from "#acoustics/time/contract-period.ts";
import type { Order } from "#acoustics/paging.ts";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import { equivalentLevel } from "#acoustics/levels/level-names.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";
import { type Grants, sensorNoIsGranted } from "./grants.ts";
import { createNumberReader } from "#database/client/row-text.ts";
import { levelColumns } from "./samples.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { samples } from "#database/tables/samples.ts";

/** A search among the samples of one sensor for what may be an event. */
export interface ExceedanceSearch {
  readonly sensorNo: number;
  readonly weighting: Weighting;
  readonly seconds: SecondRange;
  readonly order: Order;
  /** What a level has to exceed. */
  readonly above: Hundredths;
  /** How many samples to search at the most, from the start of the order. */
  readonly searchAtMost: number;
}

/** A sample whose level is above what was asked for: the start of its interval in Unix seconds. */
export interface Exceedance {
  readonly second: number;
  readonly level: Hundredths;
}

export interface FoundExceedances {
  /** In the order of the search. */
  readonly candidates: readonly Exceedance[];
  /** How many samples were searched. */
  readonly searched: number;
  /** The last of them in the order of the search; null where there was none. */
  readonly lastSearched: number | null;
}

/**
 * One pass over a range of the covering primary key. Whether a candidate is an event is not for SQL to
 * say: that takes the schedule. Sensors that the principal may not read have no samples.
 */
export async function selectExceedances(
  db: Database,
  grants: Grants,
  { sensorNo, weighting, seconds, order, above, searchAtMost }: ExceedanceSearch,
): Promise<FoundExceedances> {
  const { first, last } = seconds;
  const values = { sensorNo, first, last, above, searchAtMost, grants };
  const [row] = await statements[order][weighting](db, values);
  return {
    candidates: readExceedances(row?.candidates ?? ""),
    searched: row?.searched ?? 0,
    lastSearched: row?.lastSearched ?? null,
  };
}

function readExceedances(text: string): Exceedance[] {
  const candidates: Exceedance[] = [];
  const numbers = createNumberReader(text);
  // Members are evaluated in the order in which they are written, which is that of the columns.
  while (numbers.hasMore()) {
    candidates.push({ second: numbers.next() ?? 0, level: (numbers.next() ?? 0) as Hundredths });
  }
  return candidates;
}

const statements = {
  asc: { A: defineSearch("asc", "A"), C: defineSearch("asc", "C"), Z: defineSearch("asc", "Z") },
  desc: {
    A: defineSearch("desc", "A"),
    C: defineSearch("desc", "C"),
    Z: defineSearch("desc", "Z"),
  },
};

type SearchValues = {
  sensorNo: number;
  first: number;
  last: number;
  above: number;
  searchAtMost: number;
  grants: Grants;
};

type SearchRow = { candidates: string | null; searched: number; lastSearched: number | null };

function defineSearch(order: Order, weighting: Weighting) {
  return defineStatement<SearchValues, SearchRow>("select-exceedances", (value) => {
    const key = sql`${value("sensorNo")}::integer`;
    return sql`
      select string_agg(row(date_part('epoch', datetime), level)::text, '')
          filter (where level > ${value("above")}::smallint) as candidates,
        count(*)::integer as searched,
        date_part('epoch', ${order === "asc" ? sql`max` : sql`min`}(datetime)) as "lastSearched"
      from (
        select ${samples.datetime} as datetime, ${levelColumns[equivalentLevel[weighting]]} as level
        from ${samples}
        where ${samples.sensorNo} = ${key}
          and ${samples.datetime} between to_timestamp(${value("first")}::float8)
            and to_timestamp(${value("last")}::float8)
          and ${sensorNoIsGranted(value("grants"), key)}
        order by ${samples.datetime} ${order === "asc" ? sql`asc` : sql`desc`}
        limit ${value("searchAtMost")}
      ) searched`;
  });
}
