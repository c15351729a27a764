import { expect, test } from "../support/expect.ts";
import type { Hundredths } from "../../src/acoustics/levels/decibel.ts";
import type { LimitException } from "../../src/acoustics/limits/limit-rules.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { getProjectSchedule } from "../../src/operations/limits/limit-schedule.ts";
import type { OperationContext } from "../../src/operations/operation-context.ts";
import { createReadBudget } from "../../src/operations/read-budget.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

const exception: LimitException = {
  name: null,
  startAt: 0 as Instant,
  endAt: 1000 as Instant,
  levels: { A: 6000 as Hundredths, C: null, Z: null },
};

const project = { id: "p" } as Parameters<typeof getProjectSchedule>[1];

test("a schedule takes a record for two of its rules and holidays, and is presented whole", async () => {
  const exceptions = Array.from({ length: 5000 }, () => exception);
  const limits = { exceptions, windows: [], default: null };
  const holidays = new Map(Array.from({ length: 1000 }, (_, day) => [`day ${day}`, null]));
  const budget = createReadBudget();
  const context = {
    principal: { scopes: new Set(["v0:projects:read"]) },
    request: { signal: neverAborted },
    budget,
    loaders: { versionAt: async () => ({}), rules: async () => ({ limits, holidays }) },
  } as unknown as OperationContext;
  budget.charge(100_000 - 3000);
  const schedule = await getProjectSchedule(context, project);
  expect(schedule.exceptions).toHaveLength(5000);
  expect(schedule.exceptions[0]).toEqual({
    name: null,
    startAt: "1970-01-01T00:00:00.000Z",
    endAt: "1970-01-01T00:00:01.000Z",
    limit: { A: 60, C: null, Z: null },
  });
  expect(schedule.holidays).toHaveLength(1000);
  await expect(getProjectSchedule(context, project)).rejects.toThrow("at most 100,000 records");
});
