// Generated from schema.graphql and src/dashboard/browser/views/compliance/project-criteria.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** A day on which a window of a schedule starts. */
export type LimitDay =
  /** Monday. */
  | "mon"
  /** Tuesday. */
  | "tue"
  /** Wednesday. */
  | "wed"
  /** Thursday. */
  | "thu"
  /** Friday. */
  | "fri"
  /** Saturday. */
  | "sat"
  /** Sunday. */
  | "sun"
  /** A date among the project's holidays. */
  | "holiday";

/** The levels that a meter reports for each sample. */
export type LevelName =
  /** A-weighted equivalent level. */
  | "LAeq"
  /** C-weighted equivalent level. */
  | "LCeq"
  /** Z-weighted equivalent level. */
  | "LZeq"
  /** A-weighted maximum, time weighting F. */
  | "LAFmax"
  /** A-weighted minimum, time weighting F. */
  | "LAFmin"
  /** C-weighted peak. */
  | "LCpeak"
  /** A-weighted level exceeded for 10 % of the sample. */
  | "LA10"
  /** A-weighted level exceeded for 50 % of the sample. */
  | "LA50"
  /** A-weighted level exceeded for 90 % of the sample. */
  | "LA90";

/** Kind of the reference times of a criterion, whose levels are compared with the limit. */
export type ReferenceKind =
  /** The window itself. */
  | "window"
  /** Stretches of one length, one after another from the start of the window. */
  | "block"
  /** The stretch of one length that begins with each sample. */
  | "rolling"
  /** Each sample. */
  | "sample";

export type ProjectCriteriaQueryVariables = {
  project: string;
};

export type ProjectCriteriaQuery = {
  readonly project: {
    readonly permit: { readonly number: string; readonly authority: string | null } | null;
    readonly criteria: ReadonlyArray<{
      readonly id: string;
      readonly name: string;
      readonly level: LevelName;
      readonly days: ReadonlyArray<LimitDay>;
      readonly from: string;
      readonly to: string;
      readonly over: ReferenceKind;
      readonly overSeconds: number | null;
      readonly limit: number;
      readonly allowed: number;
      readonly minCoverage: number;
      readonly adjustments: ReadonlyArray<{
        readonly name: string;
        readonly days: ReadonlyArray<LimitDay>;
        readonly from: string | null;
        readonly to: string | null;
        readonly add: number;
      }>;
    }>;
    readonly versions: ReadonlyArray<{
      readonly version: number;
      readonly appliedAt: string;
      readonly changes: ReadonlyArray<string>;
    }>;
  } | null;
};

export const projectCriteriaDocument: TypedDocument<
  ProjectCriteriaQuery,
  ProjectCriteriaQueryVariables
> = {
  name: "ProjectCriteria",
  text: `query ProjectCriteria($project:ID!){project(id:$project){permit{number authority}criteria{id name level days from to over overSeconds limit allowed minCoverage adjustments{name days from to add}}versions{version appliedAt changes}}}`,
};
