// Generated from schema.graphql and src/dashboard/browser/views/events/exceedance-counts.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

export type ExceedanceCountsQueryVariables = {
  project: string;
  sensors: ReadonlyArray<string> | string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  validOnly: boolean;
};

export type ExceedanceCountsQuery = {
  readonly project: {
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly aggregates: {
        readonly buckets: ReadonlyArray<{
          readonly samples: number;
          readonly events: number;
          readonly maxOver: number | null;
          readonly highestLimit: number | null;
        }>;
      } | null;
    }>;
  } | null;
};

export const exceedanceCountsDocument: TypedDocument<
  ExceedanceCountsQuery,
  ExceedanceCountsQueryVariables
> = {
  name: "ExceedanceCounts",
  text: `query ExceedanceCounts($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!){project(id:$project){sensors(ids:$sensors){id aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:$validOnly){buckets{samples events maxOver highestLimit}}}}}`,
};
