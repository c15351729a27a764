// Generated from schema.graphql and src/dashboard/browser/views/sensor/level-bars.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

/** A part of a range over which samples are added up, in the project's local time. */
export type Bucket =
  /** Begins with each minute of the wall clock, and at every clock change. */
  | "minute"
  /** Begins at each multiple of five minutes since midnight on the wall clock, and at every clock change. */
  | "five_minutes"
  /** Begins at each multiple of fifteen minutes since midnight on the wall clock, and at every clock change. */
  | "quarter_hour"
  /** Begins with each hour of the wall clock, and at every clock change: a repeated hour is two buckets. */
  | "hour"
  /** From the first instant whose wall clock shows a date to that of the next date that exists. */
  | "day"
  /** Seven such days from Monday (ISO 8601). */
  | "week"
  /** The days of a calendar month. */
  | "month"
  /** The days of a calendar year. */
  | "year"
  /** One bucket: the effective range. */
  | "range"
  /** The segments of `limitTimeline`, cut to whole seconds: one limit and one source each. At most 366 days. */
  | "limit";

export type LevelBarsQueryVariables = {
  project: string;
  sensor: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  bucket: Bucket;
};

export type LevelBarsQuery = {
  readonly sensor: {
    readonly aggregates: {
      readonly buckets: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly samples: number;
        readonly expectedSamples: number;
        readonly coverage: number;
        readonly Leq: number | null;
        readonly events: number;
      }>;
    } | null;
  } | null;
};

export const levelBarsDocument: TypedDocument<LevelBarsQuery, LevelBarsQueryVariables> = {
  name: "LevelBars",
  text: `query LevelBars($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$bucket:Bucket!){sensor(projectId:$project id:$sensor){aggregates(startAt:$first endAt:$last bucket:$bucket fweighting:$weighting){buckets{startAt endAt samples expectedSamples coverage Leq events}}}}`,
};
