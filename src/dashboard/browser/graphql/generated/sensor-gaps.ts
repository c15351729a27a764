// Generated from schema.graphql and src/dashboard/browser/views/availability/sensor-gaps.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Source of the interval of a sensor's samples. */
export type IntervalSource =
  /** The operator declares it, for the sensor or for its project. */
  | "declared"
  /** The distance between the newest 1,001 samples inside the contract that covers most of their time. */
  | "inferred"
  /** There are no samples: 300 s. */
  | "assumed";

export type SensorGapsQueryVariables = {
  project: string;
  sensor: string;
  first: string;
  last: string;
};

export type SensorGapsQuery = {
  readonly sensor: {
    readonly availability: {
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
  } | null;
};

export type ExcludedFragment = {
  readonly startAt: string;
  readonly endAt: string;
  readonly reason: string;
  readonly note: string | null;
};

export const sensorGapsDocument: TypedDocument<SensorGapsQuery, SensorGapsQueryVariables> = {
  name: "SensorGaps",
  text: `query SensorGaps($project:ID!$sensor:ID!$first:Instant!$last:Instant!){sensor(projectId:$project id:$sensor){availability(startAt:$first endAt:$last){interval{seconds source agrees}gapCount gaps{startAt endAt seconds}}valid:aggregates(startAt:$first endAt:$last bucket:range validOnly:true){buckets{excludedSeconds}}exclusions(startAt:$first endAt:$last){...Excluded}}}fragment Excluded on Exclusion{startAt endAt reason note}`,
};
