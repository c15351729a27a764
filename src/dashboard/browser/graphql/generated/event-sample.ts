// Generated from schema.graphql and src/dashboard/browser/views/event/event-sample.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
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

export type EventSampleQueryVariables = {
  project: string;
  sensor: string;
  sample: string;
  weighting: FrequencyWeighting;
};

export type EventSampleQuery = {
  readonly sensor: {
    readonly sample: {
      readonly id: string;
      readonly datetime: string;
      readonly fweighting: FrequencyWeighting;
      readonly Leq: number | null;
      readonly LAeq: number | null;
      readonly LCeq: number | null;
      readonly LZeq: number | null;
      readonly LAFmax: number | null;
      readonly LAFmin: number | null;
      readonly LCpeak: number | null;
      readonly LA10: number | null;
      readonly LA50: number | null;
      readonly LA90: number | null;
      readonly limit: number | null;
      readonly limitSource: LimitSource;
      readonly limitRecalculatedAt: string;
      readonly over: number | null;
      readonly classification: {
        readonly label: string;
        readonly confidence: number;
        readonly model: string;
      } | null;
      readonly limitExplanation: {
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
      readonly recording: {
        readonly durationSeconds: number;
        readonly sampleRate: number;
        readonly byteLength: number;
      } | null;
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

export type LevelsFragment = {
  readonly A: number | null;
  readonly C: number | null;
  readonly Z: number | null;
};

export const eventSampleDocument: TypedDocument<EventSampleQuery, EventSampleQueryVariables> = {
  name: "EventSample",
  text: `query EventSample($project:ID!$sensor:ID!$sample:ID!$weighting:FrequencyWeighting!){sensor(projectId:$project id:$sensor){sample(id:$sample fweighting:$weighting){id datetime fweighting Leq LAeq LCeq LZeq LAFmax LAFmin LCpeak LA10 LA50 LA90 classification{label confidence model}limit limitSource limitRecalculatedAt over limitExplanation{...Explanation}recording{durationSeconds sampleRate byteLength}}}}fragment Explanation on LimitExplanation{at localTime date day holiday{date name}fweighting limit limitSource ruleCount rules{limitSource owner position limit startsOn day holiday{date name}exception{name startAt endAt limit{...Levels}}window{days from to limit{...Levels}}}}fragment Levels on LimitLevels{A C Z}`,
};
