import { useMemo } from "preact/hooks";
import { issueAt } from "../../../graphql/ask.ts";
import {
  type HourLevelFragment,
  hourStatisticsDocument,
} from "../../../graphql/generated/hour-statistics.ts";
import { useQuery } from "../../../graphql/use-query.ts";
import type { HourLevel } from "../../../plots/heat-map-grid.ts";
import { secondOf } from "../../../time/local-time.ts";
import { bucketsFor, type StatisticsRange } from "./shown-range.ts";

export type HourQuery = ReturnType<typeof useHours>;

/** The hours of the shown range, and what the plots of them need to know. */
export function useHours(shown: StatisticsRange | null) {
  const maxBuckets = shown && bucketsFor(shown.seconds, 3600);
  const query = useQuery(
    hourStatisticsDocument,
    shown === null || maxBuckets === null ? null : { ...shown.variables, maxBuckets },
    "v0:data:read",
  );
  const { data, issues } = query;
  const buckets = data?.sensor?.aggregates?.buckets;
  const dates = data?.project?.schedule.holidays;
  const issue = issueAt(issues, "sensor") ?? (buckets === undefined ? issues[0] : undefined);
  const hours = useMemo(() => (buckets === undefined ? null : hoursOf(buckets)), [buckets]);
  const holidays = useMemo(() => new Set((dates ?? []).map(({ date }) => date)), [dates]);
  return {
    ...query,
    data: hours,
    /** Dates of the project. */
    holidays,
    issues: issue === undefined ? [] : [issue],
    /** The range has more hours than the server gives at once. */
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
