// Generated from schema.graphql and src/dashboard/browser/audio/lease-recording.graphql by `npm run generate`. Do not edit.
import type { TypedDocument } from "../typed-document.ts";
export type LeaseRecordingQueryVariables = {
  project: string;
  sensor: string;
  at: string;
};

export type LeaseRecordingQuery = {
  readonly measurements: {
    readonly data: ReadonlyArray<{ readonly audioUrl: string | null }>;
  } | null;
};

export const leaseRecordingDocument: TypedDocument<
  LeaseRecordingQuery,
  LeaseRecordingQueryVariables
> = {
  name: "LeaseRecording",
  text: `query LeaseRecording($project:ID!$sensor:ID!$at:Instant!){measurements(projectId:$project sensorId:$sensor startAt:$at endAt:$at limit:1 withAudio:true){data{audioUrl}}}`,
};
