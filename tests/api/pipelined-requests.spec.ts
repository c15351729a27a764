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
    [401, 401],
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
  [
    "a request behind an upgrade",
    [401],
    `GET /api/v0 HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${host}\r\n${last}`,
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
