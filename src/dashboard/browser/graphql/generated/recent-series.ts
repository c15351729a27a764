// Generated from schema.graphql and src/dashboard/browser/views/overview/recent-series.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
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

export type RecentSeriesQueryVariables = Exact<{
  weighting: FrequencyWeighting;
  a: boolean;
  aProject: string;
  aSensor: string;
  aFirst: string;
  aLast: string;
  b: boolean;
  bProject: string;
  bSensor: string;
  bFirst: string;
  bLast: string;
  c: boolean;
  cProject: string;
  cSensor: string;
  cFirst: string;
  cLast: string;
  d: boolean;
  dProject: string;
  dSensor: string;
  dFirst: string;
  dLast: string;
  e: boolean;
  eProject: string;
  eSensor: string;
  eFirst: string;
  eLast: string;
  f: boolean;
  fProject: string;
  fSensor: string;
  fFirst: string;
  fLast: string;
  g: boolean;
  gProject: string;
  gSensor: string;
  gFirst: string;
  gLast: string;
  h: boolean;
  hProject: string;
  hSensor: string;
  hFirst: string;
  hLast: string;
}>;

export type RecentSeriesQuery = {
  readonly a?: {
    readonly series: {
      readonly buckets: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly samples: number;
        readonly Leq: number | null;
        readonly LeqMax: number | null;
        readonly lowestLimit: number | null;
        readonly events: number;
      }>;
    } | null;
  } | null;
  readonly b?: {
    readonly series: {
      readonly buckets: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly samples: number;
        readonly Leq: number | null;
        readonly LeqMax: number | null;
        readonly lowestLimit: number | null;
        readonly events: number;
      }>;
    } | null;
  } | null;
  readonly c?: {
    readonly series: {
      readonly buckets: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly samples: number;
        readonly Leq: number | null;
        readonly LeqMax: number | null;
        readonly lowestLimit: number | null;
        readonly events: number;
      }>;
    } | null;
  } | null;
  readonly d?: {
    readonly series: {
      readonly buckets: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly samples: number;
        readonly Leq: number | null;
        readonly LeqMax: number | null;
        readonly lowestLimit: number | null;
        readonly events: number;
      }>;
    } | null;
  } | null;
  readonly e?: {
    readonly series: {
      readonly buckets: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly samples: number;
        readonly Leq: number | null;
        readonly LeqMax: number | null;
        readonly lowestLimit: number | null;
        readonly events: number;
      }>;
    } | null;
  } | null;
  readonly f?: {
    readonly series: {
      readonly buckets: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly samples: number;
        readonly Leq: number | null;
        readonly LeqMax: number | null;
        readonly lowestLimit: number | null;
        readonly events: number;
      }>;
    } | null;
  } | null;
  readonly g?: {
    readonly series: {
      readonly buckets: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly samples: number;
        readonly Leq: number | null;
        readonly LeqMax: number | null;
        readonly lowestLimit: number | null;
        readonly events: number;
      }>;
    } | null;
  } | null;
  readonly h?: {
    readonly series: {
      readonly buckets: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly samples: number;
        readonly Leq: number | null;
        readonly LeqMax: number | null;
        readonly lowestLimit: number | null;
        readonly events: number;
      }>;
    } | null;
  } | null;
};

export type RecentDayFragment = {
  readonly buckets: ReadonlyArray<{
    readonly startAt: string;
    readonly endAt: string;
    readonly samples: number;
    readonly Leq: number | null;
    readonly LeqMax: number | null;
    readonly lowestLimit: number | null;
    readonly events: number;
  }>;
};

export const recentSeriesDocument: TypedDocument<RecentSeriesQuery, RecentSeriesQueryVariables> = {
  name: "RecentSeries",
  text: `query RecentSeries(
  $weighting: FrequencyWeighting!
  $a: Boolean!
  $aProject: ID!
  $aSensor: ID!
  $aFirst: Instant!
  $aLast: Instant!
  $b: Boolean!
  $bProject: ID!
  $bSensor: ID!
  $bFirst: Instant!
  $bLast: Instant!
  $c: Boolean!
  $cProject: ID!
  $cSensor: ID!
  $cFirst: Instant!
  $cLast: Instant!
  $d: Boolean!
  $dProject: ID!
  $dSensor: ID!
  $dFirst: Instant!
  $dLast: Instant!
  $e: Boolean!
  $eProject: ID!
  $eSensor: ID!
  $eFirst: Instant!
  $eLast: Instant!
  $f: Boolean!
  $fProject: ID!
  $fSensor: ID!
  $fFirst: Instant!
  $fLast: Instant!
  $g: Boolean!
  $gProject: ID!
  $gSensor: ID!
  $gFirst: Instant!
  $gLast: Instant!
  $h: Boolean!
  $hProject: ID!
  $hSensor: ID!
  $hFirst: Instant!
  $hLast: Instant!
) {
  a: sensor(projectId: $aProject, id: $aSensor) @include(if: $a) {
    series(startAt: $aFirst, endAt: $aLast, fweighting: $weighting, maxPoints: 100) {
      ...RecentDay
    }
  }
  b: sensor(projectId: $bProject, id: $bSensor) @include(if: $b) {
    series(startAt: $bFirst, endAt: $bLast, fweighting: $weighting, maxPoints: 100) {
      ...RecentDay
    }
  }
  c: sensor(projectId: $cProject, id: $cSensor) @include(if: $c) {
    series(startAt: $cFirst, endAt: $cLast, fweighting: $weighting, maxPoints: 100) {
      ...RecentDay
    }
  }
  d: sensor(projectId: $dProject, id: $dSensor) @include(if: $d) {
    series(startAt: $dFirst, endAt: $dLast, fweighting: $weighting, maxPoints: 100) {
      ...RecentDay
    }
  }
  e: sensor(projectId: $eProject, id: $eSensor) @include(if: $e) {
    series(startAt: $eFirst, endAt: $eLast, fweighting: $weighting, maxPoints: 100) {
      ...RecentDay
    }
  }
  f: sensor(projectId: $fProject, id: $fSensor) @include(if: $f) {
    series(startAt: $fFirst, endAt: $fLast, fweighting: $weighting, maxPoints: 100) {
      ...RecentDay
    }
  }
  g: sensor(projectId: $gProject, id: $gSensor) @include(if: $g) {
    series(startAt: $gFirst, endAt: $gLast, fweighting: $weighting, maxPoints: 100) {
      ...RecentDay
    }
  }
  h: sensor(projectId: $hProject, id: $hSensor) @include(if: $h) {
    series(startAt: $hFirst, endAt: $hLast, fweighting: $weighting, maxPoints: 100) {
      ...RecentDay
    }
  }
}

fragment RecentDay on AggregatePage {
  buckets {
    startAt
    endAt
    samples
    Leq
    LeqMax
    lowestLimit
    events
  }
}
`,
};
