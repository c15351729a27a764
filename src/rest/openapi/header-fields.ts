import { errorKinds } from "../../http/answers/error-kinds.ts";
import { commonHeaders, requestIdPattern } from "../../http/requests/request-context.ts";
import { serviceLinksOf } from "../../http/answers/service-links.ts";
import type { HeaderField, Reference } from "./document-types.ts";
import { type JsonSchema, patternText } from "./json-schema.ts";

export const headerComponents: Readonly<Record<string, HeaderField>> = {
  "Cache-Control": field("No answer may be stored.", exactly(commonHeaders["Cache-Control"])),
  "X-Content-Type-Options": field(
    "The media type is exact. Clients must not guess another one.",
    exactly(commonHeaders["X-Content-Type-Options"]),
  ),
  "X-Request-Id": field(
    "The id of the request in the log: the id that the client sent, or a UUID.",
    { type: "string", pattern: patternText(requestIdPattern) },
  ),
  "WWW-Authenticate": field(
    "How to authenticate.",
    exactly(errorKinds.unauthorized.headers?.["WWW-Authenticate"]),
  ),
  Allow: field("The allowed method.", exactly(errorKinds.method_not_allowed.headers?.["Allow"])),
  "Retry-After": field("Seconds after which to try again.", {
    type: "integer",
    minimum: 1,
    examples: [5],
  }),
  Link: field(
    "The documents of this interface (RFC 8631).",
    exactly(serviceLinksOf("not_found")["Link"]),
  ),
  "Accept-Ranges": field("The client may request ranges of bytes.", exactly("bytes")),
  "Content-Range": field(
    "The range of the bytes and the length of the recording; with 416, only the length.",
    { type: "string", pattern: String.raw`^bytes ([0-9]+-[0-9]+|\*)/[0-9]+$` },
  ),
  "Content-Disposition": field("A name for the file: the sensor and the start of the recording.", {
    type: "string",
    pattern: String.raw`^inline; filename="[A-Za-z0-9_-]+Z\.flac"$`,
  }),
};

/** References to these header fields and to those of every response. */
export function headersWith(names: readonly string[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(
    [...Object.keys(commonHeaders), "X-Request-Id", ...names].map((name) => {
      if (!(name in headerComponents)) throw new Error(`the header ${name} is not described`);
      return [name, { $ref: `#/components/headers/${name}` }];
    }),
  );
}

function field(description: string, schema: JsonSchema): HeaderField {
  return { description, required: true, schema };
}

function exactly(value: string | undefined): JsonSchema {
  return { type: "string", const: value };
}
