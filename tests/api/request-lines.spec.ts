import assert from "node:assert/strict";
import { arrivals, piecesOf } from "../support/arrivals.ts";
import { exchangeRaw, parseAnswers } from "../support/raw.ts";
import { expect, test } from "../support/test.ts";

const host = "Host: localhost\r\n";
const close = "Connection: close\r\n";

/** First lines by their form, whatever the method → the status of GET; of others it is 405 where this is a request line. */
const firstLines: [
  what: string,
  line: (method: string) => string,
  status: number,
  isOne: boolean,
][] = [
  ["two spaces", (method) => `${method}  /api/v0/projects  HTTP/1.1`, 401, true],
  ["no version", (method) => `${method} /api/v0/projects`, 400, false],
  ["no target", (method) => `${method} HTTP/1.1`, 400, false],
  ["a target in two", (method) => `${method} /api/v0/pro jects HTTP/1.1`, 400, false],
  ["a version of another protocol", (method) => `${method} / HTTPS/1.1`, 400, false],
  ["a version without its part", (method) => `${method} / HTTP/3`, 400, false],
  ["a space behind the version", (method) => `${method} / HTTP/1.1 `, 400, false],
  ["tabs", (method) => `${method}\t/\tHTTP/1.1`, 400, false],
  ["an unknown version", (method) => `${method} / HTTP/9.9`, 400, true],
  ["NUL in its target", (method) => `${method} /\x00 HTTP/1.1`, 400, true],
  [
    "a target of 17,000 letters",
    (method) => `${method} /${"a".repeat(17_000)} HTTP/1.1`,
    431,
    true,
  ],
  ["a target of a megabyte", (method) => `${method} /${"a".repeat(1_000_000)} HTTP/1.1`, 431, true],
];

for (const [what, lineOf, status, isOne] of firstLines) {
  for (const [way, ends] of arrivals) {
    test(`a first line with ${what}, ${way}, is one or none for all methods alike`, async ({
      gateway,
    }) => {
      for (const method of ["GET", "HEAD", "POST", "PRI", "BREW", "get"]) {
        const first = `${lineOf(method)}\r\n`;
        const bytes = `${first}${host}${close}\r\n`;
        const pieces = piecesOf(bytes, ends(Math.min(first.length, 99), bytes.length));
        const answers = parseAnswers(await exchangeRaw(gateway.publicUrl, ...pieces), method);
        assert.deepEqual(
          answers.map((answer) => answer.status),
          [method === "GET" ? status : isOne ? 405 : 400],
          method,
        );
        assert.equal(answers[0]?.body === "", method === "HEAD", method);
      }
    });
  }
}

test("the preface of HTTP/2 is a request line, in any number of pieces", async ({ gateway }) => {
  const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  for (const pieces of [[preface], ["PRI * HT", "TP/2.0\r\n\r\nSM\r\n\r\n"], [...preface]]) {
    const answers = parseAnswers(await exchangeRaw(gateway.publicUrl, ...pieces));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [405],
    );
  }
});

test("CONNECT without a version is no request line", async ({ gateway }) => {
  const [answer] = parseAnswers(
    await exchangeRaw(gateway.publicUrl, `CONNECT a:1\r\n${close}\r\n`),
  );
  expect(answer?.status).toBe(400);
});
