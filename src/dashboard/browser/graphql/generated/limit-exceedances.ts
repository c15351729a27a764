// Generated from schema.graphql and src/dashboard/browser/views/sensor/statistics/limit-exceedances.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

/** Source of an applicable limit, in order of precedence: the first that matches wins. */
export type LimitSource =
  /** An exception of the sensor. */
  | "sensor_exception"
  /** An exception of the project. */
  | "project_exception"
  /** A window of the sensor that starts on a holiday. */
  | "sensor_holiday"
  /** A window of the project that starts on a holiday. */
  | "project_holiday"
  /** A window of the sensor's schedule. */
  | "sensor_schedule"
  /** A window of the project's schedule. */
  | "project_schedule"
  /** The sensor's default. */
  | "sensor_default"
  /** The project's default. */
  | "project_default"
  /** No limit applies. */
  | "none";

export type LimitExceedancesQueryVariables = {
  project: string;
  sensor: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
};

export type LimitExceedancesQuery = {
  readonly sensor: {
    readonly aggregates: {
      readonly buckets: ReadonlyArray<{
        readonly samples: number;
        readonly events: number;
        readonly overSeconds: number;
        readonly maxOver: number | null;
        readonly limit: number | null;
        readonly limitSource: LimitSource | null;
      }>;
    } | null;
  } | null;
};

export const limitExceedancesDocument: TypedDocument<
  LimitExceedancesQuery,
  LimitExceedancesQueryVariables
> = {
  name: "LimitExceedances",
  text: `query LimitExceedances($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!){sensor(projectId:$project id:$sensor){aggregates(startAt:$first endAt:$last bucket:limit fweighting:$weighting maxBuckets:10000){buckets{samples events overSeconds maxOver limit limitSource}}}}`,
};
