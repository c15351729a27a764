import assert from "node:assert/strict";
import { sendRawRequests, parseAnswers } from "../support/raw.ts";
import { expect, test } from "../support/test.ts";

const host = "Host: localhost\r\n";
const close = "Connection: close\r\n";

/** A request line for any method → the status of GET; that of the others is 405. */
const requestLines: [what: string, line: (method: string) => string, ofGet: number][] = [
  ["two spaces", (method) => `${method}  /api/v0/projects  HTTP/1.1`, 401],
  ["no target", (method) => `${method} HTTP/1.1`, 400],
  ["a target in two", (method) => `${method} /api/v0/pro jects HTTP/1.1`, 400],
  ["a version of another protocol", (method) => `${method} / HTTPS/1.1`, 400],
  ["a version without its part", (method) => `${method} / HTTP/3`, 400],
  ["a space behind the version", (method) => `${method} / HTTP/1.1 `, 400],
  ["an unknown version", (method) => `${method} / HTTP/9.9`, 400],
  ["NUL in its target", (method) => `${method} /\x00 HTTP/1.1`, 400],
  ["a target of 17,000 letters", (method) => `${method} /${"a".repeat(17_000)} HTTP/1.1`, 431],
];

for (const [what, lineOf, ofGet] of requestLines) {
  test(`a request line with ${what} is refused for its method first`, async ({ gateway }) => {
    for (const method of ["GET", "HEAD", "POST", "BREW", "get"]) {
      const bytes = `${lineOf(method)}\r\n${host}${close}\r\n`;
      const answers = parseAnswers(await sendRawRequests(gateway.publicUrl, bytes), method);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [method === "GET" ? ofGet : 405],
        method,
      );
      assert.equal(answers[0]?.body === "", method === "HEAD", method);
    }
  });
}

test("the preface of HTTP/2 is 405", async ({ gateway }) => {
  const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  const answers = parseAnswers(await sendRawRequests(gateway.publicUrl, preface));
  expect(answers.map(({ status }) => status)).toEqual([405]);
});

test("a line without a version is no request line, whatever its method", async ({ gateway }) => {
  for (const line of ["GET /api/v0/projects", "POST /api/v0/projects", "CONNECT a:1"]) {
    const [answer] = parseAnswers(
      await sendRawRequests(gateway.publicUrl, `${line}\r\n${close}\r\n`),
    );
    expect(answer?.status, line).toBe(400);
  }
});
