// Generated from schema.graphql and src/dashboard/browser/views/sensor/sensor-limits.graphql by `npm run generate`. Do not edit.
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

export type SensorLimitsQueryVariables = {
  project: string;
  sensor: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  withTimeline: boolean;
};

export type SensorLimitsQuery = {
  readonly project: {
    readonly schedule: {
      readonly exceptions: ReadonlyArray<{
        readonly name: string | null;
        readonly startAt: string;
        readonly endAt: string;
      }>;
      readonly holidays: ReadonlyArray<{ readonly date: string; readonly name: string | null }>;
    };
  } | null;
  readonly sensor: {
    readonly schedule: {
      readonly exceptions: ReadonlyArray<{
        readonly name: string | null;
        readonly startAt: string;
        readonly endAt: string;
      }>;
    };
    readonly limitTimeline?: ReadonlyArray<{
      readonly startAt: string;
      readonly endAt: string;
      readonly limit: number | null;
      readonly limitSource: LimitSource;
    }> | null;
  } | null;
};

export const sensorLimitsDocument: TypedDocument<SensorLimitsQuery, SensorLimitsQueryVariables> = {
  name: "SensorLimits",
  text: `query SensorLimits($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$withTimeline:Boolean!){project(id:$project){schedule{exceptions{name startAt endAt}holidays{date name}}}sensor(projectId:$project id:$sensor){schedule{exceptions{name startAt endAt}}limitTimeline(startAt:$first endAt:$last fweighting:$weighting)@include(if:$withTimeline){startAt endAt limit limitSource}}}`,
};
