import { test } from "playwright/test";
import { expect } from "../support/expect.ts";
import type { StoredLimitRule } from "../../src/database/queries/sites/limit-rules.ts";
import { getProjectSchedule } from "../../src/operations/limits/limit-schedule.ts";
import type { OperationContext } from "../../src/operations/operation-context.ts";
import { createReadBudget } from "../../src/operations/read-budget.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

const exception: StoredLimitRule = {
  kind: "exception",
  name: null,
  startAt: 0,
  endAt: 1000,
  days: null,
  fromMinute: null,
  toMinute: null,
  levelA: 6000,
  levelC: null,
  levelZ: null,
};

const project = { projectNo: 1 } as Parameters<typeof getProjectSchedule>[1];

test("a schedule takes a record for two of its rules and holidays, and is presented whole", async () => {
  const rules = Array.from({ length: 5000 }, () => exception);
  const holidays = Array.from({ length: 1000 }, () => ({ date: "2019-03-18", name: null }));
  const budget = createReadBudget();
  const context = {
    principal: { scopes: new Set(["v0:projects:read"]) },
    request: { signal: neverAborted },
    budget,
    loaders: { projectSchedule: async () => ({ rules, holidays }) },
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
