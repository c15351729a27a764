// Generated from schema.graphql and src/dashboard/browser/views/overview/latest-levels.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
export type LatestLevelsQueryVariables = { [key: string]: never };

export type LatestLevelsQuery = {
  readonly projects: ReadonlyArray<{
    readonly id: string;
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly latest: {
        readonly datetime: string;
        readonly Leq: number | null;
        readonly limit: number | null;
        readonly over: number | null;
      } | null;
    }>;
  }> | null;
};

export const latestLevelsDocument: TypedDocument<LatestLevelsQuery, LatestLevelsQueryVariables> = {
  name: "LatestLevels",
  text: `query LatestLevels{projects{id sensors{id latest{datetime Leq limit over}}}}`,
};
