// Generated from schema.graphql and src/dashboard/browser/views/compliance/window-evidence.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Verdict on the limit of a criterion. */
export type Verdict =
  /** The limit was kept. */
  | "kept"
  /** The limit was exceeded, for certain. */
  | "exceeded"
  /** The samples do not decide it. */
  | "undecided";

export type WindowEvidenceQueryVariables = {
  project: string;
  sensor: string;
  criterion: string;
  at: string;
  first: string;
  last: string;
  dueFirst: string;
  dueLast: string;
  isDue: boolean;
  asOf?: string | null | undefined;
};

export type WindowEvidenceQuery = {
  readonly sensor: {
    readonly assessments: {
      readonly interval: { readonly seconds: number } | null;
      readonly data: ReadonlyArray<{
        readonly date: string;
        readonly worst: {
          readonly startAt: string;
          readonly endAt: string;
          readonly level: number | null;
          readonly over: number | null;
          readonly coverage: number;
          readonly verdict: Verdict;
        } | null;
        readonly exceedances: ReadonlyArray<{
          readonly startAt: string;
          readonly endAt: string;
          readonly level: number | null;
          readonly over: number | null;
          readonly coverage: number;
          readonly verdict: Verdict;
        }>;
        readonly adjustments: ReadonlyArray<{
          readonly name: string;
          readonly add: number;
          readonly seconds: number;
        }>;
      }>;
    } | null;
    readonly availability?: {
      readonly gaps: ReadonlyArray<{ readonly startAt: string; readonly endAt: string }>;
    } | null;
    readonly exclusions: ReadonlyArray<{
      readonly startAt: string;
      readonly endAt: string;
      readonly reason: string;
      readonly note: string | null;
    }> | null;
  } | null;
};

export type ReferenceLevelFragment = {
  readonly startAt: string;
  readonly endAt: string;
  readonly level: number | null;
  readonly over: number | null;
  readonly coverage: number;
  readonly verdict: Verdict;
};

export type ExcludedFragment = {
  readonly startAt: string;
  readonly endAt: string;
  readonly reason: string;
  readonly note: string | null;
};

export const windowEvidenceDocument: TypedDocument<
  WindowEvidenceQuery,
  WindowEvidenceQueryVariables
> = {
  name: "WindowEvidence",
  text: `query WindowEvidence($project:ID!$sensor:ID!$criterion:ID!$at:Instant!$first:Instant!$last:Instant!$dueFirst:Instant!$dueLast:Instant!$isDue:Boolean!$asOf:Instant){sensor(projectId:$project id:$sensor){assessments(startAt:$at endAt:$at criteria:[$criterion]asOf:$asOf){interval{seconds}data{date worst{...ReferenceLevel}exceedances{...ReferenceLevel}adjustments{name add seconds}}}availability(startAt:$dueFirst endAt:$dueLast)@include(if:$isDue){gaps{startAt endAt}}exclusions(startAt:$first endAt:$last){...Excluded}}}fragment ReferenceLevel on ReferenceTime{startAt endAt level over coverage verdict}fragment Excluded on Exclusion{startAt endAt reason note}`,
};
