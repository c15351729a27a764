// Generated from schema.graphql and src/dashboard/browser/views/sensor/statistics/level-distribution.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

/** The levels that a meter reports for each sample. */
export type LevelName =
  /** A-weighted equivalent level. */
  | "LAeq"
  /** C-weighted equivalent level. */
  | "LCeq"
  /** Z-weighted equivalent level. */
  | "LZeq"
  /** A-weighted maximum, time weighting F. */
  | "LAFmax"
  /** A-weighted minimum, time weighting F. */
  | "LAFmin"
  /** C-weighted peak. */
  | "LCpeak"
  /** A-weighted level exceeded for 10 % of the sample. */
  | "LA10"
  /** A-weighted level exceeded for 50 % of the sample. */
  | "LA50"
  /** A-weighted level exceeded for 90 % of the sample. */
  | "LA90";

export type LevelDistributionQueryVariables = {
  project: string;
  sensor: string;
  first: string;
  last: string;
  level: LevelName;
  weighting: FrequencyWeighting;
  validOnly: boolean;
};

export type LevelDistributionQuery = {
  readonly sensor: {
    readonly distribution: {
      readonly samples: number;
      readonly seconds: number;
      readonly lowest: number | null;
      readonly highest: number | null;
      readonly bins: ReadonlyArray<{
        readonly from: number;
        readonly to: number;
        readonly samples: number;
        readonly seconds: number;
      }>;
      readonly exceeded: ReadonlyArray<{ readonly percent: number; readonly level: number | null }>;
    } | null;
    readonly aggregates: { readonly buckets: ReadonlyArray<{ readonly events: number }> } | null;
    readonly availability: { readonly gapCount: number } | null;
  } | null;
};

export const levelDistributionDocument: TypedDocument<
  LevelDistributionQuery,
  LevelDistributionQueryVariables
> = {
  name: "LevelDistribution",
  text: `query LevelDistribution($project:ID!$sensor:ID!$first:Instant!$last:Instant!$level:LevelName!$weighting:FrequencyWeighting!$validOnly:Boolean!){sensor(projectId:$project id:$sensor){distribution(startAt:$first endAt:$last level:$level binWidth:1 validOnly:$validOnly){samples seconds bins{from to samples seconds}lowest highest exceeded{percent level}}aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:$validOnly maxBuckets:1){buckets{events}}availability(startAt:$first endAt:$last){gapCount}}}`,
};
