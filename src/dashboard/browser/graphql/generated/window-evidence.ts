// Generated from schema.graphql and src/dashboard/browser/views/compliance/window-evidence.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
export type WindowEvidenceQueryVariables = {
  project: string;
  sensor: string;
  criterion: string;
  first: string;
  last: string;
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
        } | null;
        readonly exceedances: ReadonlyArray<{
          readonly startAt: string;
          readonly endAt: string;
          readonly level: number | null;
          readonly over: number | null;
          readonly coverage: number;
        }>;
        readonly adjustments: ReadonlyArray<{
          readonly name: string;
          readonly add: number;
          readonly seconds: number;
        }>;
      }>;
    } | null;
    readonly availability: {
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
  text: `query WindowEvidence($project:ID!$sensor:ID!$criterion:ID!$first:Instant!$last:Instant!$asOf:Instant){sensor(projectId:$project id:$sensor){assessments(startAt:$first endAt:$first criteria:[$criterion]asOf:$asOf){interval{seconds}data{date worst{...ReferenceLevel}exceedances{...ReferenceLevel}adjustments{name add seconds}}}availability(startAt:$first endAt:$last){gaps{startAt endAt}}exclusions(startAt:$first endAt:$last){...Excluded}}}fragment ReferenceLevel on ReferenceTime{startAt endAt level over coverage}fragment Excluded on Exclusion{startAt endAt reason note}`,
};
