import assert from "node:assert/strict";
import { expectCommonHeaders } from "../support/problem.ts";
import { sendRawRequests, parseAnswers } from "../support/raw.ts";
import { expect, test } from "../support/test.ts";

const host = "Host: localhost\r\n";
const close = "Connection: close\r\n";
const line = (method: string) => `${method} /api/v0/projects HTTP/1.1\r\n`;

/** Fields that make a head bad → the status of GET with them. */
const badFields: [what: string, field: string, status: number][] = [
  ["a space before a colon", "Foo : x\r\n", 400],
  ["NUL in a value", "Foo: \x00\r\n", 400],
  ["no colon", "Foo\r\n", 400],
  ["bare LF", "Foo: x\n", 400],
  ["a second Host", host, 400],
  ["an invalid length", "Content-Length: x\r\n", 400],
  ["an unknown coding", "Transfer-Encoding: gzip\r\n", 400],
  ["18,000 letters", `Foo: ${"a".repeat(18_000)}\r\n`, 431],
];

for (const [what, field, status] of badFields) {
  test(`a head with ${what} is refused: the method first, and HEAD without a body`, async ({
    gateway,
  }) => {
    for (const url of [gateway.publicUrl, gateway.internalUrl]) {
      for (const method of ["GET", "HEAD", "PUT", "BREW"]) {
        const bytes = `${line(method)}${host}${close}${field}\r\n`;
        const answers = parseAnswers(await sendRawRequests(url, bytes), method);
        assert.deepEqual(
          answers.map((answer) => answer.status),
          [method === "GET" ? status : 405],
          method,
        );
        const { headers, body } = answers[0] ?? assert.fail();
        expectCommonHeaders(headers);
        assert.equal("allow" in headers, method !== "GET");
        assert.equal(headers["connection"], "close");
        assert.equal(body === "", method === "HEAD");
      }
    }
  });
}

test("a head that comes in pieces is refused once, and the connection is closed", async ({
  gateway,
}) => {
  for (const [, field, status] of badFields) {
    const bytes = `${line("GET")}${host}${close}${field}\r\n`;
    for (const at of [3, 20, line("GET").length, bytes.length - 3]) {
      const pieces = [bytes.slice(0, at), bytes.slice(at)];
      const answers = parseAnswers(await sendRawRequests(gateway.publicUrl, ...pieces));
      assert.deepEqual(
        answers.map((answer) => answer.status),
        [status],
      );
      expectCommonHeaders(answers[0]?.headers ?? {});
    }
  }
});

test("a head far over the bound is refused once, for one of the things wrong with it", async ({
  gateway,
}) => {
  for (const [method, statuses] of [
    ["GET", [431]],
    ["PUT", [405, 431]],
  ] as const) {
    const bytes = `${line(method)}${host}Foo: ${"a".repeat(1_000_000)}\r\n\r\n`;
    const answers = parseAnswers(await sendRawRequests(gateway.publicUrl, bytes));
    expect(answers).toHaveLength(1);
    expect(statuses).toContain(answers[0]?.status);
  }
});

test("a refused head is answered in the media type that it accepts", async ({ gateway }) => {
  for (const [accept, type] of [
    ["", "application/json; charset=utf-8"],
    ["Accept: application/problem+json\r\n", "application/problem+json"],
  ] as const) {
    const bytes = `${line("GET")}${host}${accept}Foo : x\r\n\r\n`;
    const [answer] = parseAnswers(await sendRawRequests(gateway.publicUrl, bytes));
    expect(answer?.headers["content-type"]).toBe(type);
    const problem = JSON.parse(answer?.body ?? "") as Record<string, unknown>;
    expect(problem).toEqual({
      type: "urn:acoustic-monitoring:problem:invalid_request",
      title: "Invalid request",
      status: 400,
      detail: "This is not a complete and valid HTTP request with one Host field.",
      code: "invalid_request",
      requestId: answer?.headers["x-request-id"],
    });
  }
});
