// Generated from schema.graphql and src/dashboard/browser/views/sensor/statistics/hour-statistics.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

export type HourStatisticsQueryVariables = {
  project: string;
  sensor: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  validOnly: boolean;
  maxBuckets: number;
};

export type HourStatisticsQuery = {
  readonly project: {
    readonly schedule: { readonly holidays: ReadonlyArray<{ readonly date: string }> };
  } | null;
  readonly sensor: {
    readonly aggregates: {
      readonly buckets: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly samples: number;
        readonly expectedSamples: number;
        readonly coveredSeconds: number;
        readonly Leq: number | null;
        readonly events: number;
        readonly limitedSeconds: number;
        readonly maxOver: number | null;
        readonly lowestLimit: number | null;
        readonly highestLimit: number | null;
      }>;
    } | null;
  } | null;
};

export type HourLevelFragment = {
  readonly startAt: string;
  readonly endAt: string;
  readonly samples: number;
  readonly expectedSamples: number;
  readonly coveredSeconds: number;
  readonly Leq: number | null;
  readonly events: number;
  readonly limitedSeconds: number;
  readonly maxOver: number | null;
  readonly lowestLimit: number | null;
  readonly highestLimit: number | null;
};

export const hourStatisticsDocument: TypedDocument<
  HourStatisticsQuery,
  HourStatisticsQueryVariables
> = {
  name: "HourStatistics",
  text: `query HourStatistics($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!$maxBuckets:Int!){project(id:$project){schedule{holidays{date}}}sensor(projectId:$project id:$sensor){aggregates(startAt:$first endAt:$last bucket:hour fweighting:$weighting validOnly:$validOnly maxBuckets:$maxBuckets){buckets{...HourLevel}}}}fragment HourLevel on Aggregate{startAt endAt samples expectedSamples coveredSeconds Leq events limitedSeconds maxOver lowestLimit highestLimit}`,
};
