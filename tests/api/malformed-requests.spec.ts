import assert from "node:assert/strict";
import { expectCommonHeaders, problemWith } from "../support/problem.ts";
import { sendRawRequests, parseAnswers } from "../support/raw.ts";
import { expect, test } from "../support/test.ts";

const path = "/api/v0/projects";
const host = "Host: localhost\r\n";
const close = "Connection: close\r\n";
const head = `${host}${close}\r\n`;
const get = `GET ${path} HTTP/1.1\r\n`;
/** A request with `fields` besides, and what follows its head. */
const withFields = (fields: string, body = "") => `${get}${host}${fields}\r\n${close}\r\n${body}`;
const chunked = (body: string) => withFields("Transfer-Encoding: chunked", body);

type Case = [what: string, ...pieces: string[]];

/** Each of them has one answer on both listeners, and the connection is closed behind it. */
const refused: Readonly<Record<string, Case[]>> = {
  "400 invalid_request": [
    // Request lines
    ["a TLS client hello", `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${"\x00".repeat(99)}`],
    ["an SSH banner", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["what is no HTTP", "hello\r\n\r\n"],
    ["GET in two pieces with a broken field", "G", `ET / HTTP/1.1\r\nbad\x01: x\r\n${head}`],
    ["HTTP/0.9", "GET /\r\n\r\n"],
    ["HTTP/0.9 of another method", `POST ${path}\r\n${head}`],
    ["CONNECT without a version", `CONNECT a:1\r\n${close}\r\n`],
    ["HTTP/0.9 with fields", `GET ${path}\r\n${head}`],
    ["HTTP/1.2", `GET ${path} HTTP/1.2\r\n${head}`],
    ["HTTP/2.0", `GET ${path} HTTP/2.0\r\n${head}`],
    ["HTTP/3", `GET ${path} HTTP/3\r\n${head}`],
    ["HTTP/11", `GET ${path} HTTP/11\r\n${head}`],
    ["HTTPS/1.1", `GET ${path} HTTPS/1.1\r\n${head}`],
    ["a version in lower case", `GET ${path} http/1.1\r\n${head}`],
    ["a space behind the version", `GET ${path} HTTP/1.1 \r\n${head}`],
    ["tabs in the request line", `GET\t${path}\tHTTP/1.1\r\n${head}`],
    ["a space before the method", ` GET ${path} HTTP/1.1\r\n${head}`],
    ["a space in the target", `GET /api/v0/pro jects HTTP/1.1\r\n${head}`],
    ["no target", `GET HTTP/1.1\r\n${head}`],
    ["a method that is no token", `GE(T ${path} HTTP/1.1\r\n${head}`],
    // Targets
    ["NUL in the target", `GET ${path}\x00 HTTP/1.1\r\n${head}`],
    ["DEL in the target", `GET ${path}\x7f HTTP/1.1\r\n${head}`],
    ["an unescaped byte in the target", `GET ${path}\xe9 HTTP/1.1\r\n${head}`],
    ["a target without a slash", `GET api/v0/projects HTTP/1.1\r\n${head}`],
    ["a target that is a query", `GET ?limit=1 HTTP/1.1\r\n${head}`],
    ["an authority as the target", `GET localhost:80 HTTP/1.1\r\n${head}`],
    ["a scheme without an authority", `GET http:${path} HTTP/1.1\r\n${head}`],
    ["a backslash", `GET \\api\\v0 HTTP/1.1\r\n${head}`],
    // Ends of lines
    ["bare LF", `GET ${path} HTTP/1.1\nHost: localhost\nConnection: close\n\n`],
    ["bare LF behind a field", `${get}Host: localhost\n${close}\r\n`],
    ["bare LF behind the head", `${get}${host}${close}\n`],
    ["bare CR behind the request line", `GET ${path} HTTP/1.1\r${head}`],
    ["bare CR in a value", withFields("X: a\rb")],
    // Fields
    ["no Host", `${get}${close}\r\n`],
    ["two Hosts", `${get}${host}${head}`],
    ["two Hosts in HTTP/1.0", `GET ${path} HTTP/1.0\r\n${host}${host}\r\n`],
    ["a list of Hosts", `${get}Host: a, b\r\n${close}\r\n`],
    ["a Host that is none", `${get}Host: a[b\r\n${close}\r\n`],
    ["a Host with a path", `${get}Host: a/b\r\n${close}\r\n`],
    ["a Host with a broken escape", `${get}Host: %z\r\n${close}\r\n`],
    ["a Host with a user", `${get}Host: a@b\r\n${close}\r\n`],
    ["a space before a colon", `${get}Host : localhost\r\n${close}\r\n`],
    ["a field without a colon", withFields("X")],
    ["a field without a name", withFields(": x")],
    ["NUL in a name", withFields("X\x00: a")],
    ["NUL in a value", withFields("X: a\x00b")],
    ["DEL in a value", withFields("X: \x7f")],
    ["a name with another byte", withFields("X\xe9: a")],
    ["a folded value", withFields("X: a\r\n b")],
    ["a folded value at first", `${get} X: a\r\n${head}`],
    ["a folded key", withFields("svc-api-key:\r\n Bearer x")],
    ["a folded Transfer-Encoding", withFields("Transfer-Encoding:\r\n chunked", "0\r\n\r\n")],
    ["a folded Content-Length", withFields("Content-Length:\r\n 2", "{}")],
    // The length of a body
    ...["", "x", "-1", "+2", "0x2", "1e1", "2.0", "2 2", "2, 2", "2;", "99999999999999999999"].map(
      (length): Case => [
        `Content-Length «${length}»`,
        withFields(`Content-Length: ${length}`, "{}"),
      ],
    ),
    ["Content-Length twice", withFields("Content-Length: 2\r\nContent-Length: 2", "{}")],
    ["two Content-Lengths", withFields("Content-Length: 2\r\nContent-Length: 3", "{}")],
    [
      "Content-Length, then Transfer-Encoding",
      withFields("Content-Length: 4\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
    ],
    [
      "Transfer-Encoding, then Content-Length",
      withFields("Transfer-Encoding: chunked\r\nContent-Length: 4", "0\r\n\r\n"),
    ],
    ...[
      "",
      "gzip",
      "identity",
      "xchunked",
      "chunkedx",
      '"chunked"',
      "\x0bchunked",
      "chunked, gzip",
      "gzip, chunked",
      "chunked, chunked",
      "chunked\r\nTransfer-Encoding: chunked",
      "chunked\r\nTransfer-Encoding: identity",
      "identity\r\nTransfer-Encoding: chunked",
    ].map((coding): Case => [
      `Transfer-Encoding «${coding}»`,
      withFields(`Transfer-Encoding: ${coding}`, "0\r\n\r\n"),
    ]),
    ["Transfer-Encoding and a space", withFields("Transfer-Encoding : chunked", "0\r\n\r\n")],
    [
      "Transfer-Encoding in HTTP/1.0",
      `GET ${path} HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      "Transfer-Encoding in HTTP/1.0 that would stay",
      `GET ${path} HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
  ],
  "405 method_not_allowed": [
    ...["get", "Get", "G", "GETX", "HEADER", "QUERY", "SOURCE", "M-SEARCH", "!#$%&'*+-.^_`|~"].map(
      (method): Case => [`the method ${method}`, `${method} ${path} HTTP/1.1\r\n${head}`],
    ),
    ...["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "PURGE"].map(
      (method): Case => [`the method ${method}`, `${method} ${path} HTTP/1.1\r\n${head}`],
    ),
    ["a method of 9,000 letters", `${"A".repeat(9000)} ${path} HTTP/1.1\r\n${head}`],
    ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["a request that begins like it", `PRI * HTTP/1.1\r\n${head}`],
    ["an unknown method and version", `BREW ${path} HTTP/2.0\r\n${head}`],
    ["an unknown method without a version", `BREW ${path}\r\n${head}`],
    ["PUT of another version", `PUT ${path} HTTP/2.0\r\n${head}`],
    ["POST without Host", `POST ${path} HTTP/1.1\r\n${close}\r\n`],
    ["POST with a body", `POST ${path} HTTP/1.1\r\nContent-Length: 2\r\n${head}{}`],
    ["a long POST", `POST ${path} HTTP/1.1\r\nX: ${"x".repeat(17_000)}\r\n${head}`],
    ["PUT with a broken length", `PUT ${path} HTTP/1.1\r\nContent-Length: x\r\n${head}`],
    [
      "PUT of HTTP/1.0 with a coding, that would stay",
      `PUT ${path} HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["PUT of another coding", `PUT ${path} HTTP/1.1\r\nTransfer-Encoding: x\r\n${head}`],
    ["CONNECT", `CONNECT localhost:80 HTTP/1.1\r\n${head}`],
    ["CONNECT to a path", `CONNECT / HTTP/1.1\r\n${head}`],
    ["CONNECT and what would follow", `CONNECT a:1 HTTP/1.1\r\n${head}GET / HTTP/1.1\r\n${head}`],
    ["CONNECT in pieces", "CONN", "ECT a:1 HTTP/1.1\r\n", head],
    ["OPTIONS of the server", `OPTIONS * HTTP/1.1\r\n${head}`],
    ["OPTIONS in absolute form", `OPTIONS http://other HTTP/1.1\r\n${head}`],
    ["an unknown method in pieces", "B", "R", "EW", ` ${path} HT`, `TP/1.1\r\n${head}`],
    ["an unknown method that ends like GET", "B", `GET ${path} HTTP/1.1\r\n${head}`],
    ["an unknown method, byte by byte", ...`BREW ${path} HTTP/1.1\r\n${head}`],
    ["an unknown method behind empty lines", `\r\n\r\nBREW ${path} HTTP/1.1\r\n${head}`],
  ],
  "431 header_too_large": [
    ["a value over 16 KiB", withFields(`X: ${"x".repeat(17_000)}`)],
    ["a value of a megabyte", withFields(`X: ${"x".repeat(1_000_000)}`)],
    ["a name over 16 KiB", withFields(`${"x".repeat(17_000)}: x`)],
    ["a target over 16 KiB", `GET /${"x".repeat(17_000)} HTTP/1.1\r\n${head}`],
    ["a query over 16 KiB", `GET ${path}?${"x".repeat(17_000)} HTTP/1.1\r\n${head}`],
    ["a target of a megabyte", `GET /${"x".repeat(1_000_000)} HTTP/1.1\r\n${head}`],
    ["a target in pieces", "GET /", "x".repeat(9000), "x".repeat(9000), ` HTTP/1.1\r\n${head}`],
    ["four thousand fields", withFields("a:b\r\n".repeat(4000).trim())],
    ["ten thousand empty fields", withFields("a:\r\n".repeat(10_000).trim())],
  ],
};

test("the answer to a refused method has the methods of the listener, or of the resource", async ({
  gateway,
}) => {
  const { internalUrl } = gateway;
  const allowed = async (...pieces: string[]) => {
    const [answer] = parseAnswers(await sendRawRequests(internalUrl, ...pieces));
    return [answer?.status, answer?.headers["allow"]];
  };
  expect(await allowed(`post /graphql HTTP/1.1\r\n${head}`)).toEqual([405, "GET, POST"]);
  expect(await allowed(`PUT /graphql HTTP/1.1\r\n${head}`)).toEqual([405, "GET, POST"]);
  expect(await allowed(`PUT /graphql/ HTTP/1.1\r\n${head}`)).toEqual([405, "GET"]);
  const long = `X: ${"x".repeat(17_000)}\r\n`;
  expect(await allowed(`POST /graphql HTTP/1.1\r\n${long}${head}`)).toEqual([431, undefined]);
  expect(await allowed(`POST /health/live HTTP/1.1\r\n${long}${head}`)).toEqual([405, "GET"]);
  expect(await allowed(`POST /graphql HTTP/1.1\r\nContent-Length: x\r\n${head}`)).toEqual([
    400,
    undefined,
  ]);
});

for (const [answer, cases] of Object.entries(refused)) {
  const [status, code] = answer.split(" ");
  for (const [what, ...pieces] of cases) {
    test(`${what} is answered ${answer} once, on both listeners`, async ({ gateway }) => {
      for (const url of [gateway.publicUrl, gateway.internalUrl]) {
        const answers = parseAnswers(await sendRawRequests(url, ...pieces));
        assert.deepEqual(
          answers.map((one) => one.status),
          [Number(status)],
        );
        const { headers, body } = answers[0] ?? assert.fail();
        expectCommonHeaders(headers);
        assert.equal(headers["connection"], "close");
        const isMethod = code === "method_not_allowed";
        // On the internal listener, POST is a method too.
        const methods = url === gateway.publicUrl ? ["GET"] : ["GET", "GET, POST"];
        assert.ok(isMethod ? methods.includes(headers["allow"] ?? "") : !("allow" in headers));
        const problem = JSON.parse(body) as Record<string, unknown>;
        assert.equal(problem["code"], code);
        assert.equal(problem["requestId"], headers["x-request-id"]);
      }
    });
  }
}

for (const [what, first = "", ...others] of refused["400 invalid_request"] ?? []) {
  // Without a version, a line is no request line.
  if (!first.startsWith("GET ") || what.startsWith("HTTP/0.9")) continue;
  test(`${what} is refused for its method first, and HEAD without a body`, async ({ gateway }) => {
    for (const url of [gateway.publicUrl, gateway.internalUrl]) {
      for (const method of ["HEAD", "PUT", "BREW", "get"]) {
        const pieces = [first.replace("GET", method), ...others];
        const [answer, ...more] = parseAnswers(await sendRawRequests(url, ...pieces), method);
        assert.deepEqual([method, answer?.status, more], [method, 405, []]);
        assert.equal(answer?.body === "", method === "HEAD");
        assert.ok(answer && "allow" in answer.headers);
      }
    }
  });
}

test("a head that comes in pieces is refused once, and the connection is closed", async ({
  gateway,
}) => {
  for (const field of ["Foo : x", "Foo: \x00", "Foo", host.trim(), "Content-Length: x"]) {
    const bytes = withFields(field);
    for (const at of [3, 20, get.length, bytes.length - 3]) {
      const received = await sendRawRequests(
        gateway.publicUrl,
        bytes.slice(0, at),
        bytes.slice(at),
      );
      const answers = parseAnswers(received);
      assert.deepEqual(
        answers.map(({ status, headers }) => [status, headers["connection"]]),
        [[400, "close"]],
      );
    }
  }
});

test("a refused head is answered in the media type that it accepts", async ({ gateway }) => {
  for (const [accept, type] of [
    ["", "application/json; charset=utf-8"],
    ["Accept: application/problem+json\r\n", "application/problem+json"],
  ] as const) {
    const bytes = withFields(`${accept}Foo : x`);
    const [answer] = parseAnswers(await sendRawRequests(gateway.publicUrl, bytes));
    assert.equal(answer?.headers["content-type"], type);
    assert.deepEqual(
      JSON.parse(answer?.body ?? ""),
      problemWith("invalid_request", { requestId: answer?.headers["x-request-id"] }),
    );
  }
});

/** Requests that are HTTP, if unusual: without a key, v0 is 401, and not found where it is not served. */
const taken: Case[] = [
  ["a body that is not asked for", withFields("Content-Length: 2", "{}")],
  ["a body in chunks", chunked("2\r\n{}\r\n0\r\n\r\n")],
  ["a coding in capitals", withFields("Transfer-Encoding: CHUNKED", "0\r\n\r\n")],
  ["an extension of a chunk", chunked("1;a=b\r\na\r\n0\r\n\r\n")],
  ["fields behind the last chunk", chunked("1\r\na\r\n0\r\nsvc-api-key: Bearer x\r\n\r\n")],
  ["a body that never comes", withFields("Content-Length: 99")],
  ["a length behind spaces", withFields("Content-Length:  2 ", "{}")],
  ["an empty key", withFields("svc-api-key:")],
  ["two keys", withFields("svc-api-key: Bearer a\r\nsvc-api-key: Bearer b")],
  ["other bytes in a value", withFields("X: \xe9\xff")],
  ["an empty Host", `${get}Host:\r\n${close}\r\n`],
  ["an IPv6 Host", `${get}Host: [::1]:8080\r\n${close}\r\n`],
  ["HTTP/1.0 without Host", `GET ${path} HTTP/1.0\r\n\r\n`],
  ["an absolute target", `GET http://other${path} HTTP/1.1\r\n${head}`],
  ["an absolute target of another scheme", `GET ftp://other${path} HTTP/1.1\r\n${head}`],
  ["an absolute target without a host", `GET http://${path} HTTP/1.1\r\n${head}`],
  ["an expectation", withFields("Expect: 100-continue")],
  ["an expectation and its body", withFields("Expect: 100-continue\r\nContent-Length: 2"), "{}"],
  ["an unknown expectation", withFields("Expect: tea")],
  ["two expectations", withFields("Expect: tea\r\nExpect: cake")],
  ["an upgrade to a web socket", withFields("Connection: Upgrade\r\nUpgrade: websocket")],
  [
    "an upgrade to HTTP/2",
    withFields("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk"),
  ],
  ["an upgrade of nothing", withFields("Upgrade: ")],
  ["a field that Connection names", withFields("Connection: svc-api-key")],
  ["two thousand five hundred fields", withFields("a:b\r\n".repeat(2500).trim())],
  ["empty lines before a request", `${"\r\n".repeat(2000)}${get}${head}`],
  ["a request in two pieces", "G", `ET ${path} HTTP/1.1\r\n${head}`],
  ["a request, byte by byte", ...`${get}${head}`],
];

for (const [what, ...pieces] of taken) {
  test(`${what} is taken, and answered once`, async ({ gateway }) => {
    for (const [url, status] of [
      [gateway.publicUrl, 401],
      [gateway.internalUrl, 404],
    ] as const) {
      const answers = parseAnswers(await sendRawRequests(url, ...pieces));
      assert.deepEqual(
        answers.map((one) => one.status),
        [status],
      );
      expectCommonHeaders(answers[0]?.headers ?? {});
    }
  });
}

/** Heads of exactly 16 KiB, and one octet more. */
for (const [octets, status] of [
  [16_384, 401],
  [16_385, 431],
] as const) {
  test(`a head of ${octets} octets in many fields is answered ${status}`, async ({ gateway }) => {
    const fields = "a: b\r\n".repeat(2000);
    const start = `${get}${fields}X: `;
    const bytes = `${start}${"x".repeat(octets - start.length - 2 - head.length)}\r\n${head}`;
    assert.equal(bytes.length, octets);
    const [answer] = parseAnswers(await sendRawRequests(gateway.publicUrl, bytes));
    assert.equal(answer?.status, status);
  });
}

test("a second key is seen behind any number of fields", async ({ tenantOf, gateway }) => {
  const { key } = await tenantOf();
  const credential = `svc-api-key: Bearer ${key}\r\n`;
  const fields = "a:b\r\n".repeat(2500);
  const [one] = parseAnswers(
    await sendRawRequests(gateway.publicUrl, `${get}${fields}${credential}${head}`),
  );
  assert.equal(one?.status, 200);
  const [two] = parseAnswers(
    await sendRawRequests(gateway.publicUrl, `${get}${credential}${fields}${credential}${head}`),
  );
  assert.equal(two?.status, 401);
});
