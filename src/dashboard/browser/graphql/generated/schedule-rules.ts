// Generated from schema.graphql and src/dashboard/browser/views/schedule/schedule-rules.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
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

export type ScheduleRulesQueryVariables = {
  project: string;
  sensors?: ReadonlyArray<string> | string | null | undefined;
};

export type ScheduleRulesQuery = {
  readonly project: {
    readonly schedule: {
      readonly default: {
        readonly A: number | null;
        readonly C: number | null;
        readonly Z: number | null;
      } | null;
      readonly windows: ReadonlyArray<{
        readonly days: ReadonlyArray<LimitDay>;
        readonly from: string;
        readonly to: string;
        readonly limit: {
          readonly A: number | null;
          readonly C: number | null;
          readonly Z: number | null;
        };
      }>;
      readonly exceptions: ReadonlyArray<{
        readonly name: string | null;
        readonly startAt: string;
        readonly endAt: string;
        readonly limit: {
          readonly A: number | null;
          readonly C: number | null;
          readonly Z: number | null;
        };
      }>;
      readonly holidays: ReadonlyArray<{ readonly date: string; readonly name: string | null }>;
    };
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly schedule: {
        readonly default: {
          readonly A: number | null;
          readonly C: number | null;
          readonly Z: number | null;
        } | null;
        readonly windows: ReadonlyArray<{
          readonly days: ReadonlyArray<LimitDay>;
          readonly from: string;
          readonly to: string;
          readonly limit: {
            readonly A: number | null;
            readonly C: number | null;
            readonly Z: number | null;
          };
        }>;
        readonly exceptions: ReadonlyArray<{
          readonly name: string | null;
          readonly startAt: string;
          readonly endAt: string;
          readonly limit: {
            readonly A: number | null;
            readonly C: number | null;
            readonly Z: number | null;
          };
        }>;
        readonly holidays: ReadonlyArray<{ readonly date: string; readonly name: string | null }>;
      };
    }>;
  } | null;
};

export type RulesFragment = {
  readonly default: {
    readonly A: number | null;
    readonly C: number | null;
    readonly Z: number | null;
  } | null;
  readonly windows: ReadonlyArray<{
    readonly days: ReadonlyArray<LimitDay>;
    readonly from: string;
    readonly to: string;
    readonly limit: {
      readonly A: number | null;
      readonly C: number | null;
      readonly Z: number | null;
    };
  }>;
  readonly exceptions: ReadonlyArray<{
    readonly name: string | null;
    readonly startAt: string;
    readonly endAt: string;
    readonly limit: {
      readonly A: number | null;
      readonly C: number | null;
      readonly Z: number | null;
    };
  }>;
  readonly holidays: ReadonlyArray<{ readonly date: string; readonly name: string | null }>;
};

export type LevelsFragment = {
  readonly A: number | null;
  readonly C: number | null;
  readonly Z: number | null;
};

export const scheduleRulesDocument: TypedDocument<ScheduleRulesQuery, ScheduleRulesQueryVariables> =
  {
    name: "ScheduleRules",
    text: `query ScheduleRules($project:ID!$sensors:[ID!]){project(id:$project){schedule{...Rules}sensors(ids:$sensors){id schedule{...Rules}}}}fragment Rules on LimitSchedule{default{...Levels}windows{days from to limit{...Levels}}exceptions{name startAt endAt limit{...Levels}}holidays{date name}}fragment Levels on LimitLevels{A C Z}`,
  };
