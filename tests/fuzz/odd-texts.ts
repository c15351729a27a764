import fc from "fast-check";
import { canary } from "../support/leaks.ts";

/** Texts that have broken parsers of numbers, instants, ids and names. */
const known = [
  "",
  " ",
  "0",
  "00",
  "-0",
  "-1",
  "+1",
  "1.0",
  "1e3",
  "0x10",
  "NaN",
  "Infinity",
  "null",
  "undefined",
  "true",
  "TRUE",
  "false",
  "yes",
  "[]",
  "{}",
  "[object Object]",
  "__proto__",
  "constructor",
  "2147483648",
  "9007199254740992",
  "9".repeat(400),
  "١٢",
  "１２",
  "2019-02-29",
  "2019-03-10T24:00",
  "2019-03-10T23:59:60Z",
  "2019-W10",
  "2019-069",
  "1552176000",
  "2019-03-10 00:00",
  "2019-03-10T00:00+24:00",
  "0000-01-01",
  "-000001-01-01",
  "10000-01-01",
  "9999-12-31T23:59:59.999999999-23:59",
  "0001-01-01T00:00+00:01",
  "Sun, 10 Mar 2019",
  "' or 1=1 --",
  '"; drop table samples',
  "$1",
  "%s%n",
  "../../etc/passwd",
  "..",
  ".",
  "\\",
  "\u0000",
  "a\u0000b",
  "\r\nX: y",
  "\u2028",
  "\ud83d\ude00",
  "é",
  "e\u0301",
  "ß",
  "\ufeff1",
];

/** Texts that were not written by the manual. */
export const oddText = fc.oneof(
  fc.constantFrom(...known),
  fc.string({ maxLength: 12 }),
  // `unit: "binary"` would make a table of all code points, for a second, in each process that loads this file.
  fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 6 })
    .map((points) => String.fromCodePoint(...points)),
);

/** Escapes that are not whole, not UTF-8, or not needed. */
const oddEscapes = fc.constantFrom(
  "%",
  "%%",
  "%2",
  "%zz",
  "%00",
  "%C3%28",
  "%c0%af",
  "%ED%A0%80",
  "%F5%80%80%80",
  "%2F",
  "%252F",
  "+",
  "%2B",
  "%u0041",
  "%E9",
  "%EF%BB%BF",
  "%2e%2e",
);

/** A text as a part of a query string or a path may write it. */
export function written(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: text.map(escapeText) },
    { weight: 2, arbitrary: text.map(escapeEachByte) },
    { weight: 1, arbitrary: oddEscapes },
    {
      weight: 1,
      arbitrary: fc.tuple(text.map(escapeText), oddEscapes).map((parts) => parts.join("")),
    },
  );
}

/** As `encodeURIComponent`, which throws for half a surrogate pair. */
export function escapeText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function escapeEachByte(text: string): string {
  return Buffer.from(text).toString("hex").replaceAll(/../g, "%$&");
}

/** A field's value on the wire: no controls but the tab, bytes beyond ASCII. */
export const fieldText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.integer({ min: 0x80, max: 0xff }),
      fc.constant(9),
    ),
    { maxLength: 20 },
  )
  .map((bytes) => Buffer.from(bytes).toString("latin1"));

/** A token (RFC 9110, 5.6.2). */
export const fieldName = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/);

/** Names of parameters that look like credentials: their values are nowhere to be seen. */
export const credential = fc
  .constantFrom(
    "key",
    "api_key",
    "svc-api-key",
    "token",
    "access_token",
    "password",
    "Authorization",
  )
  .map((name) => [name, canary] as const);
