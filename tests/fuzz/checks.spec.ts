import fc from "fast-check";
import { parse } from "graphql";
import { expect, test } from "../support/test.ts";
import { createShapeSchema, expectShape, readAnswer } from "./graphql-answers.ts";
import { canary, expectLogKeepsSecrets, expectNothingLeaks, watchKey } from "../support/leaks.ts";
import { judgeText } from "./parameter-texts.ts";
import { fuzz } from "./run.ts";

/* Every check of the random requests refuses what it is there for. */

const headers = {
  "cache-control": "private, no-store, max-age=0",
  "x-content-type-options": "nosniff",
  "content-type": "application/graphql-response+json; charset=utf-8",
};
const error = { message: "No.", extensions: { code: "FORBIDDEN" } };
const received = (status: number, body: unknown, others: Record<string, string> = {}) => ({
  status,
  headers: { ...headers, ...others },
  body: Buffer.from(JSON.stringify(body)),
});

test("an answer of GraphQL over HTTP passes", () => {
  readAnswer(received(200, { data: { projects: null }, errors: [error] }));
  readAnswer(received(403, { errors: [error] }));
});

const wrong: [what: string, answer: ReturnType<typeof received>][] = [
  ["neither data nor errors", received(200, {})],
  ["no error among its errors", received(200, { data: {}, errors: [] })],
  ["a member more", received(200, { data: {}, extensions: {} })],
  ["an error with a stack", received(403, { errors: [{ ...error, stack: "at x" }] })],
  [
    "an extension more",
    received(403, { errors: [{ ...error, extensions: { code: "FORBIDDEN", sql: "" } }] }),
  ],
  [
    "a code that nobody knows",
    received(403, { errors: [{ message: "", extensions: { code: "INTERNAL" } }] }),
  ],
  ["500", received(500, { errors: [error] })],
  ["503 for no reason", received(503, { errors: [error] }, { "retry-after": "5" })],
  ["a status without an error", received(400, { data: {} })],
  ["another type", received(200, { data: {} }, { "content-type": "text/html" })],
  ["a header less", received(200, { data: {} }, { "cache-control": "" })],
];
for (const [what, answer] of wrong) {
  test(`an answer with ${what} is found`, () => {
    expect(() => readAnswer(answer)).toThrow();
  });
}

const schema = createShapeSchema(
  parse("type Query { level: Decibel a: Int! list: [Query!]! } scalar Decibel"),
);
const shapes: [query: string, data: Record<string, unknown>, passes: boolean][] = [
  ["{ level a list { level } }", { level: 61.25, a: 1, list: [{ level: null }] }, true],
  ["{ level }", { level: 61.255 }, false],
  ["{ a }", { a: null }, false],
  ["{ a }", { a: 1.5 }, false],
  ["{ a }", {}, false],
  ["{ level }", {}, false],
  ["{ a }", { a: 1, level: 2 }, false],
  ["{ a level @include(if: false) }", { a: 1, level: 2 }, false],
  ["{ list { a } }", { list: [{ a: 1 }, null] }, false],
];
for (const [query, data, passes] of shapes) {
  test(`${JSON.stringify(data)} ${passes ? "answers" : "does not answer"} ${query}`, () => {
    const check = () => expectShape(data, { schema, document: parse(query), variableValues: {} });
    if (passes) check();
    else expect(check).toThrow();
  });
}

const secret = "0".repeat(49);
watchKey(`amk0.0123456789abcdef.${secret}`);

const leaks = [
  "amk0.abc",
  `x${secret}x`,
  "Error: x\n    at readRow (rows.js:1:2)",
  "/srv/app/node_modules/x",
  'select "id" from "samples"',
  'relation "samples" does not exist',
  "TypeError: x",
  canary,
];
for (const text of leaks) {
  test(`«${text.split("\n")[0]}» in an answer or a log is found`, () => {
    expect(() => expectNothingLeaks(JSON.stringify({ detail: text }))).toThrow();
    const isCause = /relation|TypeError/.test(text);
    const log = () => expectLogKeepsSecrets(JSON.stringify({ level: "info", msg: text }));
    if (isCause) log();
    else expect(log).toThrow();
  });
}

const limit = { type: "integer", minimum: 1, maximum: 2000 };
for (const [schemaOfText, text, verdict] of [
  [limit, "1", "taken"],
  [limit, "2000", "taken"],
  [limit, "0001", "open"],
  [limit, "0", "refused"],
  [limit, "2001", "refused"],
  [limit, "1.0", "refused"],
  [limit, "", "refused"],
  [{ type: "integer", minimum: 0 }, "9".repeat(20), "taken"],
  [{ type: "boolean" }, "TRUE", "refused"],
  [{ type: "string", enum: ["A"] }, "A", "taken"],
  [{ type: "string", pattern: "^a$" }, "a", "taken"],
  [{ type: "string", pattern: "T" }, "0001-01-01T00:00:00+01:00", "open"],
  [{ type: "string", pattern: "^a$" }, "b", "refused"],
] as const) {
  test(`«${text}» for ${JSON.stringify(schemaOfText)} is ${verdict}`, () => {
    const parameter = { name: "x", in: "query", required: false, description: "" } as const;
    expect(judgeText({ ...parameter, schema: schemaOfText }, text)).toBe(verdict);
  });
}

test("a failure names the smallest case, and what it takes to see it again", async () => {
  const attempt = async (number: number) => {
    if (number > 41) throw new Error("too many");
  };
  await expect(fuzz({ share: 1, parallel: 2 }, fc.nat(1000), attempt)).rejects.toThrow(
    /too many\nfor 42\nagain: FUZZ_SEED=\d+ FUZZ_PATH=[\d:]+ npx playwright test fuzz\/checks\.spec\.ts/,
  );
});
