import { chunksOf, grouped } from "../../data/grouped.ts";
import { ask, type Answer } from "../../graphql/ask.ts";
import {
  type RecentSeriesQuery,
  recentSeriesDocument,
} from "../../graphql/generated/recent-series.ts";
import type { SparklineBucket } from "../../plots/sparkline-shape.ts";
import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import { instantText, secondOf } from "../../time/local-time.ts";
import type { SensorStatus } from "./sensor-status.ts";

/** A sensor whose last day is wanted: the 24 hours up to its newest sample. */
export interface WantedSeries {
  readonly project: string;
  readonly sensor: string;
  /** Start of the newest sample, Unix seconds; it is the last second of the day. */
  readonly newest: number;
  readonly weighting: Weighting;
}

export interface RecentSeries {
  readonly wanted: WantedSeries;
  readonly buckets: readonly SparklineBucket[];
  /** Samples above their limit; null if none has a limit. */
  readonly events: number | null;
}

/** The last days of a project's sensors, in their order; none of those without a sample. */
export function wantedSeries(
  project: string,
  statuses: readonly SensorStatus[],
  weighting: Weighting,
): WantedSeries[] {
  return statuses.flatMap(({ sensor, newest }) =>
    newest === null ? [] : [{ project, sensor: sensor.id, newest: newest.second, weighting }],
  );
}

/** A sensor whose samples are seconds takes more than a twentieth of the records of a request. */
const seriesOfRequest = 20;

/** The sensors of each request, in the order given: they are of one project, and their days are the same time. */
export function requestsOf(wanted: readonly WantedSeries[]): WantedSeries[][] {
  const alike = grouped(
    wanted,
    ({ project, newest, weighting }) => `${project} ${newest} ${weighting}`,
  );
  return [...alike.values()].flatMap((own) => chunksOf(own, seriesOfRequest));
}

/** The last days of the sensors of one request. Those that could not be read are missing. */
export async function readRecentSeries(
  wanted: readonly WantedSeries[],
  signal: AbortSignal,
): Promise<Answer<readonly RecentSeries[]>> {
  const [common] = wanted;
  if (common === undefined) return { data: [], issues: [] };
  const { project, newest, weighting } = common;
  const first = instantText(newest - 86_400 + 1);
  const sensors = wanted.map(({ sensor }) => sensor);
  const variables = { project, sensors, first, last: instantText(newest), weighting };
  const { data, issues } = await ask(recentSeriesDocument, variables, signal);
  const answered = new Map(data?.project?.sensors.map(({ id, series }) => [id, series] as const));
  const series = wanted.flatMap((entry) => {
    const buckets = answered.get(entry.sensor)?.buckets.map(bucketOf);
    if (buckets === undefined) return [];
    const limited = buckets.filter(({ limit }) => limit !== null);
    const events =
      limited.length === 0 ? null : limited.reduce((total, bucket) => total + bucket.events, 0);
    return { wanted: entry, buckets, events };
  });
  return { data: series, issues };
}

type Bucket = NonNullable<
  NonNullable<RecentSeriesQuery["project"]>["sensors"][number]["series"]
>["buckets"][number];

function bucketOf({ startAt, endAt, samples, Leq, LeqMax, lowestLimit, events }: Bucket) {
  return {
    first: secondOf(startAt),
    end: secondOf(endAt),
    samples,
    level: Leq,
    highest: LeqMax,
    limit: lowestLimit,
    events,
  };
}
