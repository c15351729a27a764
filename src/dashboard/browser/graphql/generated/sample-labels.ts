// Generated from schema.graphql and src/dashboard/browser/export/sample-labels.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
export type SampleLabelsQueryVariables = {
  project: string;
  sensor: string;
  first: string;
  last: string;
  cursor: number;
};

export type SampleLabelsQuery = {
  readonly measurements: {
    readonly cursor: number | null;
    readonly data: ReadonlyArray<{
      readonly datetime: string;
      readonly classification: { readonly label: string; readonly confidence: number } | null;
    }>;
  } | null;
};

export const sampleLabelsDocument: TypedDocument<SampleLabelsQuery, SampleLabelsQueryVariables> = {
  name: "SampleLabels",
  text: `query SampleLabels($project:ID!$sensor:ID!$first:Instant!$last:Instant!$cursor:UnixSecond!){measurements(projectId:$project sensorId:$sensor startAt:$first endAt:$last cursor:$cursor limit:2000){data{datetime classification{label confidence}}cursor}}`,
};
