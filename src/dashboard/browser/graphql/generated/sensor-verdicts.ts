// Generated from schema.graphql and src/dashboard/browser/views/compliance/sensor-verdicts.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Verdict on the limit of a criterion. */
export type Verdict =
  /** The limit was kept. */
  | "kept"
  /** The limit was exceeded, for certain. */
  | "exceeded"
  /** The samples do not decide it. */
  | "undecided";

/** Reason why a window is undecided: the first that applies. */
export type UndecidedReason =
  /** No sample counts. */
  | "no_samples"
  /** Too little of a reference time is covered, and the missing time might change the answer. */
  | "low_coverage"
  /** The reference times are shorter than the interval of the samples. */
  | "interval_too_long"
  /** The window has no whole reference time. */
  | "no_reference_time";

export type SensorVerdictsQueryVariables = {
  project: string;
  sensors: ReadonlyArray<string> | string;
  first: string;
  last: string;
  asOf?: string | null | undefined;
};

export type SensorVerdictsQuery = {
  readonly project: {
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly assessments: {
        readonly data: ReadonlyArray<{
          readonly criterionId: string;
          readonly date: string;
          readonly startAt: string;
          readonly endAt: string;
          readonly seconds: number;
          readonly coverage: number;
          readonly excludedSeconds: number;
          readonly verdict: Verdict;
          readonly reason: UndecidedReason | null;
          readonly level: number | null;
          readonly limit: number;
          readonly over: number | null;
          readonly referenceTimes: number;
          readonly exceeded: number;
          readonly undecided: number;
          readonly budgetUsed: number | null;
          readonly remaining: { readonly seconds: number; readonly level: number | null } | null;
        }>;
      } | null;
    }>;
  } | null;
};

export type AssessedWindowFragment = {
  readonly criterionId: string;
  readonly date: string;
  readonly startAt: string;
  readonly endAt: string;
  readonly seconds: number;
  readonly coverage: number;
  readonly excludedSeconds: number;
  readonly verdict: Verdict;
  readonly reason: UndecidedReason | null;
  readonly level: number | null;
  readonly limit: number;
  readonly over: number | null;
  readonly referenceTimes: number;
  readonly exceeded: number;
  readonly undecided: number;
  readonly budgetUsed: number | null;
  readonly remaining: { readonly seconds: number; readonly level: number | null } | null;
};

export const sensorVerdictsDocument: TypedDocument<
  SensorVerdictsQuery,
  SensorVerdictsQueryVariables
> = {
  name: "SensorVerdicts",
  text: `query SensorVerdicts($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!$asOf:Instant){project(id:$project){sensors(ids:$sensors){id assessments(startAt:$first endAt:$last asOf:$asOf){data{...AssessedWindow}}}}}fragment AssessedWindow on Assessment{criterionId date startAt endAt seconds coverage excludedSeconds verdict reason level limit over referenceTimes exceeded undecided budgetUsed remaining{seconds level}}`,
};
