import { RequestError } from "../../http/requests/request-error.ts";
import { defineRoute } from "../define-route.ts";
import { getAudioDocument } from "./generated/get-audio.ts";

export const getAudio = defineRoute({
  name: "get-audio",
  summary: "The recording behind an audioUrl, or one range of its bytes.",
  resource: "Audio",
  path: "/audio/:leaseId/:recordingId",
  scope: "v0:audio:read",
  parameters: { shape: {} },
  document: getAudioDocument,
  variables: ({ leaseId, recordingId }) => ({ leaseId, recordingId }),
  referenceOf: ({ leaseId, recordingId }) => ({ leaseId, recordingId }),
  recordingOf: ({ recording }) => {
    if (recording === null) throw RequestError.of("not_found");
    return recording;
  },
});
