// Generated from schema.graphql and src/dashboard/browser/views/events/project-events.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
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

export type ProjectEventsQueryVariables = {
  project: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  order: Order;
  limit: number;
  cursor?: string | null | undefined;
  sensors?: ReadonlyArray<string> | string | null | undefined;
  labels?: ReadonlyArray<string> | string | null | undefined;
  minOver?: number | null | undefined;
  sources?: ReadonlyArray<LimitSource> | LimitSource | null | undefined;
  withRecording?: boolean | null | undefined;
};

export type ProjectEventsQuery = {
  readonly project: {
    readonly events: {
      readonly cursor: string | null;
      readonly data: ReadonlyArray<{
        readonly id: string;
        readonly sensorId: string;
        readonly datetime: string;
        readonly Leq: number;
        readonly limit: number;
        readonly over: number;
        readonly limitSource: LimitSource;
        readonly classification: { readonly label: string; readonly confidence: number } | null;
      }>;
    } | null;
  } | null;
};

export const projectEventsDocument: TypedDocument<ProjectEventsQuery, ProjectEventsQueryVariables> =
  {
    name: "ProjectEvents",
    text: `query ProjectEvents($project:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$order:Order!$limit:Int!$cursor:String$sensors:[ID!]$labels:[String!]$minOver:Decibel$sources:[LimitSource!]$withRecording:Boolean){project(id:$project){events(startAt:$first endAt:$last fweighting:$weighting orderBy:$order limit:$limit cursor:$cursor sensors:$sensors labels:$labels minOver:$minOver sources:$sources withRecording:$withRecording){data{id sensorId datetime Leq limit over limitSource classification{label confidence}}cursor}}}`,
  };
