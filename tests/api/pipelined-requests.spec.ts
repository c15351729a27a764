import assert from "node:assert/strict";
import { expectCommonHeaders } from "../support/problem.ts";
import { sendRawRequests, parseAnswers } from "../support/raw.ts";
import { test } from "../support/test.ts";

const host = "Host: localhost\r\n";
const head = `${host}Connection: close\r\n\r\n`;
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${host}\r\n`;
const last = `GET /elsewhere HTTP/1.1\r\n${head}`;

/** Requests on one connection → the statuses of their answers on the public listener. */
const pipelines: [what: string, statuses: number[], ...pieces: string[]][] = [
  ["several in one packet", [401, 401, 404], get("/api/v0"), get("/api/v0/projects") + last],
  ["one not HTTP in the middle", [401, 400], `${get("/api/v0")}GET / HTTP/9.9\r\n\r\n${last}`],
  ["one without Host in the middle", [401, 400], `${get("/api/v0")}GET / HTTP/1.1\r\n\r\n${last}`],
  ["an unknown method in the middle", [401, 405], `${get("/api/v0")}BREW / HTTP/1.1\r\n${head}`],
  [
    "CONNECT in the middle",
    [401, 405],
    `${get("/api/v0")}CONNECT a:1 HTTP/1.1\r\n${host}\r\n${last}`,
  ],
  ["POST in the middle", [401, 405, 404], `${get("/api/v0")}POST / HTTP/1.1\r\n${host}\r\n${last}`],
  [
    "an expectation in the middle",
    [401, 401, 404],
    `${get("/api/v0")}GET /api/v0 HTTP/1.1\r\nExpect: 100-continue\r\n${host}\r\n${last}`,
  ],
  [
    "bodies between them",
    [401, 404],
    `GET /api/v0 HTTP/1.1\r\nContent-Length: 2\r\n${host}\r\n{}${last}`,
  ],
  [
    "a request within a body",
    [401, 404],
    `GET /api/v0 HTTP/1.1\r\nContent-Length: ${last.length}\r\n${host}\r\n${last}${last}`,
  ],
  ["a body without a length", [401, 400], `${get("/api/v0")}{}${last}`],
  [
    "more than the length says",
    [401, 400],
    `GET /api/v0 HTTP/1.1\r\nContent-Length: 2\r\n${host}\r\n{}garbage\r\n\r\n`,
  ],
  [
    "a chunk longer than it says, behind an answer",
    [404],
    `GET /elsewhere HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${host}\r\n1\r\nabc\r\n0\r\n\r\n`,
  ],
  [
    "a chunk without a length",
    [400],
    `GET /api/v0 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${host}\r\nzz\r\n${last}`,
  ],
  [
    "a broken chunk behind an answer",
    [404],
    `GET /elsewhere HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${host}\r\nzz\r\n${last}`,
  ],
  ["a request behind the last", [404], last + get("/api/v0")],
  ["garbage behind the last", [404], `${last}\x00\x01`],
];

for (const [what, statuses, ...pieces] of pipelines) {
  test(`${what}: each has one answer, in order, and a broken one is the last`, async ({
    gateway,
  }) => {
    const answers = parseAnswers(await sendRawRequests(gateway.publicUrl, pieces.join("")));
    assert.deepEqual(
      answers.map(({ status }) => status),
      statuses,
    );
    for (const { headers } of answers) expectCommonHeaders(headers);
  });
}

/** Requests that want what the server does not do → how many answers they have. */
const ignored: [what: string, answers: number, requests: string][] = [
  ["Expect: 100-continue", 1, withFields("Expect: 100-continue")],
  ["an unknown Expect", 1, withFields("Expect: tea")],
  ["Upgrade to a web socket", 1, withFields("Connection: Upgrade\r\nUpgrade: websocket")],
  [
    "Upgrade to HTTP/2",
    1,
    withFields("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk"),
  ],
  ["Upgrade without Connection", 1, withFields("Upgrade: websocket")],
  ["Expect with its body", 1, `${withFields("Expect: 100-continue\r\nContent-Length: 2")}{}`],
  [
    "Upgrade with a body",
    1,
    `${withFields("Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2")}{}`,
  ],
  ["Upgrade behind other requests", 3, get("/a") + get("/b") + upgrade()],
  ["fifty upgrades", 50, upgrade().repeat(50)],
  ["an upgrade, byte by byte", 1, upgrade()],
];

for (const [what, count, requests] of ignored) {
  test(`${what}: the request is answered without it, and so is the one behind it`, async ({
    gateway,
  }) => {
    for (const [url, status] of [
      [gateway.publicUrl, 401],
      [gateway.internalUrl, 200],
    ] as const) {
      const here = url === gateway.publicUrl ? "/api/v0/projects" : "/health/live";
      const sent = requests.replaceAll("{path}", here) + last;
      const pieces = what.endsWith("byte by byte") ? sent : [sent];
      const answers = parseAnswers(await sendRawRequests(url, ...pieces));
      assert.equal(answers.length, count + 1);
      assert.deepEqual(
        answers.slice(-2).map((answer) => [answer.status, answer.headers["connection"]]),
        [
          [status, "keep-alive"],
          [404, "close"],
        ],
      );
      for (const { headers } of answers) expectCommonHeaders(headers);
    }
  });
}

test("an upgrade behind an answer that is the last of its connection is not answered", async ({
  gateway,
}) => {
  const answers = parseAnswers(await sendRawRequests(gateway.publicUrl, last + upgrade()));
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers["connection"]]),
    [[404, "close"]],
  );
});

function withFields(fields: string): string {
  return `GET {path} HTTP/1.1\r\n${host}${fields}\r\n\r\n`;
}

function upgrade(): string {
  return withFields("Connection: Upgrade\r\nUpgrade: websocket");
}
