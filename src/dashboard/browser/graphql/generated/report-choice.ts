// Generated from schema.graphql and src/dashboard/browser/views/report/report-choice.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

/** Verdict on the limit of a criterion. */
export type Verdict =
  /** The limit was kept. */
  | "kept"
  /** The limit was exceeded, for certain. */
  | "exceeded"
  /** The samples do not decide it. */
  | "undecided";

export type ReportChoiceQueryVariables = {
  project: string;
  sensors: ReadonlyArray<string> | string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  validOnly: boolean;
};

export type ReportChoiceQuery = {
  readonly project: {
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly aggregates: {
        readonly buckets: ReadonlyArray<{ readonly samples: number; readonly events: number }>;
      } | null;
      readonly assessments: { readonly data: ReadonlyArray<{ readonly verdict: Verdict }> } | null;
    }>;
  } | null;
};

export const reportChoiceDocument: TypedDocument<ReportChoiceQuery, ReportChoiceQueryVariables> = {
  name: "ReportChoice",
  text: `query ReportChoice($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!){project(id:$project){sensors(ids:$sensors){id aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:$validOnly){buckets{samples events}}assessments(startAt:$first endAt:$last){data{verdict}}}}}`,
};
