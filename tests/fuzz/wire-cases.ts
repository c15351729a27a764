import fc from "fast-check";

/** Bytes of one connection, in the pieces that they are sent in. */
export type WireCase = readonly string[];

const oddByte = fc.constantFrom(...'\0\t\n\r \u000b\u007f\u0080\u00e9\u00ff"/:;?#%\\,');
const bytes = fc.string({ unit: oddByte, maxLength: 8 });

const line = fc.record({
  method: mostly(
    "GET",
    ["get", "HEAD", "POST", "CONNECT", "OPTIONS", "BREW", "PRI", "G(T", ""],
    bytes,
  ),
  target: mostly(
    "/api/v0/projects",
    [
      "*",
      "/",
      "",
      "//",
      "?x",
      "http://",
      "http://a:b@c/api/v0/projects",
      "a:1",
      "/%",
      "\\",
      "/%00",
    ],
    bytes.map((text) => `/api/v0/${text}`),
  ),
  version: mostly(
    "HTTP/1.1",
    ["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.2", "http/1.1", ""],
    bytes,
  ),
});

const name = mostly(
  "X-Any",
  ["svc-api-key", "Host", "Content-Length", "Transfer-Encoding", "Expect", "Upgrade", "Connection"],
  fc.oneof(fc.constantFrom("Trailer", "X Any", "X-Any ", ": ", "__proto__"), bytes),
);
const value = mostly(
  "1",
  [
    "",
    "0",
    "-1",
    "1e1",
    "chunked",
    "gzip, chunked",
    "100-continue",
    "h2c",
    "websocket",
    "close, upgrade",
  ],
  fc.oneof(bytes, fc.constant("x".repeat(17_000)), fc.constant("keep-alive")),
);
const field = fc.tuple(name, value).map(([left, right]) => `${left}: ${right}`);

const ending = mostly("\r\n", ["\n", "\r", "\r\n ", "\r\r\n"], fc.constant(""));

/** Heads in which anything may be wrong, in any number of pieces; what follows them is closed by the client. */
const heads = fc
  .record({
    line,
    separator: mostly(" ", ["\t", "  "], fc.constant("")),
    host: mostly(
      "Host: localhost",
      ["Host: a, b", "Host:", "Host: [", "X: y"],
      fc.constant("Host : x"),
    ),
    fields: fc.array(field, { maxLength: 3 }),
    ending,
    body: mostly("", ["{}", "0\r\n\r\n", "z\r\n", "5\r\nab"], bytes),
  })
  .map(({ line: { method, target, version }, separator, host, fields, ending: end, body }) => {
    const first = [method, target, version].join(separator);
    return `${[first, host, ...fields, "Connection: close"].join(end)}\r\n\r\n${body}`;
  });

export const wireCases: fc.Arbitrary<WireCase> = fc.oneof(
  { weight: 4, arbitrary: heads.map((head) => [head]) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(heads, fc.nat(120))
      .map(([head, at]) => [head.slice(0, at), head.slice(at)]),
  },
  { weight: 1, arbitrary: fc.tuple(heads, heads).map((pipelined) => [pipelined.join("")]) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: "binary-ascii", maxLength: 40 }).map((text) => [text]),
  },
);

/** Usually the one, or else a known oddity, or any. */
function mostly(
  usual: string,
  odd: readonly string[],
  any: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 4, arbitrary: fc.constantFrom(...odd) },
    { weight: 1, arbitrary: any },
  );
}
