// Generated from schema.graphql and src/dashboard/browser/data/read-samples.graphql by `npm run generate`. Do not edit.
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

export type ReadSamplesQueryVariables = {
  project: string;
  sensor: string;
  weighting: FrequencyWeighting;
  first: string;
  last: string;
  cursor: number;
  withPeak: boolean;
};

export type ReadSamplesQuery = {
  readonly measurements: {
    readonly cursor: number | null;
    readonly data: ReadonlyArray<{
      readonly id: string;
      readonly datetime: string;
      readonly Leq: number | null;
      readonly LAFmax: number | null;
      readonly LCpeak?: number | null;
      readonly LA10: number | null;
      readonly LA50: number | null;
      readonly LA90: number | null;
      readonly limit: number | null;
      readonly limitSource: LimitSource;
      readonly over: number | null;
      readonly classification: { readonly label: string; readonly confidence: number } | null;
    }>;
  } | null;
};

export const readSamplesDocument: TypedDocument<ReadSamplesQuery, ReadSamplesQueryVariables> = {
  name: "ReadSamples",
  text: `query ReadSamples($project:ID!$sensor:ID!$weighting:FrequencyWeighting!$first:Instant!$last:Instant!$cursor:UnixSecond!$withPeak:Boolean!){measurements(projectId:$project sensorId:$sensor startAt:$first endAt:$last cursor:$cursor limit:2000 fweighting:$weighting){data{id datetime Leq LAFmax LCpeak@include(if:$withPeak)LA10 LA50 LA90 limit limitSource over classification{label confidence}}cursor}}`,
};
