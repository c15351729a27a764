// Generated from schema.graphql and src/dashboard/browser/views/sensor/availability/day-availability.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
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

/** Source of the interval of a sensor's samples. */
export type IntervalSource =
  /** The operator declares it, for the sensor or for its project. */
  | "declared"
  /** The distance between the newest 1,001 samples inside the contract that covers most of their time. */
  | "inferred"
  /** There are no samples: 300 s. */
  | "assumed";

export type DayAvailabilityQueryVariables = {
  project: string;
  sensor: string;
  first: string;
  last: string;
  level: LevelName;
  weighting: FrequencyWeighting;
  maxBuckets: number;
};

export type DayAvailabilityQuery = {
  readonly sensor: {
    readonly aggregates: {
      readonly buckets: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly seconds: number;
        readonly samples: number;
        readonly expectedSamples: number;
        readonly events: number;
      }>;
    } | null;
    readonly availability: {
      readonly samples: number;
      readonly expectedSamples: number;
      readonly coverage: number;
      readonly gapCount: number;
      readonly interval: {
        readonly seconds: number;
        readonly source: IntervalSource;
        readonly agrees: boolean;
      } | null;
      readonly gaps: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly seconds: number;
      }>;
    } | null;
    readonly valid: {
      readonly buckets: ReadonlyArray<{ readonly excludedSeconds: number }>;
    } | null;
    readonly exclusions: ReadonlyArray<{
      readonly startAt: string;
      readonly endAt: string;
      readonly reason: string;
      readonly note: string | null;
    }> | null;
    readonly distribution: {
      readonly bins: ReadonlyArray<{
        readonly from: number;
        readonly to: number;
        readonly samples: number;
      }>;
    } | null;
  } | null;
};

export type ExcludedFragment = {
  readonly startAt: string;
  readonly endAt: string;
  readonly reason: string;
  readonly note: string | null;
};

export const dayAvailabilityDocument: TypedDocument<
  DayAvailabilityQuery,
  DayAvailabilityQueryVariables
> = {
  name: "DayAvailability",
  text: `query DayAvailability($project:ID!$sensor:ID!$first:Instant!$last:Instant!$level:LevelName!$weighting:FrequencyWeighting!$maxBuckets:Int!){sensor(projectId:$project id:$sensor){aggregates(startAt:$first endAt:$last bucket:day fweighting:$weighting maxBuckets:$maxBuckets){buckets{startAt endAt seconds samples expectedSamples events}}availability(startAt:$first endAt:$last){interval{seconds source agrees}samples expectedSamples coverage gapCount gaps{startAt endAt seconds}}valid:aggregates(startAt:$first endAt:$last bucket:range validOnly:true){buckets{excludedSeconds}}exclusions(startAt:$first endAt:$last){...Excluded}distribution(startAt:$first endAt:$last level:$level binWidth:1){bins{from to samples}}}}fragment Excluded on Exclusion{startAt endAt reason note}`,
};
