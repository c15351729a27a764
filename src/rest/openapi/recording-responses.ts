import type { AnswerDescription, Parameter } from "./document-types.ts";
import { headersWith } from "./header-fields.ts";

/** What a download answers: a FLAC stream, whole or in part. */
export const recordingResponses: Readonly<Record<string, AnswerDescription>> = {
  200: {
    description: "The whole recording.",
    headers: headersWith(["Accept-Ranges", "Content-Disposition"]),
    content: { "audio/flac": {} },
  },
  206: {
    description: "The one range of bytes that was asked for.",
    headers: headersWith(["Accept-Ranges", "Content-Disposition", "Content-Range"]),
    content: { "audio/flac": {} },
  },
};

export const rangeParameter: Parameter = {
  name: "Range",
  in: "header",
  required: false,
  description:
    "One range of bytes (RFC 9110, 14.2). Several, or what is no range, are answered with the whole recording.",
  schema: { type: "string" },
  example: "bytes=0-1023",
};
