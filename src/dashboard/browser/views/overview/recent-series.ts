import { ask, type Answer } from "../../graphql/ask.ts";
import {
  type RecentSeriesQuery,
  type RecentSeriesQueryVariables,
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
  /** Samples above their limit. */
  readonly events: number;
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

/** The sensors of one request. */
export const seriesOfRequest = 8;

/** The last days of eight sensors at most, all with one weighting. Those that could not be read are missing. */
export async function readRecentSeries(
  wanted: readonly WantedSeries[],
  signal: AbortSignal,
): Promise<Answer<readonly RecentSeries[]>> {
  const [first] = wanted;
  if (first === undefined) return { data: [], issues: [] };
  // A place without a sensor is not read; its variables have to be there all the same.
  const at = (index: number) => wanted[index] ?? first;
  const has = (index: number) => index < wanted.length;
  const variables: RecentSeriesQueryVariables = {
    weighting: first.weighting,
    a: has(0),
    b: has(1),
    c: has(2),
    d: has(3),
    e: has(4),
    f: has(5),
    g: has(6),
    h: has(7),
    ...place("a", at(0)),
    ...place("b", at(1)),
    ...place("c", at(2)),
    ...place("d", at(3)),
    ...place("e", at(4)),
    ...place("f", at(5)),
    ...place("g", at(6)),
    ...place("h", at(7)),
  };
  const { data, issues } = await ask(recentSeriesDocument, variables, signal);
  const places = [data?.a, data?.b, data?.c, data?.d, data?.e, data?.f, data?.g, data?.h];
  const series = wanted.flatMap((entry, index) => {
    const buckets = places[index]?.series?.buckets.map(bucketOf);
    if (buckets === undefined) return [];
    const events = buckets.reduce((total, bucket) => total + bucket.events, 0);
    return { wanted: entry, buckets, events };
  });
  return { data: series, issues };
}

type Place = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
type PlaceVariables<Name extends Place> = Record<
  `${Name}Project` | `${Name}Sensor` | `${Name}First` | `${Name}Last`,
  string
>;

function place<Name extends Place>(name: Name, wanted: WantedSeries): PlaceVariables<Name> {
  return {
    [`${name}Project`]: wanted.project,
    [`${name}Sensor`]: wanted.sensor,
    [`${name}First`]: instantText(wanted.newest - 86_400 + 1),
    [`${name}Last`]: instantText(wanted.newest),
  } as PlaceVariables<Name>;
}

type Bucket = NonNullable<
  NonNullable<NonNullable<RecentSeriesQuery["a"]>["series"]>["buckets"]
>[number];

function bucketOf({ startAt, endAt, samples, Leq, LeqMax, lowestLimit, events }: Bucket) {
  return {
    start: secondOf(startAt),
    end: secondOf(endAt),
    samples,
    level: Leq,
    highest: LeqMax,
    limit: lowestLimit,
    events,
  };
}
