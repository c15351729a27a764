// Generated from schema.graphql and src/rest/routes/list-events.graphql by `npm run generate`. Do not edit.
import type { PersistedDocument } from "../../define-route.ts";
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

export type ListEventsQueryVariables = {
  projectId: string;
  sensorId: string;
  startAt: Date;
  endAt: Date;
  limit: number;
  orderBy: Order;
  fweighting: FrequencyWeighting;
  cursor: number;
  withAudio: boolean;
};

export type ListEventsQuery = {
  readonly events: {
    readonly cursor: number | null;
    readonly data: ReadonlyArray<{
      readonly id: string;
      readonly sensorId: string;
      readonly datetime: string;
      readonly Leq: number;
      readonly limit: number;
      readonly over: number;
      readonly limitSource: LimitSource;
      readonly limitRecalculatedAt: string;
      readonly fweighting: FrequencyWeighting;
      readonly audioUrl?: string | null;
      readonly audioExpiresAt?: string | null;
      readonly classification: {
        readonly label: string;
        readonly confidence: number;
        readonly model: string;
      } | null;
    }>;
    readonly meta: {
      readonly clamped: boolean;
      readonly effectiveRange: { readonly startAt: string; readonly endAt: string } | null;
    };
  } | null;
};

export const listEventsDocument: PersistedDocument<ListEventsQuery, ListEventsQueryVariables> = {
  text: `query ListEvents(
  $projectId: ID!
  $sensorId: ID!
  $startAt: Instant!
  $endAt: Instant!
  $limit: Int!
  $orderBy: Order!
  $fweighting: FrequencyWeighting!
  $cursor: UnixSecond!
  $withAudio: Boolean!
) {
  events(
    projectId: $projectId
    sensorId: $sensorId
    startAt: $startAt
    endAt: $endAt
    limit: $limit
    orderBy: $orderBy
    fweighting: $fweighting
    cursor: $cursor
    withAudio: $withAudio
  ) {
    data {
      id
      sensorId
      datetime
      classification {
        label
        confidence
        model
      }
      Leq
      limit
      over
      limitSource
      limitRecalculatedAt
      fweighting
      audioUrl @include(if: $withAudio)
      audioExpiresAt @include(if: $withAudio)
    }
    cursor
    meta {
      clamped
      effectiveRange {
        startAt
        endAt
      }
    }
  }
}
`,
};
