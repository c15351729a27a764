import assert from "node:assert/strict";
import { connect } from "node:net";
import { arrivals, piecesOf } from "../support/arrivals.ts";
import { expectCommonHeaders } from "../support/problem.ts";
import { exchangeRaw, parseAnswers } from "../support/raw.ts";
import { expect, test } from "../support/test.ts";

const id = "head-0123456789";
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
  ["a length that is none", "Content-Length: x\r\n", 400],
  ["a coding that nobody knows", "Transfer-Encoding: gzip\r\n", 400],
  ["18,000 letters", `Foo: ${"a".repeat(18_000)}\r\n`, 431],
  ["100,000 letters", `Foo: ${"a".repeat(100_000)}\r\n`, 431],
  ["a megabyte", `Foo: ${"a".repeat(1_000_000)}\r\n`, 431],
];

const types = {
  "": "application/json; charset=utf-8",
  "Accept: text/html\r\nAccept: application/problem+json\r\n": "application/problem+json",
};

for (const [what, field, status] of badFields) {
  for (const [way, ends] of arrivals) {
    test(`a head with ${what}, ${way}, is refused with its id, for its method first, HEAD without a body`, async ({
      gateway,
    }) => {
      for (const url of [gateway.publicUrl, gateway.internalUrl]) {
        for (const method of ["GET", "HEAD", "POST", "BREW"]) {
          for (const [accept, type] of Object.entries(types)) {
            const own = `X-Request-Id: ${id}\r\n${accept}`;
            // What the parser does not take to its end is known by its first 16 KiB.
            const isKnown = field.length < (method === "BREW" ? 16_000 : 64_000);
            const orders = isKnown ? [own + field, field + own] : [own + field];
            for (const fields of orders) {
              const bytes = `${line(method)}${host}${close}${fields}\r\n`;
              const pieces = piecesOf(bytes, ends(line(method).length, bytes.length));
              const answers = parseAnswers(await exchangeRaw(url, ...pieces), method);
              assert.deepEqual(
                answers.map((answer) => answer.status),
                [method === "GET" ? status : 405],
                method,
              );
              const { headers, body } = answers[0] ?? assert.fail();
              expectCommonHeaders(headers);
              expect(headers).toMatchObject({ "x-request-id": id, "content-type": type });
              assert.equal(headers["allow"], method === "GET" ? undefined : "GET");
              assert.equal(body === "", method === "HEAD");
            }
          }
        }
      }
    });
  }
}

const get = `GET /api/v0 HTTP/1.1\r\n${host}\r\n`;
const named = `X-Request-Id: ${id}\r\nAccept: application/problem+json\r\n`;
const another = "X-Request-Id: another-one\r\nAccept: text/html\r\n";

/** What surrounds a refused head on its connection, and is not of it. */
const neighbours: [what: string, before: string, after: string][] = [
  ["a request before it", get, ""],
  ["requests before it", get + get, ""],
  ["a request of another id before it", `GET /api/v0 HTTP/1.1\r\n${host}${another}\r\n`, ""],
  ["a body before it", `GET /api/v0 HTTP/1.1\r\nContent-Length: 2\r\n${host}\r\n{}`, ""],
  [
    "a body that looks like a head before it",
    `GET /api/v0 HTTP/1.1\r\nContent-Length: ${another.length + 8}\r\n${host}\r\n\r\n\r\n${another}\r\n\r\n`,
    "",
  ],
  ["empty lines before it", "\r\n\r\n\r\n", ""],
  ["a request behind it", "", `${line("GET")}${host}${another}\r\n`],
  ["a body behind it", "", another],
];

for (const [what, before, after] of neighbours) {
  test(`a refused head has its own id and media type, with ${what}`, async ({ gateway }) => {
    for (const [method, status] of [
      ["GET", 400],
      ["POST", 405],
      ["BREW", 405],
    ] as const) {
      const head = `${line(method)}${host}${named}Foo : x\r\n\r\n`;
      for (const at of [
        0,
        before.length,
        before.length + 3,
        before.length + 30,
        -after.length - 1,
      ]) {
        const bytes = before + head + after;
        const pieces = piecesOf(bytes, at === 0 ? [] : [bytes.slice(0, at).length]);
        const answers = parseAnswers(await exchangeRaw(gateway.publicUrl, ...pieces));
        const last = answers.at(-1) ?? assert.fail();
        assert.equal(last.status, status, `${method} ${at}`);
        expect(last.headers, `${method} ${at}`).toMatchObject({
          "x-request-id": id,
          "content-type": "application/problem+json",
        });
        // Those of another head are not taken either where this one has none.
        const bare = before + head.replace(named, "") + after;
        const unnamed = parseAnswers(await exchangeRaw(gateway.publicUrl, bare)).at(-1);
        expect(unnamed?.headers["x-request-id"]).not.toBe("another-one");
        expect(unnamed?.headers["content-type"]).toBe("application/json; charset=utf-8");
      }
    }
  });
}

test("an id that comes twice, or not at the start of a line, is not kept", async ({ gateway }) => {
  for (const fields of [
    `X-Request-Id: ${id}\r\nx-request-id: ${id}\r\nFoo : x\r\n\r\n`,
    `Foo: \x00\rX-Request-Id: ${id}\r\n\r\n`,
  ]) {
    const bytes = `${line("GET")}${host}${fields}`;
    const [answer] = parseAnswers(await exchangeRaw(gateway.publicUrl, bytes));
    expect(answer?.status).toBe(400);
    expect(answer?.headers["x-request-id"]).not.toBe(id);
  }
});

test("a head that never ends is known by what has come of it", async ({ gateway }) => {
  for (const [bytes, status, isNamed] of [
    [`${line("GET")}X-Request-Id: ${id}\r\nFoo`, 400, true],
    [`${line("POST")}X-Request-Id: ${id}\r\nFoo`, 405, true],
    [`${line("BREW")}X-Request-Id: ${id}\r\nFoo`, 405, true],
    [`${line("GET")}Foo : x\r\nX-Request-Id: ${id}`, 400, false],
    ["POST /api", 400, false],
  ] as const) {
    const socket = connect(Number(new URL(gateway.publicUrl).port), "127.0.0.1").end(bytes);
    const received: Buffer[] = await socket.toArray();
    const [answer] = parseAnswers(Buffer.concat(received).toString());
    expect(answer?.status, bytes).toBe(status);
    expect(answer?.headers["x-request-id"] === id, bytes).toBe(isNamed);
  }
});
