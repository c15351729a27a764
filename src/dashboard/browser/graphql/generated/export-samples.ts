// Generated from schema.graphql and src/dashboard/browser/export/export-samples.graphql by `npm run generate`. Do not edit.
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

export type ExportSamplesQueryVariables = {
  project: string;
  sensor: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  cursor: number;
};

export type ExportSamplesQuery = {
  readonly measurements: {
    readonly cursor: number | null;
    readonly data: ReadonlyArray<{
      readonly datetime: string;
      readonly LAeq: number | null;
      readonly LCeq: number | null;
      readonly LZeq: number | null;
      readonly LAFmax: number | null;
      readonly LAFmin: number | null;
      readonly LCpeak: number | null;
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

export const exportSamplesDocument: TypedDocument<ExportSamplesQuery, ExportSamplesQueryVariables> =
  {
    name: "ExportSamples",
    text: `query ExportSamples($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$cursor:UnixSecond!){measurements(projectId:$project sensorId:$sensor startAt:$first endAt:$last fweighting:$weighting cursor:$cursor limit:2000){data{datetime LAeq LCeq LZeq LAFmax LAFmin LCpeak LA10 LA50 LA90 limit limitSource over classification{label confidence}}cursor}}`,
  };
