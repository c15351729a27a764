// Generated from schema.graphql and src/dashboard/browser/views/availability/availability-days.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

export type AvailabilityDaysQueryVariables = {
  project: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
};

export type AvailabilityDaysQuery = {
  readonly project: {
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly aggregates: {
        readonly buckets: ReadonlyArray<{
          readonly startAt: string;
          readonly seconds: number;
          readonly samples: number;
          readonly expectedSamples: number;
        }>;
      } | null;
    }>;
  } | null;
};

export const availabilityDaysDocument: TypedDocument<
  AvailabilityDaysQuery,
  AvailabilityDaysQueryVariables
> = {
  name: "AvailabilityDays",
  text: `query AvailabilityDays($project:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!){project(id:$project){sensors{id aggregates(startAt:$first endAt:$last bucket:day fweighting:$weighting){buckets{startAt seconds samples expectedSamples}}}}}`,
};
