// Generated from schema.graphql and src/dashboard/browser/views/event/nearest-event.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> =
  | T
  | { [P in keyof T]?: P extends " $fragmentName" | "__typename" ? T[P] : never };
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

/** Direction of time in a page. */
export type Order =
  /** Oldest first. */
  | "asc"
  /** Newest first. */
  | "desc";

export type NearestEventQueryVariables = Exact<{
  project: string;
  sensor: string;
  startAt: string;
  endAt: string;
  order: Order;
  weighting: FrequencyWeighting;
  cursor: number;
}>;

export type NearestEventQuery = {
  readonly events: {
    readonly cursor: number | null;
    readonly data: ReadonlyArray<{
      readonly id: string;
      readonly datetime: string;
      readonly over: number;
    }>;
  } | null;
};

export const nearestEventDocument: TypedDocument<NearestEventQuery, NearestEventQueryVariables> = {
  name: "NearestEvent",
  text: `query NearestEvent($project:ID!$sensor:ID!$startAt:Instant!$endAt:Instant!$order:Order!$weighting:FrequencyWeighting!$cursor:UnixSecond!){events(projectId:$project sensorId:$sensor startAt:$startAt endAt:$endAt limit:1 orderBy:$order fweighting:$weighting cursor:$cursor){data{id datetime over}cursor}}`,
};
