// Generated from schema.graphql and src/dashboard/browser/views/project/project-levels.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
/** Frequency weighting of a level (IEC 61672-1). */
export type FrequencyWeighting =
  /** A-weighting. */
  | "A"
  /** C-weighting. */
  | "C"
  /** Z-weighting: flat. */
  | "Z";

export type ProjectLevelsQueryVariables = {
  project: string;
  weighting: FrequencyWeighting;
};

export type ProjectLevelsQuery = {
  readonly project: {
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly latest: {
        readonly datetime: string;
        readonly Leq: number | null;
        readonly limit: number | null;
        readonly over: number | null;
      } | null;
    }>;
  } | null;
};

export const projectLevelsDocument: TypedDocument<ProjectLevelsQuery, ProjectLevelsQueryVariables> =
  {
    name: "ProjectLevels",
    text: `query ProjectLevels($project:ID!$weighting:FrequencyWeighting!){project(id:$project){sensors{id latest(fweighting:$weighting){datetime Leq limit over}}}}`,
  };
