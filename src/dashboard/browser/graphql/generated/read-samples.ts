// Generated from schema.graphql and src/dashboard/browser/data/read-samples.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
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

/** What decides an applicable limit, in order of precedence: the first that matches wins. */
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

export type ReadSamplesQueryVariables = Exact<{
  project: string;
  sensor: string;
  weighting: FrequencyWeighting;
  a: boolean;
  aFirst: string;
  aLast: string;
  aCursor: number;
  b: boolean;
  bFirst: string;
  bLast: string;
  bCursor: number;
  c: boolean;
  cFirst: string;
  cLast: string;
  cCursor: number;
  d: boolean;
  dFirst: string;
  dLast: string;
  dCursor: number;
}>;

export type ReadSamplesQuery = {
  readonly a?: {
    readonly cursor: number | null;
    readonly data: ReadonlyArray<{
      readonly id: string;
      readonly datetime: string;
      readonly Leq: number | null;
      readonly LAFmax: number | null;
      readonly LA10: number | null;
      readonly LA50: number | null;
      readonly LA90: number | null;
      readonly limit: number | null;
      readonly limitSource: LimitSource;
      readonly over: number | null;
      readonly classification: { readonly label: string; readonly confidence: number } | null;
    }>;
  } | null;
  readonly b?: {
    readonly cursor: number | null;
    readonly data: ReadonlyArray<{
      readonly id: string;
      readonly datetime: string;
      readonly Leq: number | null;
      readonly LAFmax: number | null;
      readonly LA10: number | null;
      readonly LA50: number | null;
      readonly LA90: number | null;
      readonly limit: number | null;
      readonly limitSource: LimitSource;
      readonly over: number | null;
      readonly classification: { readonly label: string; readonly confidence: number } | null;
    }>;
  } | null;
  readonly c?: {
    readonly cursor: number | null;
    readonly data: ReadonlyArray<{
      readonly id: string;
      readonly datetime: string;
      readonly Leq: number | null;
      readonly LAFmax: number | null;
      readonly LA10: number | null;
      readonly LA50: number | null;
      readonly LA90: number | null;
      readonly limit: number | null;
      readonly limitSource: LimitSource;
      readonly over: number | null;
      readonly classification: { readonly label: string; readonly confidence: number } | null;
    }>;
  } | null;
  readonly d?: {
    readonly cursor: number | null;
    readonly data: ReadonlyArray<{
      readonly id: string;
      readonly datetime: string;
      readonly Leq: number | null;
      readonly LAFmax: number | null;
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

export type PartOfSamplesFragment = {
  readonly cursor: number | null;
  readonly data: ReadonlyArray<{
    readonly id: string;
    readonly datetime: string;
    readonly Leq: number | null;
    readonly LAFmax: number | null;
    readonly LA10: number | null;
    readonly LA50: number | null;
    readonly LA90: number | null;
    readonly limit: number | null;
    readonly limitSource: LimitSource;
    readonly over: number | null;
    readonly classification: { readonly label: string; readonly confidence: number } | null;
  }>;
};

export const readSamplesDocument: TypedDocument<ReadSamplesQuery, ReadSamplesQueryVariables> = {
  name: "ReadSamples",
  text: `query ReadSamples(
  $project: ID!
  $sensor: ID!
  $weighting: FrequencyWeighting!
  $a: Boolean!
  $aFirst: Instant!
  $aLast: Instant!
  $aCursor: UnixSecond!
  $b: Boolean!
  $bFirst: Instant!
  $bLast: Instant!
  $bCursor: UnixSecond!
  $c: Boolean!
  $cFirst: Instant!
  $cLast: Instant!
  $cCursor: UnixSecond!
  $d: Boolean!
  $dFirst: Instant!
  $dLast: Instant!
  $dCursor: UnixSecond!
) {
  a: measurements(
    projectId: $project
    sensorId: $sensor
    startAt: $aFirst
    endAt: $aLast
    cursor: $aCursor
    limit: 2000
    fweighting: $weighting
  ) @include(if: $a) {
    ...PartOfSamples
  }
  b: measurements(
    projectId: $project
    sensorId: $sensor
    startAt: $bFirst
    endAt: $bLast
    cursor: $bCursor
    limit: 2000
    fweighting: $weighting
  ) @include(if: $b) {
    ...PartOfSamples
  }
  c: measurements(
    projectId: $project
    sensorId: $sensor
    startAt: $cFirst
    endAt: $cLast
    cursor: $cCursor
    limit: 2000
    fweighting: $weighting
  ) @include(if: $c) {
    ...PartOfSamples
  }
  d: measurements(
    projectId: $project
    sensorId: $sensor
    startAt: $dFirst
    endAt: $dLast
    cursor: $dCursor
    limit: 2000
    fweighting: $weighting
  ) @include(if: $d) {
    ...PartOfSamples
  }
}

fragment PartOfSamples on MeasurementsPage {
  data {
    id
    datetime
    Leq
    LAFmax
    LA10
    LA50
    LA90
    limit
    limitSource
    over
    classification {
      label
      confidence
    }
  }
  cursor
}
`,
};
