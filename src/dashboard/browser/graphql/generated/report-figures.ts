// Generated from schema.graphql and src/dashboard/browser/views/report/report-figures.graphql by `npm run generate`. Do not edit.
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

/** How the interval of a sensor's samples is known. */
export type IntervalSource =
  /** The operator declares it, for the sensor or for its project. */
  | "declared"
  /** The most frequent distance between the newest 1,001 samples inside the contract, the shortest of equals. */
  | "inferred"
  /** There are no samples to tell: 300 s. */
  | "assumed";

export type ReportFiguresQueryVariables = Exact<{
  project: string;
  sensor: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
}>;

export type ReportFiguresQuery = {
  readonly sensor: {
    readonly aggregates: {
      readonly meta: {
        readonly effectiveRange: { readonly startAt: string; readonly endAt: string } | null;
      };
      readonly buckets: ReadonlyArray<{
        readonly Leq: number | null;
        readonly LAFmax: number | null;
        readonly samples: number;
        readonly events: number;
        readonly overSeconds: number;
        readonly overFraction: number | null;
        readonly maxOver: number | null;
      }>;
    } | null;
    readonly indicators: {
      readonly periods: { readonly day: string; readonly evening: string; readonly night: string };
      readonly longTerm: {
        readonly Lday: number | null;
        readonly Levening: number | null;
        readonly Lnight: number | null;
        readonly Lden: number | null;
      } | null;
    } | null;
    readonly availability: {
      readonly seconds: number;
      readonly samples: number;
      readonly expectedSamples: number;
      readonly coveredSeconds: number;
      readonly coverage: number;
      readonly gapCount: number;
      readonly interval: { readonly seconds: number; readonly source: IntervalSource } | null;
      readonly gaps: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly seconds: number;
      }>;
    } | null;
    readonly distribution: { readonly lowest: number | null } | null;
  } | null;
};

export const reportFiguresDocument: TypedDocument<ReportFiguresQuery, ReportFiguresQueryVariables> =
  {
    name: "ReportFigures",
    text: `query ReportFigures(
  $project: ID!
  $sensor: ID!
  $first: Instant!
  $last: Instant!
  $weighting: FrequencyWeighting!
) {
  sensor(projectId: $project, id: $sensor) {
    aggregates(startAt: $first, endAt: $last, bucket: range, fweighting: $weighting) {
      meta {
        effectiveRange {
          startAt
          endAt
        }
      }
      buckets {
        Leq
        LAFmax
        samples
        events
        overSeconds
        overFraction
        maxOver
      }
    }
    indicators(startAt: $first, endAt: $last) {
      periods {
        day
        evening
        night
      }
      longTerm {
        Lday
        Levening
        Lnight
        Lden
      }
    }
    availability(startAt: $first, endAt: $last) {
      interval {
        seconds
        source
      }
      seconds
      samples
      expectedSamples
      coveredSeconds
      coverage
      gapCount
      gaps {
        startAt
        endAt
        seconds
      }
    }
    distribution(startAt: $first, endAt: $last, level: LA90) {
      lowest
    }
  }
}
`,
  };
