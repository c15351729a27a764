// Generated from schema.graphql and src/dashboard/browser/views/sensor/level-series.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> =
  | T
  | { [P in keyof T]?: P extends " $fragmentName" | "__typename" ? T[P] : never };
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

export type LevelSeriesQueryVariables = Exact<{
  project: string;
  sensor: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  maxPoints: number;
}>;

export type LevelSeriesQuery = {
  readonly sensor: {
    readonly series: {
      readonly bucket: Bucket;
      readonly buckets: ReadonlyArray<{
        readonly startAt: string;
        readonly samples: number;
        readonly Leq: number | null;
        readonly LeqMin: number | null;
        readonly LeqMax: number | null;
        readonly LAFmax: number | null;
        readonly lowestLimit: number | null;
        readonly highestLimit: number | null;
        readonly maxOver: number | null;
        readonly events: number;
      }>;
    } | null;
  } | null;
};

export const levelSeriesDocument: TypedDocument<LevelSeriesQuery, LevelSeriesQueryVariables> = {
  name: "LevelSeries",
  text: `query LevelSeries($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$maxPoints:Int!){sensor(projectId:$project id:$sensor){series(startAt:$first endAt:$last fweighting:$weighting maxPoints:$maxPoints){bucket buckets{startAt samples Leq LeqMin LeqMax LAFmax lowestLimit highestLimit maxOver events}}}}`,
};
