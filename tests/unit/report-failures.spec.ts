import { expect, test } from "../support/expect.ts";
import { createLog } from "../../src/log.ts";
import { reportFailures } from "../../src/server/tracing/start-tracing.ts";

type Exporter = Parameters<typeof reportFailures>[0];
type Result = Parameters<Parameters<Exporter["export"]>[1]>[0];

const taken: Result = { code: 0 };
const lost: Result = { code: 1, error: Object.assign(new Error("no"), { code: "ECONNREFUSED" }) };

test("the log has a line when spans begin to be lost, and one when they are taken again", async () => {
  const lines: string[] = [];
  const log = await createLog(
    { level: "info", format: "json" },
    { write: (line) => lines.push(line) },
  );
  const results = [taken, lost, lost, taken, taken, lost];
  const reported: number[] = [];
  const exporter = reportFailures(
    { export: (_spans, done) => done(results.shift() ?? taken), shutdown: async () => undefined },
    log,
  );
  const spans = Array.from({ length: 3 }) as Parameters<Exporter["export"]>[0];
  while (results.length > 0) exporter.export(spans, ({ code }) => reported.push(code));
  // The failure is not passed to the processor, which would throw the error again.
  expect(reported).toEqual([0, 0, 0, 0, 0, 0]);
  const failed = {
    level: "warn",
    msg: "spans are lost: the collector does not accept them",
    cause: [{ name: "Error", code: "ECONNREFUSED", message: "no" }],
  };
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    failed,
    { level: "info", msg: "spans are exported again", lost: 6 },
    failed,
  ]);
});
