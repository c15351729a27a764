import { type SQL, sql } from "drizzle-orm";
import type { SecondRange } from "#domain/contract-period.ts";
import type { Order } from "#domain/cursor.ts";
import type { Hundredths } from "#domain/decibel.ts";
import type { LimitStretches } from "#domain/event-search.ts";
import { formatInstant } from "#domain/instant.ts";
import { equivalentLevel } from "#domain/levels.ts";
import type { AllowList } from "#domain/viewer.ts";
import type { Weighting } from "#domain/weighting.ts";
import { sensorKeyIsAllowed } from "./allow-list.ts";
import type { Queryable } from "./connect.ts";
import { levelColumns } from "./samples.ts";
import { samples } from "./tables/samples.ts";

/** A search for events among the samples of one sensor. */
export interface EventSearch {
  readonly sensorKey: number;
  readonly weighting: Weighting;
  readonly seconds: SecondRange;
  readonly order: Order;
  /** The limits to exceed; without any there is nothing to find. */
  readonly limits: readonly LimitStretches[];
  /** How many samples to search at the most, from the start of the order. */
  readonly searchAtMost: number;
  /** How many events to return at the most. */
  readonly atMost: number;
}

/** A sample that exceeds a limit: the start of its interval in Unix seconds, and its level. */
export interface EventRow {
  readonly second: number;
  readonly level: Hundredths;
}

export interface FoundEvents {
  /** In the order of the search. */
  readonly events: readonly EventRow[];
  /** How many samples were searched. */
  readonly searched: number;
  /** The last of them in the order of the search; null where there was none. */
  readonly lastSearched: number | null;
}

/**
 * One pass over a range of the covering primary key: each level is compared with the lowest limits
 * first, and only what exceeds one is looked up in the times at which that limit holds. The planner
 * is given the times as multiranges, which it searches by halving. Sensors that the viewer may not
 * read have no samples.
 */
export async function selectEvents(
  db: Queryable,
  allowList: AllowList,
  search: EventSearch,
): Promise<FoundEvents> {
  const { sensorKey, seconds, order, searchAtMost, atMost } = search;
  const key = sql`${sensorKey}::integer`;
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  const level = levelColumns[equivalentLevel[search.weighting]];
  const found = (value: SQL) => sql`to_json((array_agg(${value} order by datetime ${direction})
    filter (where exceeds))[1:${atMost}::integer])`;
  const [row] = await db.execute<RawEvents>(sql`
    select ${found(sql`extract(epoch from datetime)::float8`)} as seconds,
      ${found(sql`level`)} as levels,
      count(*)::integer as searched,
      extract(epoch from ${order === "asc" ? sql`max` : sql`min`}(datetime))::float8 as "lastSearched"
    from (
      select searched.*, ${exceedsAny(search.limits)} as exceeds
      from (
        select ${samples.datetime} as datetime, ${level} as level
        from ${samples}
        where ${samples.sensorKey} = ${key}
          and ${samples.datetime} between to_timestamp(${seconds.first}::float8)
            and to_timestamp(${seconds.last}::float8)
          and ${sensorKeyIsAllowed(allowList, key)}
        order by ${samples.datetime} ${direction}
        limit ${searchAtMost}
      ) searched
    ) compared`);
  return {
    events: (row?.seconds ?? []).map((second, index) => ({
      second,
      // Stored levels are hundredths; the two arrays are equally long.
      level: (row?.levels?.[index] ?? 0) as Hundredths,
    })),
    searched: row?.searched ?? 0,
    lastSearched: row?.lastSearched ?? null,
  };
}

type RawEvents = {
  seconds: number[] | null;
  levels: number[] | null;
  searched: number;
  lastSearched: number | null;
};

function exceedsAny(limits: readonly LimitStretches[]): SQL {
  const conditions = limits.map(
    ({ limit, stretches }) =>
      sql`(level > ${limit}::smallint and datetime <@ ${multirangeOf(stretches)}::tstzmultirange)`,
  );
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

function multirangeOf(stretches: LimitStretches["stretches"]): string {
  const ranges = stretches.map(
    ({ startAt, endAt }) => `[${formatInstant(startAt)},${formatInstant(endAt)})`,
  );
  return `{${ranges.join(",")}}`;
}
