import fc from "fast-check";
import type { Parameter } from "../../src/rest/openapi/document-types.ts";
import type { Field } from "./client.ts";
import { fieldName, fieldText } from "./odd-texts.ts";
import { textOf } from "./parameter-texts.ts";

/** Fields that have turned other services round, and that must not change what is answered here. */
const hostile: readonly Field[] = [
  ["X-HTTP-Method-Override", "DELETE"],
  ["X-Original-URL", "/admin"],
  ["X-Rewrite-URL", "/api/v0/projects"],
  ["X-Forwarded-Host", "evil.example"],
  ["X-Forwarded-For", "127.0.0.1"],
  ["Forwarded", "for=127.0.0.1;host=evil.example"],
  ["Authorization", "Bearer x"],
  ["Cookie", "a=".padEnd(1000, "x")],
  ["If-None-Match", "*"],
  ["If-Modified-Since", "Thu, 01 Jan 2099 00:00:00 GMT"],
  ["If-Match", '"x"'],
  ["If-Range", '"x"'],
  ["Accept-Encoding", "gzip, br, *;q=0"],
  ["Accept-Charset", "utf-7"],
  ["Accept-Language", "x".repeat(1000)],
  ["Content-Type", "multipart/form-data; boundary="],
  ["Content-Encoding", "gzip"],
  ["Expect", "the unexpected"],
  ["TE", "trailers"],
  ["Origin", "null"],
  ["__proto__", "x"],
  ["constructor", "x"],
  ["Range", "bytes=0-99"],
  ["Range", "bytes=-1"],
  ["Range", "bytes=99999999-"],
  ["Range", "bytes=5-1"],
  ["Range", "bytes=0-0,2-3"],
  ["Range", `bytes=${"0-1,".repeat(500)}`],
  ["Connection", "close"],
];

const accepted = [
  "application/json",
  "application/problem+json",
  "application/graphql-response+json",
  "*/*",
  "text/html",
  "application/problem+json;q=0",
  "application/json;q=x",
  ",;,",
  "audio/flac",
  "",
];

const any = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostile) },
  { weight: 3, arbitrary: fc.constantFrom(...accepted).map((value): Field => ["Accept", value]) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fieldName.map((name) => `x-${name}`),
      fieldText,
    ),
  },
);

/** More than a head may have. */
const overlong = fc
  .integer({ min: 1, max: 4000 })
  .map((more): Field => ["X-Long", "x".repeat(16_384 + more)]);

/** Fields beside the key: documented ones by their schemas, and others. */
export function fieldsBeside(documented: readonly Parameter[]): fc.Arbitrary<readonly Field[]> {
  const ofDocument = documented.map((parameter) =>
    fc.tuple(fc.constant(parameter.name), textOf(parameter).map(printable)),
  );
  return fc.oneof(
    { weight: 20, arbitrary: fc.constant([]) },
    {
      weight: 20,
      arbitrary: fc.array(fc.oneof(any, ...ofDocument), { minLength: 1, maxLength: 4 }),
    },
    { weight: 1, arbitrary: overlong.map((field) => [field]) },
  );
}

/** The characters of a text that may stand in a field. */
function printable(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "?");
}

export function isOverlong(fields: readonly Field[]): boolean {
  return fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > 16_384;
}
