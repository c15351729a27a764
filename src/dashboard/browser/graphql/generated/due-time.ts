// Generated from schema.graphql and src/dashboard/browser/views/report/due-time.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

/** Source of the interval of a sensor's samples. */
export type IntervalSource =
  /** The operator declares it, for the sensor or for its project. */
  | "declared"
  /** The distance between the newest 1,001 samples inside the contract that covers most of their time. */
  | "inferred"
  /** There are no samples: 300 s. */
  | "assumed";

export type DueTimeQueryVariables = {
  project: string;
  sensors: ReadonlyArray<string> | string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
};

export type DueTimeQuery = {
  readonly project: {
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly valid: {
        readonly buckets: ReadonlyArray<{
          readonly coveredSeconds: number;
          readonly excludedSeconds: number;
        }>;
      } | null;
      readonly availability: {
        readonly seconds: number;
        readonly samples: number;
        readonly expectedSamples: number;
        readonly coveredSeconds: number;
        readonly coverage: number;
        readonly gapCount: number;
        readonly interval: { readonly seconds: number; readonly source: IntervalSource } | null;
        readonly gaps: ReadonlyArray<{
          readonly startAt: string;
          readonly endAt: string;
          readonly seconds: number;
        }>;
      } | null;
    }>;
  } | null;
};

export type DueTimeFragment = {
  readonly valid: {
    readonly buckets: ReadonlyArray<{
      readonly coveredSeconds: number;
      readonly excludedSeconds: number;
    }>;
  } | null;
  readonly availability: {
    readonly seconds: number;
    readonly samples: number;
    readonly expectedSamples: number;
    readonly coveredSeconds: number;
    readonly coverage: number;
    readonly gapCount: number;
    readonly interval: { readonly seconds: number; readonly source: IntervalSource } | null;
    readonly gaps: ReadonlyArray<{
      readonly startAt: string;
      readonly endAt: string;
      readonly seconds: number;
    }>;
  } | null;
};

export const dueTimeDocument: TypedDocument<DueTimeQuery, DueTimeQueryVariables> = {
  name: "DueTime",
  text: `query DueTime($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!){project(id:$project){sensors(ids:$sensors){id ...DueTime}}}fragment DueTime on Sensor{valid:aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:true){buckets{coveredSeconds excludedSeconds}}availability(startAt:$first endAt:$last){interval{seconds source}seconds samples expectedSamples coveredSeconds coverage gapCount gaps{startAt endAt seconds}}}`,
};
