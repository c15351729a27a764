// Generated from schema.graphql and src/dashboard/browser/graphql/project-extents.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

/** Source of the interval of a sensor's samples. */
export type IntervalSource =
  /** The operator declares it, for the sensor or for its project. */
  | "declared"
  /** The distance between the newest 1,001 samples inside the contract that covers most of their time. */
  | "inferred"
  /** There are no samples: 300 s. */
  | "assumed";

export type ProjectExtentsQueryVariables = {
  project: string;
};

export type ProjectExtentsQuery = {
  readonly project: {
    readonly schedule: {
      readonly default: {
        readonly A: number | null;
        readonly C: number | null;
        readonly Z: number | null;
      } | null;
      readonly windows: ReadonlyArray<{
        readonly limit: {
          readonly A: number | null;
          readonly C: number | null;
          readonly Z: number | null;
        };
      }>;
    };
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly extent: {
        readonly firstAt: string | null;
        readonly lastAt: string | null;
        readonly weightings: ReadonlyArray<FrequencyWeighting>;
      } | null;
      readonly interval: { readonly seconds: number; readonly source: IntervalSource } | null;
      readonly schedule: {
        readonly default: {
          readonly A: number | null;
          readonly C: number | null;
          readonly Z: number | null;
        } | null;
      };
    }>;
  } | null;
};

export type LevelsFragment = {
  readonly A: number | null;
  readonly C: number | null;
  readonly Z: number | null;
};

export const projectExtentsDocument: TypedDocument<
  ProjectExtentsQuery,
  ProjectExtentsQueryVariables
> = {
  name: "ProjectExtents",
  text: `query ProjectExtents($project:ID!){project(id:$project){schedule{default{...Levels}windows{limit{...Levels}}}sensors{id extent{firstAt lastAt weightings}interval{seconds source}schedule{default{...Levels}}}}}fragment Levels on LimitLevels{A C Z}`,
};
