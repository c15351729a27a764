// Generated from schema.graphql and src/dashboard/browser/views/schedule/limit-at.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

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

/** Owner of the rule that a limit comes from. */
export type LimitOwner =
  /** The sensor. */
  | "sensor"
  /** Its project. */
  | "project";

/** Source of an applicable limit, in order of precedence: the first that matches wins. */
export type LimitSource =
  /** An exception of the sensor. */
  | "sensor_exception"
  /** An exception of the project. */
  | "project_exception"
  /** A window of the sensor that starts on a holiday. */
  | "sensor_holiday"
  /** A window of the project that starts on a holiday. */
  | "project_holiday"
  /** A window of the sensor's schedule. */
  | "sensor_schedule"
  /** A window of the project's schedule. */
  | "project_schedule"
  /** The sensor's default. */
  | "sensor_default"
  /** The project's default. */
  | "project_default"
  /** No limit applies. */
  | "none";

export type LimitAtQueryVariables = {
  project: string;
  sensor: string;
  at: string;
  weighting: FrequencyWeighting;
};

export type LimitAtQuery = {
  readonly sensor: {
    readonly limitAt: {
      readonly at: string;
      readonly localTime: string;
      readonly date: string;
      readonly day: LimitDay;
      readonly fweighting: FrequencyWeighting;
      readonly limit: number | null;
      readonly limitSource: LimitSource;
      readonly ruleCount: number;
      readonly holiday: { readonly date: string; readonly name: string | null } | null;
      readonly rules: ReadonlyArray<{
        readonly limitSource: LimitSource;
        readonly owner: LimitOwner;
        readonly position: number | null;
        readonly limit: number;
        readonly startsOn: string | null;
        readonly day: LimitDay | null;
        readonly holiday: { readonly date: string; readonly name: string | null } | null;
        readonly exception: {
          readonly name: string | null;
          readonly startAt: string;
          readonly endAt: string;
          readonly limit: {
            readonly A: number | null;
            readonly C: number | null;
            readonly Z: number | null;
          };
        } | null;
        readonly window: {
          readonly days: ReadonlyArray<LimitDay>;
          readonly from: string;
          readonly to: string;
          readonly limit: {
            readonly A: number | null;
            readonly C: number | null;
            readonly Z: number | null;
          };
        } | null;
      }>;
    } | null;
  } | null;
};

export type ExplanationFragment = {
  readonly at: string;
  readonly localTime: string;
  readonly date: string;
  readonly day: LimitDay;
  readonly fweighting: FrequencyWeighting;
  readonly limit: number | null;
  readonly limitSource: LimitSource;
  readonly ruleCount: number;
  readonly holiday: { readonly date: string; readonly name: string | null } | null;
  readonly rules: ReadonlyArray<{
    readonly limitSource: LimitSource;
    readonly owner: LimitOwner;
    readonly position: number | null;
    readonly limit: number;
    readonly startsOn: string | null;
    readonly day: LimitDay | null;
    readonly holiday: { readonly date: string; readonly name: string | null } | null;
    readonly exception: {
      readonly name: string | null;
      readonly startAt: string;
      readonly endAt: string;
      readonly limit: {
        readonly A: number | null;
        readonly C: number | null;
        readonly Z: number | null;
      };
    } | null;
    readonly window: {
      readonly days: ReadonlyArray<LimitDay>;
      readonly from: string;
      readonly to: string;
      readonly limit: {
        readonly A: number | null;
        readonly C: number | null;
        readonly Z: number | null;
      };
    } | null;
  }>;
};

export const limitAtDocument: TypedDocument<LimitAtQuery, LimitAtQueryVariables> = {
  name: "LimitAt",
  text: `query LimitAt($project:ID!$sensor:ID!$at:Instant!$weighting:FrequencyWeighting!){sensor(projectId:$project id:$sensor){limitAt(at:$at fweighting:$weighting){...Explanation}}}fragment Explanation on LimitExplanation{at localTime date day holiday{date name}fweighting limit limitSource ruleCount rules{limitSource owner position limit startsOn day holiday{date name}exception{name startAt endAt limit{A C Z}}window{days from to limit{A C Z}}}}`,
};
