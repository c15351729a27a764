// Generated from schema.graphql and src/dashboard/browser/views/events/recorded-events.graphql by `npm run generate`. Do not edit.
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

export type RecordedEventsQueryVariables = Exact<{
  project: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  cursor?: string | null | undefined;
  sensors?: ReadonlyArray<string> | string | null | undefined;
}>;

export type RecordedEventsQuery = {
  readonly project: {
    readonly events: {
      readonly cursor: string | null;
      readonly data: ReadonlyArray<{ readonly id: string }>;
    } | null;
  } | null;
};

export const recordedEventsDocument: TypedDocument<
  RecordedEventsQuery,
  RecordedEventsQueryVariables
> = {
  name: "RecordedEvents",
  text: `query RecordedEvents($project:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$cursor:String$sensors:[ID!]){project(id:$project){events(startAt:$first endAt:$last fweighting:$weighting orderBy:desc limit:2000 cursor:$cursor sensors:$sensors withRecording:true){data{id}cursor}}}`,
};
