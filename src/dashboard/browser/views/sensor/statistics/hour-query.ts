import { useMemo } from "preact/hooks";
import { type Issue, issueAt } from "../../../graphql/ask.ts";
import {
  type HourLevelFragment,
  hourStatisticsDocument,
} from "../../../graphql/generated/hour-statistics.ts";
import { useQuery } from "../../../graphql/use-query.ts";
import type { HourLevel } from "../../../plots/heat-map-grid.ts";
import { secondOf } from "../../../time/local-time.ts";
import { bucketsFor, type StatisticsRange, variablesOf } from "./shown-range.ts";

/** The hours of the shown range, and what the plots of them need to know. */
export interface HourQuery {
  /** Null before the first answer, and where there is none. */
  readonly hours: readonly HourLevel[] | null;
  /** Dates of the project. */
  readonly holidays: ReadonlySet<string>;
  readonly isLoading: boolean;
  readonly issue: Issue | null;
  /** The range has more hours than the server gives at once. */
  readonly isTooLong: boolean;
}

export function useHours(shown: StatisticsRange | null): HourQuery {
  const maxBuckets = shown === null ? null : bucketsFor(shown.seconds, 3600);
  const { data, issues, isLoading } = useQuery(
    hourStatisticsDocument,
    shown === null || maxBuckets === null ? null : { ...variablesOf(shown), maxBuckets },
    "v0:data:read",
  );
  const buckets = data?.sensor?.aggregates?.buckets;
  const dates = data?.project?.schedule.holidays;
  const hours = useMemo(() => (buckets === undefined ? null : hoursOf(buckets)), [buckets]);
  const holidays = useMemo(() => new Set((dates ?? []).map(({ date }) => date)), [dates]);
  return {
    hours,
    holidays,
    isLoading,
    issue: issueAt(issues, "sensor") ?? (hours === null ? (issues[0] ?? null) : null),
    isTooLong: shown !== null && maxBuckets === null,
  };
}

export function hoursOf(buckets: readonly HourLevelFragment[]): HourLevel[] {
  return buckets.map(({ startAt, endAt, ...hour }) => ({
    ...hour,
    start: secondOf(startAt),
    end: secondOf(endAt),
  }));
}
