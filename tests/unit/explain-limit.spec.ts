import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import { weightings } from "../../src/acoustics/levels/weighting.ts";
import { matchingRules } from "../support/matching-rules.ts";
import type { LimitSchedule } from "../../src/acoustics/limits/limit-rules.ts";
import { findMatchingRules } from "../../src/acoustics/limits/matching-rules.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { offsetAt } from "../../src/acoustics/time/time-zone.ts";
import { wallClockOf } from "../../src/acoustics/time/wall-clock.ts";
import { createReadBudget } from "../../src/operations/read-budget.ts";
import { distances, scenarios } from "./limit-arbitraries.ts";
import { explanationOf, instantOf, scheduleOf } from "./limit-schedules.ts";

const explain = (schedule: LimitSchedule, at: string, budget = createReadBudget()) =>
  explanationOf(schedule, instantOf(at), budget);

/** Each rule as its source, position, limit, and for windows the date and the day on which it starts. */
async function rulesAt(schedule: LimitSchedule, at: string) {
  const { rules } = await explain(schedule, at);
  return rules.map(({ limitSource, position, limit, startsOn, day }) => [
    limitSource,
    position,
    limit,
    ...(startsOn === null ? [] : [startsOn, day]),
  ]);
}

test("A Sunday of the repeated hour is explained by its own window, the one of Saturday night, and the default", async () => {
  const dublin = scheduleOf(`
    zone Europe/Dublin
    project sun,holiday 00:00-24:00 A55
    project sat 22:00-07:00 A50
    project default A70 C90
  `);
  const limitOf = (A: number) => ({ A, C: null, Z: null });
  const rule = { owner: "project", holiday: null, exception: null };
  const window = { ...rule, limitSource: "project_schedule", kind: "window" };
  const sunday = { days: ["sun", "holiday"], from: "00:00", to: "24:00", limit: limitOf(55) };
  const saturday = { days: ["sat"], from: "22:00", to: "07:00", limit: limitOf(50) };
  const [today, eve] = [
    { startsOn: "2019-10-27", day: "sun", window: sunday },
    { startsOn: "2019-10-26", day: "sat", window: saturday },
  ];
  const otherwise = { position: null, limit: 70, startsOn: null, day: null, window: null };
  expect(await explain(dublin, "2019-10-27T01:30:00Z")).toEqual({
    at: "2019-10-27T01:30:00.000Z",
    localTime: "2019-10-27T01:30:00+00:00",
    timezone: "Europe/Dublin",
    date: "2019-10-27",
    day: "sun",
    holiday: null,
    fweighting: "A",
    limit: 55,
    limitSource: "project_schedule",
    ruleCount: 3,
    rules: [
      { ...window, position: 1, limit: 55, ...today },
      { ...window, position: 2, limit: 50, ...eve },
      { ...rule, limitSource: "project_default", kind: "default", ...otherwise },
    ],
  });
});

const everything: LimitSchedule = {
  ...scheduleOf(`
    sensor exception 2019-03-17T12:00Z 2019-03-17T13:00Z A30
    sensor exception 2019-03-18T00:00Z 2019-03-19T00:00Z C31
    sensor exception 2019-03-18T00:00Z 2019-03-19T00:00Z A32
    sensor mon,holiday 08:00-16:00 A35
    sensor default A39
    project exception 2019-03-18T00:00Z 2019-03-19T00:00Z A33
    project exception 2019-03-18T01:00Z 2019-03-19T00:00Z A34
    project tue 08:00-16:00 A36
    project sun,holiday 20:00-19:00 A37
    project mon 00:00-24:00 A38
    project default A40
  `),
  holidays: new Map([["2019-03-18", "Saint Patrick's Day, observed"]]),
};

test("All rules that match are listed by source, the sensor's before the project's, then as they are listed", async () => {
  expect(await rulesAt(everything, "2019-03-18T12:00:00Z")).toEqual([
    ["sensor_exception", 3, 32],
    ["project_exception", 1, 33],
    ["project_exception", 2, 34],
    ["sensor_holiday", 1, 35, "2019-03-18", "holiday"],
    // A window that matches as holiday and as weekday is there twice.
    ["sensor_schedule", 1, 35, "2019-03-18", "mon"],
    ["project_schedule", 2, 37, "2019-03-17", "sun"],
    ["project_schedule", 3, 38, "2019-03-18", "mon"],
    ["sensor_default", null, 39],
    ["project_default", null, 40],
  ]);
});

test("The early hours after a holiday are covered by the window that starts on it, which names the holiday", async () => {
  const { holiday, rules } = await explain(everything, "2019-03-19T03:00:00Z");
  expect(holiday).toBeNull();
  expect(rules[0]).toMatchObject({
    limitSource: "project_holiday",
    owner: "project",
    kind: "window",
    position: 2,
    startsOn: "2019-03-18",
    day: "holiday",
    holiday: { date: "2019-03-18", name: "Saint Patrick's Day, observed" },
  });
});

test("On a holiday the explanation names it, and an exception is shown as in the schedule", async () => {
  const { holiday, day, limit, limitSource, rules } = await explain(
    everything,
    "2019-03-18T12:00:00.999Z",
  );
  expect({ holiday, day, limit, limitSource }).toEqual({
    holiday: { date: "2019-03-18", name: "Saint Patrick's Day, observed" },
    day: "mon",
    limit: 32,
    limitSource: "sensor_exception",
  });
  expect(rules[0]).toEqual({
    limitSource: "sensor_exception",
    owner: "sensor",
    kind: "exception",
    position: 3,
    limit: 32,
    startsOn: null,
    day: null,
    holiday: null,
    exception: {
      name: null,
      startAt: "2019-03-18T00:00:00.000Z",
      endAt: "2019-03-19T00:00:00.000Z",
      limit: { A: 32, C: null, Z: null },
    },
    window: null,
  });
});

test("An instant is kept to the millisecond, its local time to the second", async () => {
  expect(await explain(everything, "1969-12-31T23:59:59.999Z")).toMatchObject({
    at: "1969-12-31T23:59:59.999Z",
    localTime: "1969-12-31T23:59:59+00:00",
    date: "1969-12-31",
    day: "wed",
  });
});

const crowded = scheduleOf(
  [
    "sensor exception 2019-03-18 2019-03-19 A61; ".repeat(60),
    "project exception 2019-03-18 2019-03-19 A62; ".repeat(39),
    "project mon 00:00-24:00 A63; ".repeat(50),
    "sensor default A69; project default A70",
  ].join(""),
);

test("An explanation lists the first 100 rules in order of precedence, and counts all that match", async () => {
  const { rules, ruleCount } = await explain(crowded, "2019-03-18T12:00:00Z");
  expect(ruleCount).toBe(60 + 39 + 50 + 2);
  expect(rules.map(({ limitSource, position }) => `${limitSource} ${position}`)).toEqual([
    ...Array.from({ length: 60 }, (_, index) => `sensor_exception ${index + 1}`),
    ...Array.from({ length: 39 }, (_, index) => `project_exception ${index + 1}`),
    "project_schedule 1",
  ]);
});

test("An explanation takes a record, one for each rule after the tenth, and ten of a request for the schedule", async () => {
  const budget = createReadBudget();
  budget.charge(100_000 - (10 + 2 * (1 + 90)));
  await explain(crowded, "2019-03-18T12:00:00Z", budget);
  await explain(crowded, "2019-03-18T12:00:00Z", budget);
  budget.requireNotExceeded();
  expect(() => budget.charge(1)).toThrow("at most 100,000 records");
});

test("The rules that are found are the first of those that match at the instant, and their count", () => {
  const weighting = fc.constantFrom(...weightings);
  fc.assert(
    fc.property(
      scenarios,
      distances,
      weighting,
      fc.integer({ min: 0, max: 12 }),
      ({ schedule, anchor }, distance, by, most) => {
        const instant = (anchor + distance) as Instant;
        const wallClock = wallClockOf(instant, offsetAt(schedule.timeZone, instant));
        const all = [...matchingRules(schedule, by, instant, wallClock)];
        const found = findMatchingRules(schedule, by, instant, wallClock, most);
        assert.deepEqual(found, { rules: all.slice(0, most), count: all.length });
      },
    ),
    { numRuns: 1000 },
  );
});
