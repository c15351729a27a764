// Generated from schema.graphql and src/dashboard/browser/views/overview/recent-series.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

export type RecentSeriesQueryVariables = {
  project: string;
  sensors: ReadonlyArray<string> | string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
};

export type RecentSeriesQuery = {
  readonly project: {
    readonly sensors: ReadonlyArray<{
      readonly id: string;
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
    }>;
  } | null;
};

export const recentSeriesDocument: TypedDocument<RecentSeriesQuery, RecentSeriesQueryVariables> = {
  name: "RecentSeries",
  text: `query RecentSeries($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!){project(id:$project){sensors(ids:$sensors){id series(startAt:$first endAt:$last fweighting:$weighting validOnly:true maxPoints:100){buckets{startAt endAt samples Leq LeqMax lowestLimit events}}}}}`,
};
