// Generated from schema.graphql and src/rest/routes/get-audio.graphql by `npm run generate`. Do not edit.
import type { PersistedDocument } from "../../define-route.ts";
export type GetAudioQueryVariables = {
  leaseId: string;
  recordingId: string;
};

export type GetAudioQuery = {
  readonly recording: {
    readonly sensorId: string;
    readonly datetime: string;
    readonly byteLength: number;
  } | null;
};

export const getAudioDocument: PersistedDocument<GetAudioQuery, GetAudioQueryVariables> = {
  text: `query GetAudio($leaseId: ID!, $recordingId: ID!) {
  recording(leaseId: $leaseId, id: $recordingId) {
    sensorId
    datetime
    byteLength
  }
}
`,
};
