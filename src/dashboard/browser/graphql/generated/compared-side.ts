// Generated from schema.graphql and src/dashboard/browser/views/compare/compared-side.graphql by `npm run generate`. Do not edit.
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

export type ComparedSideQueryVariables = {
  project: string;
  sensor: string;
  first: string;
  last: string;
  weighting: FrequencyWeighting;
  validOnly: boolean;
  maxBuckets: number;
};

export type ComparedSideQuery = {
  readonly sensor: {
    readonly total: {
      readonly buckets: ReadonlyArray<{
        readonly Leq: number | null;
        readonly events: number;
        readonly maxOver: number | null;
        readonly coverage: number;
        readonly coveredSeconds: number;
      }>;
    } | null;
    readonly hours: {
      readonly buckets: ReadonlyArray<{ readonly startAt: string; readonly Leq: number | null }>;
    } | null;
    readonly indicators: {
      readonly longTerm: {
        readonly Lday: number | null;
        readonly Levening: number | null;
        readonly Lnight: number | null;
        readonly Lden: number | null;
      } | null;
    } | null;
    readonly assessments: {
      readonly data: ReadonlyArray<{
        readonly criterionId: string;
        readonly startAt: string;
        readonly endAt: string;
        readonly verdict: Verdict;
      }>;
    } | null;
  } | null;
};

export const comparedSideDocument: TypedDocument<ComparedSideQuery, ComparedSideQueryVariables> = {
  name: "ComparedSide",
  text: `query ComparedSide($project:ID!$sensor:ID!$first:Instant!$last:Instant!$weighting:FrequencyWeighting!$validOnly:Boolean!$maxBuckets:Int!){sensor(projectId:$project id:$sensor){total:aggregates(startAt:$first endAt:$last bucket:range fweighting:$weighting validOnly:$validOnly){buckets{Leq events maxOver coverage coveredSeconds}}hours:aggregates(startAt:$first endAt:$last bucket:hour fweighting:$weighting validOnly:$validOnly maxBuckets:$maxBuckets){buckets{startAt Leq}}indicators(startAt:$first endAt:$last validOnly:$validOnly){longTerm{Lday Levening Lnight Lden}}assessments(startAt:$first endAt:$last){data{criterionId startAt endAt verdict}}}}`,
};
