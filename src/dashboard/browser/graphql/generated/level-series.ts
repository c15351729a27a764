// Generated from schema.graphql and src/dashboard/browser/views/sensor/level-series.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

export type LevelSeriesQueryVariables = {
  project: string;
  sensor: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  validOnly: boolean;
  maxPoints: number;
};

export type LevelSeriesQuery = {
  readonly sensor: {
    readonly series: {
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

export type LevelBucketFragment = {
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
};

export const levelSeriesDocument: TypedDocument<LevelSeriesQuery, LevelSeriesQueryVariables> = {
  name: "LevelSeries",
  text: `query LevelSeries($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!$maxPoints:Int!){sensor(projectId:$project id:$sensor){series(startAt:$first endAt:$last fweighting:$weighting validOnly:$validOnly maxPoints:$maxPoints){buckets{...LevelBucket}}}}fragment LevelBucket on Aggregate{startAt samples Leq LeqMin LeqMax LAFmax lowestLimit highestLimit maxOver events}`,
};
