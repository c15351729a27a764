import { useMemo } from "preact/hooks";
import { askInBatches, samplesRead } from "../../../data/sensor-batches.ts";
import { ask, type Issue, issueAt } from "../../../graphql/ask.ts";
import {
  hourStatisticsDocument,
  type HourStatisticsQuery,
} from "../../../graphql/generated/hour-statistics.ts";
import { useAsked, useQuery } from "../../../graphql/use-query.ts";
import type { HourLevel } from "../../../plots/heat-map-grid.ts";
import { useProject } from "../../../state/project-scope.tsx";
import { secondOf } from "../../../time/local-time.ts";
import { bucketsFor, type StatisticsRange } from "./shown-range.ts";

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

/** The hours of the sensor that is shown. */
export function useHours(shown: StatisticsRange | null): HourQuery {
  const variables = hourVariables(shown);
  const { data, issues, isLoading } = useQuery(
    hourStatisticsDocument,
    shown === null || variables === null ? null : { ...variables, sensors: [shown.sensor] },
    "v0:data:read",
  );
  const sensor = data?.project?.sensors[0];
  const dates = data?.project?.schedule.holidays;
  const hours = useMemo(() => hoursOf(sensor), [sensor]);
  const holidays = useMemo(() => new Set((dates ?? []).map(({ date }) => date)), [dates]);
  return {
    hours,
    holidays,
    isLoading,
    issue: issueAt(issues, "project.sensors") ?? (hours === null ? (issues[0] ?? null) : null),
    isTooLong: shown !== null && variables === null,
  };
}

/** The hours of sensors by id, read together; null while they are on their way. */
export interface HoursOfSensors {
  readonly sensors: ReadonlyMap<string, Pick<HourQuery, "hours" | "issue">> | null;
  readonly isTooLong: boolean;
}

/** As `useHours` for several sensors, of whose range `shown` is. Null asks nothing. */
export function useHoursOfSensors(
  shown: StatisticsRange | null,
  sensorIds: readonly string[],
): HoursOfSensors {
  const scope = useProject();
  const variables = hourVariables(shown);
  const { data } = useAsked(
    async (signal) => {
      const samples = samplesRead(scope, scope.range);
      // An hour has twelve values, of which a request may have ten times as many as records.
      const recordsOf = (id: string) => samples(id) + 2 * (variables?.maxBuckets ?? 0);
      const answers =
        variables === null
          ? []
          : await askInBatches(sensorIds, recordsOf, (sensors) =>
              ask(hourStatisticsDocument, { ...variables, sensors }, signal),
            );
      const hours = answers.map(
        ([id, { sensor, issues }]) =>
          [id, { hours: hoursOf(sensor), issue: issues[0] ?? null }] as const,
      );
      return { data: new Map(hours), issues: [] };
    },
    JSON.stringify([variables, sensorIds]),
  );
  return { sensors: data, isTooLong: shown !== null && variables === null };
}

/** Null if nothing is asked: without a range, or for more hours than the server gives at once. */
function hourVariables(shown: StatisticsRange | null) {
  const maxBuckets = shown === null ? null : bucketsFor(shown.seconds, 3600);
  if (shown === null || maxBuckets === null) return null;
  const { project, first, last, weighting } = shown;
  return { project, first, last, weighting, maxBuckets };
}

type Sensor = NonNullable<HourStatisticsQuery["project"]>["sensors"][number];

function hoursOf(sensor: Sensor | null | undefined): HourLevel[] | null {
  const buckets = sensor?.aggregates?.buckets;
  if (buckets === undefined) return null;
  return buckets.map(({ startAt, endAt, ...hour }) => ({
    ...hour,
    start: secondOf(startAt),
    end: secondOf(endAt),
  }));
}
