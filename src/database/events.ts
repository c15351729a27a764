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
import type { Database } from "./connect.ts";
import { levelColumns } from "./samples.ts";
import { defineStatement, type Statement, type StatementValues } from "./statement.ts";
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
 * first, and only what exceeds one is looked up in the times at which that limit holds. The times
 * are given as multiranges, which are searched by halving. Sensors that the viewer may not read have
 * no samples.
 */
export async function selectEvents(
  db: Database,
  allowList: AllowList,
  { sensorKey, weighting, seconds, order, limits, searchAtMost, atMost }: EventSearch,
): Promise<FoundEvents> {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(limits.length, 1)));
  const [row] = await statementOf(
    order,
    weighting,
    slots,
  )(db, {
    allowList,
    sensorKey,
    first: seconds.first,
    last: seconds.last,
    searchAtMost,
    atMost,
    ...Object.fromEntries(
      Array.from({ length: slots }, (_, slot) => valuesOfSlot(slot, limits[slot])).flat(),
    ),
  });
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

/**
 * The statement for so many limits. Their number is rounded up to a power of two, so that there are
 * few texts however many limits a schedule knows; a limit that is missing holds at no time.
 */
function statementOf(
  order: Order,
  weighting: Weighting,
  slots: number,
): Statement<StatementValues, RawEvents> {
  const name = `${order} ${weighting} ${slots}`;
  const known = statements.get(name) ?? defineSearch(order, weighting, slots);
  statements.set(name, known);
  return known;
}

const statements = new Map<string, Statement<StatementValues, RawEvents>>();

function valuesOfSlot(slot: number, held: LimitStretches | undefined): [string, string | number][] {
  return [
    [`limit${slot}`, held?.limit ?? 0],
    [`stretches${slot}`, multirangeOf(held?.stretches ?? [])],
  ];
}

function defineSearch(order: Order, weighting: Weighting, slots: number) {
  return defineStatement<StatementValues, RawEvents>("select-events", (value) => {
    const key = sql`${value("sensorKey")}::integer`;
    const direction = order === "asc" ? sql`asc` : sql`desc`;
    const exceeds = Array.from(
      { length: slots },
      (_, slot) => sql`(level > ${value(`limit${slot}`)}::smallint
        and datetime <@ ${value(`stretches${slot}`)}::tstzmultirange)`,
    );
    const found = (column: SQL) => sql`to_json((array_agg(${column} order by datetime ${direction})
      filter (where exceeds))[1:${value("atMost")}::integer])`;
    return sql`
      select ${found(sql`extract(epoch from datetime)::float8`)} as seconds,
        ${found(sql`level`)} as levels,
        count(*)::integer as searched,
        extract(epoch from ${order === "asc" ? sql`max` : sql`min`}(datetime))::float8 as "lastSearched"
      from (
        select searched.*, (${sql.join(exceeds, sql` or `)}) as exceeds
        from (
          select ${samples.datetime} as datetime, ${levelColumns[equivalentLevel[weighting]]} as level
          from ${samples}
          where ${samples.sensorKey} = ${key}
            and ${samples.datetime} between to_timestamp(${value("first")}::float8)
              and to_timestamp(${value("last")}::float8)
            and ${sensorKeyIsAllowed(value("allowList"), key)}
          order by ${samples.datetime} ${direction}
          limit ${value("searchAtMost")}
        ) searched
      ) compared`;
  });
}

function multirangeOf(stretches: LimitStretches["stretches"]): string {
  const ranges = stretches.map(
    ({ startAt, endAt }) => `[${formatInstant(startAt)},${formatInstant(endAt)})`,
  );
  return `{${ranges.join(",")}}`;
}
