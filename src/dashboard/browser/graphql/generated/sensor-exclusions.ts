// Generated from schema.graphql and src/dashboard/browser/data/sensor-exclusions.graphql and src/dashboard/browser/graphql/fragments.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
export type SensorExclusionsQueryVariables = {
  project: string;
  sensors: ReadonlyArray<string> | string;
  first: string;
  last: string;
};

export type SensorExclusionsQuery = {
  readonly project: {
    readonly sensors: ReadonlyArray<{
      readonly id: string;
      readonly exclusions: ReadonlyArray<{
        readonly startAt: string;
        readonly endAt: string;
        readonly reason: string;
        readonly note: string | null;
      }> | null;
    }>;
  } | null;
};

export type ExcludedFragment = {
  readonly startAt: string;
  readonly endAt: string;
  readonly reason: string;
  readonly note: string | null;
};

export const sensorExclusionsDocument: TypedDocument<
  SensorExclusionsQuery,
  SensorExclusionsQueryVariables
> = {
  name: "SensorExclusions",
  text: `query SensorExclusions($project:ID!$sensors:[ID!]!$first:Instant!$last:Instant!){project(id:$project){sensors(ids:$sensors){id exclusions(startAt:$first endAt:$last){...Excluded}}}}fragment Excluded on Exclusion{startAt endAt reason note}`,
};
