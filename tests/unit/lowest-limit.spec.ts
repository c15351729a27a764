import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import { lowestLimitOf } from "../../src/acoustics/limits/lowest-limit.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import type { LimitSchedule } from "../../src/acoustics/limits/limit-rules.ts";
import { evaluateLimit } from "../../src/acoustics/limits/limit-at-instant.ts";
import { evaluateLimitTimeline } from "../../src/acoustics/limits/limit-timeline.ts";
import { tableOf } from "../support/table.ts";
import { distances, hour, scenarios } from "./limit-arbitraries.ts";
import { instantOf, scheduleOf } from "./limit-schedules.ts";

const year = {
  startAt: instantOf("2019-01-01T00:00:00Z"),
  endAt: instantOf("2019-12-31T23:59:59Z"),
};
const everyDay = "mon,tue,wed,thu,fri,sat,sun";

/** A rule of precedence | a schedule | the lowest limit in dB. */
const rules = tableOf(
  `
  Without entries there is no lowest limit | | none
  An entry for another weighting does not count | project default C40 | none
  A project's default never applies after a sensor's | sensor default A90; project default A60 | 90
  A project's window comes before a sensor's default | sensor default A90; project sun 00:00-24:00 A50 | 50
  A window never applies where an earlier source covers it whole | sensor ${everyDay} 00:00-24:00 A80; project sun 01:00-02:00 A50 | 80
  An overnight window applies on the next day | sensor ${everyDay} 07:00-06:00 A80; project sat 23:00-07:00 A50 | 50
  A holiday's window may apply | sensor ${everyDay} 00:00-24:00 A80; project holiday 12:00-13:00 A45 | 45
  A holiday's window may apply on the next day alone | sensor holiday 20:00-24:00 A80; project holiday 20:00-06:00 A45 | 45
  An exception comes before everything | project exception 2019-01-01 2019-01-02 A30; project default A60 | 30
  An exception never applies where an earlier one of the project covers it whole | project exception 2019-01-01 2019-01-03 A80; project exception 2019-01-01 2019-01-02 A30; project default A60 | 60
`.replaceAll("|\n", "|"),
);

for (const [rule = "", schedule, lowest] of rules) {
  test(rule, () => {
    const expected = lowest === "none" ? null : Number(lowest) * 100;
    expect(lowestLimitOf(scheduleOf(schedule), "A", year)).toBe(expected);
  });
}

test("No limit at any instant is below the lowest limit", () => {
  fc.assert(
    fc.property(scenarios, distances, ({ schedule, anchor }, distance) => {
      const instant = (anchor + distance) as Instant;
      const { limit } = evaluateLimit(schedule, "A", instant);
      const lowest = lowestLimitOf(schedule, "A", { startAt: instant, endAt: instant });
      assert.ok(limit === null || (lowest !== null && lowest <= limit));
    }),
    { numRuns: 2000 },
  );
});

test("Without exceptions and holidays, the lowest limit is the lowest of any fortnight", () => {
  const from = instantOf("2019-07-01T00:00:00Z");
  const range = { startAt: from, endAt: (from + 14 * 24 * hour) as Instant };
  fc.assert(
    fc.property(scenarios, ({ schedule }) => {
      const plain: LimitSchedule = {
        ...schedule,
        holidays: new Map(),
        sensor: { ...schedule.sensor, exceptions: [], windows: ordinary(schedule.sensor.windows) },
        project: {
          ...schedule.project,
          exceptions: [],
          windows: ordinary(schedule.project.windows),
        },
      };
      const limits = [...evaluateLimitTimeline(plain, "A", range)].flatMap(
        ({ limit }) => limit ?? [],
      );
      assert.equal(
        lowestLimitOf(plain, "A", range),
        limits.length === 0 ? null : Math.min(...limits),
      );
    }),
  );
});

/** The windows without `holiday`. */
function ordinary(windows: LimitSchedule["sensor"]["windows"]) {
  return windows.map((window) => ({
    ...window,
    days: window.days.filter((day) => day !== "holiday"),
  }));
}

test("An exception counts if it overlaps the range, its end excluded", () => {
  const schedule = scheduleOf(
    "project exception 2019-01-01T00:00:00Z 2019-01-02T00:00:00Z A30; project default A60",
  );
  const lowest = (startAt: string, endAt: string) =>
    lowestLimitOf(schedule, "A", { startAt: instantOf(startAt), endAt: instantOf(endAt) });
  expect(lowest("2018-12-01T00:00:00Z", "2018-12-31T23:59:59Z")).toBe(6000);
  expect(lowest("2018-12-01T00:00:00Z", "2019-01-01T00:00:00Z")).toBe(3000);
  expect(lowest("2019-01-01T23:59:59Z", "2019-02-01T00:00:00Z")).toBe(3000);
  expect(lowest("2019-01-02T00:00:00Z", "2019-02-01T00:00:00Z")).toBe(6000);
});
