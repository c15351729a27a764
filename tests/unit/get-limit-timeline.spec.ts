import { expect, test } from "../support/expect.ts";
import type { LimitSchedule } from "../../src/acoustics/limits/limit-rules.ts";
import { getLimitTimeline } from "../../src/operations/limits/limit-timeline.ts";
import type { OperationContext } from "../../src/operations/operation-context.ts";
import { createReadBudget } from "../../src/operations/read-budget.ts";
import { instantOf, scheduleOf } from "./limit-schedules.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

const reference = { projectId: "p", sensorId: "s" };
const year = { startAt: instantOf("2019-01-01"), endAt: instantOf("2019-12-31T23:59:59Z") };
const windows = "project mon,tue,wed,thu,fri,sat,sun 07:00-19:00 A65";

/** The parts of a request's context that a timeline needs. */
function contextOf(
  schedule: LimitSchedule,
  { budget = createReadBudget(), signal = neverAborted, onRead = () => {} } = {},
): OperationContext {
  const settings = { projectId: "p", sensorId: "s", reading: { schedule }, contractIssue: null };
  return {
    principal: { scopes: new Set(["v0:projects:read"]) },
    request: { signal },
    budget,
    loaders: {
      sensorSettings: async () => {
        onRead();
        return settings;
      },
    },
  } as unknown as OperationContext;
}

const todaysA = { weighting: "A", asOf: null } as const;

test("a timeline whose request is aborted ends with the reason, and its schedule is not looked at", async () => {
  const abort = new AbortController();
  const gone = new Error("gone");
  let looks = 0;
  const watched = new Proxy(scheduleOf(), {
    get(schedule, name) {
      looks += 1;
      return Reflect.get(schedule, name) as unknown;
    },
  });
  const context = contextOf(watched, { signal: abort.signal, onRead: () => abort.abort(gone) });
  await expect(getLimitTimeline(context, reference, todaysA, year)).rejects.toBe(gone);
  expect(looks).toBe(0);
});

test("timelines of one request that exceed the budget together are refused before any is worked out", async () => {
  const request = { budget: createReadBudget(), signal: neverAborted };
  request.budget.charge(100_000 - 2 * 366 - 400);
  const timelines = [scheduleOf(windows), scheduleOf(windows)].map(async (schedule) =>
    getLimitTimeline(contextOf(schedule, request), reference, todaysA, year),
  );
  const results = await Promise.allSettled(timelines);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a timeline takes a record for each day, then one for two segments", async () => {
  const schedule = scheduleOf(`${windows}; project default A70`);
  const records = 366 + Math.ceil((365 * 3) / 2);
  const budget = createReadBudget();
  budget.charge(100_000 - records);
  const segments = await getLimitTimeline(
    contextOf(schedule, { budget }),
    reference,
    todaysA,
    year,
  );
  expect(segments).toHaveLength(365 * 2 + 1);
  expect(segments.slice(0, 2)).toEqual([
    {
      startAt: "2019-01-01T00:00:00.000Z",
      endAt: "2019-01-01T07:00:00.000Z",
      limit: 70,
      limitSource: "project_default",
    },
    {
      startAt: "2019-01-01T07:00:00.000Z",
      endAt: "2019-01-01T19:00:00.000Z",
      limit: 65,
      limitSource: "project_schedule",
    },
  ]);
  expect(() => budget.charge(1)).toThrow("at most 100,000 records");
});
