// Generated from schema.graphql and src/dashboard/browser/views/event/surrounding-limits.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
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

export type SurroundingLimitsQueryVariables = {
  project: string;
  sensor: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  dueFirst: string;
  dueLast: string;
  isDue: boolean;
};

export type SurroundingLimitsQuery = {
  readonly sensor: {
    readonly limitTimeline: ReadonlyArray<{
      readonly startAt: string;
      readonly endAt: string;
      readonly limit: number | null;
      readonly limitSource: LimitSource;
    }> | null;
    readonly availability?: {
      readonly gaps: ReadonlyArray<{ readonly startAt: string; readonly endAt: string }>;
    } | null;
    readonly exclusions: ReadonlyArray<{
      readonly startAt: string;
      readonly endAt: string;
      readonly reason: string;
      readonly note: string | null;
    }> | null;
    readonly indicators: {
      readonly periods: { readonly day: string; readonly evening: string; readonly night: string };
    } | null;
  } | null;
};

export type ExcludedFragment = {
  readonly startAt: string;
  readonly endAt: string;
  readonly reason: string;
  readonly note: string | null;
};

export const surroundingLimitsDocument: TypedDocument<
  SurroundingLimitsQuery,
  SurroundingLimitsQueryVariables
> = {
  name: "SurroundingLimits",
  text: `query SurroundingLimits($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$dueFirst:Instant!$dueLast:Instant!$isDue:Boolean!){sensor(projectId:$project id:$sensor){limitTimeline(startAt:$first endAt:$last fweighting:$weighting){startAt endAt limit limitSource}availability(startAt:$dueFirst endAt:$dueLast)@include(if:$isDue){gaps{startAt endAt}}exclusions(startAt:$first endAt:$last){...Excluded}indicators(startAt:$first endAt:$last){periods{day evening night}}}}fragment Excluded on Exclusion{startAt endAt reason note}`,
};
