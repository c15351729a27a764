// Generated from schema.graphql and src/dashboard/browser/views/events/sensor-gaps.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> =
  | T
  | { [P in keyof T]?: P extends " $fragmentName" | "__typename" ? T[P] : never };
export type SensorGapsQueryVariables = Exact<{
  project: string;
  sensor: string;
  first: string;
  last: string;
}>;

export type SensorGapsQuery = {
  readonly sensor: {
    readonly availability: {
      readonly gaps: ReadonlyArray<{ readonly startAt: string; readonly endAt: string }>;
    } | null;
  } | null;
};

export const sensorGapsDocument: TypedDocument<SensorGapsQuery, SensorGapsQueryVariables> = {
  name: "SensorGaps",
  text: `query SensorGaps($project: ID!, $sensor: ID!, $first: Instant!, $last: Instant!) {
  sensor(projectId: $project, id: $sensor) {
    availability(startAt: $first, endAt: $last) {
      gaps {
        startAt
        endAt
      }
    }
  }
}
`,
};
