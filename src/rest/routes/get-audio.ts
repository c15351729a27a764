import { GatewayError } from "#acoustics/errors.ts";
import { defineRoute } from "#rest/define-route.ts";
import { getAudioDocument } from "./generated/get-audio.ts";

export const getAudio = defineRoute({
  name: "get-audio",
  summary: "The recording behind an audioUrl, or one range of its bytes.",
  path: "/audio/:leaseId/:recordingId",
  scope: "v0:audio:read",
  parameters: { shape: {} },
  document: getAudioDocument,
  variables: ({ leaseId, recordingId }) => ({ leaseId, recordingId }),
  recordingOf: ({ recording }) => {
    if (recording === null) throw GatewayError.of("not_found");
    return recording;
  },
});
