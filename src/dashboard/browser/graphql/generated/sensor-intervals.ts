// Generated from schema.graphql and src/dashboard/browser/views/overview/sensor-intervals.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Source of the interval of a sensor's samples. */
export type IntervalSource =
  /** The operator declares it, for the sensor or for its project. */
  | "declared"
  /** The distance between the newest 1,001 samples inside the contract that covers most of their time. */
  | "inferred"
  /** There are no samples: 300 s. */
  | "assumed";

export type SensorIntervalsQueryVariables = { [key: string]: never };

export type SensorIntervalsQuery = {
  readonly projects: ReadonlyArray<{
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly interval: { readonly seconds: number; readonly source: IntervalSource } | null;
      readonly extent: { readonly firstAt: string | null; readonly lastAt: string | null } | null;
    }>;
  }> | null;
};

export const sensorIntervalsDocument: TypedDocument<
  SensorIntervalsQuery,
  SensorIntervalsQueryVariables
> = {
  name: "SensorIntervals",
  text: `query SensorIntervals{projects{sensors{id interval{seconds source}extent{firstAt lastAt}}}}`,
};
