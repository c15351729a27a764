import { type Placeholder, sql } from "drizzle-orm";
import type { ExcludedStretches, Exclusion } from "../../../acoustics/assessment/exclusions.ts";
import type { SecondRange } from "../../../acoustics/time/contract-period.ts";
import type { Database } from "../../client/statement.ts";
import { exclusions } from "../../tables/samples.ts";
import type { GrantedSensorNo, Grants } from "../keys/grants.ts";
import { definePrimaryTelemetryStatement } from "../samples/telemetry-statement.ts";

/** A search for the exclusions of one sensor that overlap a range. Both ends of the range are inside. */
export interface ExclusionSearch {
  readonly sensorNo: GrantedSensorNo;
  readonly seconds: SecondRange;
}

/** The position after an exclusion in the order of start, end and reason. */
type Position = Pick<Exclusion, "start" | "end" | "reason">;

/**
 * Exclusions that overlap a range (null: all) by start, end and reason, each whole: at most `atMost` after a position.
 */
export async function selectExclusions(
  database: Database,
  grants: Grants,
  { sensorNo, seconds }: Pick<ExclusionSearch, "sensorNo"> & { seconds: SecondRange | null },
  atMost: number,
  { start, end, reason }: Position = beforeAll,
): Promise<readonly Exclusion[]> {
  const { first, last } = seconds ?? allTime;
  const position = { afterStart: start, afterEnd: end, afterReason: reason };
  const values = { sensorNo, first, last, ...position, atMost, grants };
  const row = await exclusionsInRange(database, values);
  return row.exclusions;
}

const allTime: SecondRange = { first: -Infinity, last: Infinity };
const beforeAll: Position = { start: -Infinity, end: -Infinity, reason: "" };

/**
 * The excluded seconds of a range as stretches: the first ones, up to a number. A stretch may begin before the range
 * and end after it.
 */
export async function selectExcludedStretches(
  database: Database,
  grants: Grants,
  { sensorNo, seconds: { first, last } }: ExclusionSearch,
  atMost: number,
): Promise<ExcludedStretches> {
  return stretchesInRange(database, { sensorNo, first, last, atMost, grants });
}

type RangeValues = {
  sensorNo: GrantedSensorNo;
  first: number;
  last: number;
  grants: Grants;
};

function isInRange(value: (name: "sensorNo" | "first" | "last") => Placeholder) {
  return sql`${exclusions.sensorNo} = ${value("sensorNo")}::integer
    and ${exclusions.startAt} <= to_timestamp(${value("last")}::float8)
    and ${exclusions.endAt} > to_timestamp(${value("first")}::float8)`;
}

/** Primary statements: an exclusion applies from the next request on, as limits do. */
const exclusionsInRange = definePrimaryTelemetryStatement<
  RangeValues & { afterStart: number; afterEnd: number; afterReason: string; atMost: number },
  { exclusions: readonly Exclusion[] }
>(
  "select-exclusions",
  (value) => sql`
    select coalesce(json_agg(json_build_object('start', date_part('epoch', start_at),
      'end', date_part('epoch', end_at), 'reason', reason, 'note', note)), '[]') as exclusions
    from (
      select ${exclusions.startAt}, ${exclusions.endAt}, ${exclusions.reason}, ${exclusions.note}
      from ${exclusions} where ${isInRange(value)}
        and (start_at, end_at, reason collate "C") > (to_timestamp(${value("afterStart")}::float8),
          to_timestamp(${value("afterEnd")}::float8), ${value("afterReason")}::text)
      order by start_at, end_at, reason collate "C" limit ${value("atMost")}::integer
    ) found`,
);

const stretchesInRange = definePrimaryTelemetryStatement<
  RangeValues & { atMost: number },
  ExcludedStretches
>(
  "select-excluded-stretches",
  (value) => sql`
    select coalesce(json_agg(date_part('epoch', first_at) order by first_at), '[]') as starts,
      coalesce(json_agg(date_part('epoch', last_at) order by first_at), '[]') as ends
    from (
      select min(start_at) as first_at, max(end_at) as last_at from (
        select start_at, end_at, count(*) filter (where reached is null or reached < start_at)
          over (order by start_at, end_at rows unbounded preceding) as stretch
        from (
          select ${exclusions.startAt}, ${exclusions.endAt}, max(${exclusions.endAt})
            over (order by start_at, end_at rows between unbounded preceding and 1 preceding) as reached
          from ${exclusions} where ${isInRange(value)}
        ) found
      ) numbered group by stretch order by first_at limit ${value("atMost")}::integer
    ) stretches`,
);
