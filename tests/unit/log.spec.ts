import { createLog, describeRequest } from "../../src/log.ts";
import { expect, test } from "../support/expect.ts";

/** The line of a request in a format, as the log writes it. */
async function lineOf(
  format: "json" | "pretty",
  path: string,
  members: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const lines: string[] = [];
  const log = await createLog(
    { level: "info", format },
    { write: (line) => void lines.push(line) },
  );
  const target = { method: "GET", path };
  log.info({ requestId: "r", status: 200, milliseconds: 2.6, ...members, target }, "request");
  return lines.join("");
}

const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  ["/api/v0/projects", {}, "GET /api/v0/projects 200 3 ms"],
  ["/api/v0/audio/secret/s.1", {}, "GET /api/v0/audio/…/s.1 200 3 ms"],
  ["/api/v0/projects/amk0.id.secret", {}, "GET /api/v0/projects/… 200 3 ms"],
  [
    `/api/v0/%61udio/${"l".repeat(16)}/s.1`,
    { route: "none" },
    "GET /api/v0/%61udio/…/s.1 200 3 ms",
  ],
  ["/\u009b31m\u00e9", {}, "GET /?31m? 200 3 ms"],
  [`/${"a".repeat(9000)}`, {}, `GET /${"a".repeat(199)} 200 3 ms`],
  ["/x", { status: 503, overloaded: true }, "GET /x 503 3 ms (overloaded)"],
  ["/x", { cut: true }, "GET /x 200 3 ms (cut)"],
  ["/x", { status: null }, "GET /x unanswered 3 ms"],
];
for (const [path, members, expected] of cases) {
  test(`at a terminal a request has one short line: ${expected.slice(0, 60)}`, async () => {
    expect(describeRequest(await lineOf("pretty", path, members))).toBe(`${expected}\n`);
  });
}

test("a JSON line of a request has no path", async () => {
  const { time, ...line } = JSON.parse(await lineOf("json", "/api/v0/audio/secret/s.1"));
  expect(line).toEqual({
    level: "info",
    requestId: "r",
    status: 200,
    milliseconds: 2.6,
    msg: "request",
  });
  expect(time).toEqual(expect.any(String));
});

test("other lines are no requests", () => {
  expect(describeRequest('{"level":"info","msg":"starting"}')).toBeNull();
});
