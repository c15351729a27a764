import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import { matchingRules } from "../../support/matching-rules.ts";
import { tableOf } from "../../support/table.ts";
import type { LimitDay, LimitSchedule } from "../../../src/acoustics/limits/limit-rules.ts";
import type { Instant } from "../../../src/acoustics/time/instant.ts";
import { offsetAt } from "../../../src/acoustics/time/time-zone.ts";
import { wallClockOf } from "../../../src/acoustics/time/wall-clock.ts";
import type { LimitExplanationFacts } from "../../../src/dashboard/browser/data/explanation-facts.ts";
import {
  explainPrecedence,
  places,
  type PrecedenceStep,
} from "../../../src/dashboard/browser/data/explain-precedence.ts";
import {
  daysWords,
  longDate,
  type ScheduleFacts,
} from "../../../src/dashboard/browser/data/limit-words.ts";
import { presentException, presentWindow } from "../../../src/operations/limits/limit-schedule.ts";
import { distances, scenarios } from "../limit-arbitraries.ts";
import { explanationOf, instantOf, scheduleOf } from "../limit-schedules.ts";

/** The sentences of the page for the server's answer. */
async function explain(schedule: LimitSchedule, instant: Instant) {
  const explanation = await explanationOf(schedule, instant);
  const schedules = { sensor: factsOf(schedule, "sensor"), project: factsOf(schedule, "project") };
  return explainPrecedence(explanation, schedules, schedule.timeZone);
}

function factsOf(schedule: LimitSchedule, owner: "sensor" | "project"): ScheduleFacts {
  const { exceptions, windows, default: levels } = schedule[owner];
  return {
    default: levels && windowLevels(levels),
    windows: windows.map(presentWindow),
    exceptions: exceptions.map(presentException),
    holidays: [...schedule.holidays].map(([date, name]) => ({ date, name })),
  };
}

function windowLevels(levels: NonNullable<LimitSchedule["sensor"]["default"]>) {
  return presentWindow({ days: [], fromMinute: 0, toMinute: 0, levels }).limit;
}

/** A step as a line: `+` holds, `=` matches, `-` does not, `?` is not listed. */
function lineOf({ source, state, rules, reason }: PrecedenceStep): string {
  const mark = { holds: "+", matches: "=", "no-match": "-", "not-listed": "?" }[state];
  const said = rules.map(({ position, words, limit }) => `${position ?? ""} ${words}: ${limit}`);
  return `${mark} ${source} ${[...said, ...(reason === null ? [] : [reason])].join(" | ")}`.trim();
}

async function linesAt(schedule: LimitSchedule, at: string): Promise<string[]> {
  return (await explain(schedule, instantOf(at))).map(lineOf);
}

const works = scheduleOf(`
  zone Europe/Lisbon
  holidays 2026-12-08
  sensor exception 2026-11-18T20:00Z 2026-11-19T06:00Z C80
  sensor sat,sun,holiday 08:00-20:00 C70
  project exception 2026-11-19T00:00Z 2026-11-19T01:00Z A75
  project mon,tue,wed,thu,fri 07:00-20:00 A65
  project holiday 22:00-10:00 A50
  project mon,tue,wed,thu,fri,sat,sun 23:00-07:00 A55
  project default A60
`);

test("A window of the night holds; those above it say why they do not match, the default what would hold without it", async () => {
  expect(await linesAt(works, "2026-11-16T23:40:00Z")).toEqual([
    "- sensor_exception no exception covers this instant",
    "- project_exception no exception covers this instant",
    "- sensor_holiday 16 November is no holiday",
    "- project_holiday 16 November is no holiday",
    "- sensor_schedule sensor has none for A",
    "+ project_schedule 3 every day 23:00–07:00, belongs to Monday 16 November: 55",
    "- sensor_default sensor has none for A",
    "= project_default  applies where nothing else does: 60",
    "= none",
  ]);
});

/** After midnight a window belongs to the day before; the end of an exception is outside. */
const reasons = tableOf(`
  2026-11-17T03:00Z | - project_holiday 16 November is no holiday
  2026-12-09T03:00Z | + project_holiday 2 holidays 22:00–10:00, belongs to Tuesday 8 December, a holiday: 50
  2026-12-08T12:00Z | - project_holiday no window for holidays covers 12:00 on 8 December
  2026-12-08T12:00Z | - sensor_holiday sensor has none for A
  2026-11-18T21:00Z | - sensor_exception exception 1 covers this instant, but has no limit for A
  2026-11-19T00:30Z | + project_exception 1 Thu 19 Nov 2026 00:00 to Thu 19 Nov 2026 01:00: 75
  2026-11-19T01:00Z | - project_exception no exception covers this instant
  2026-11-21T12:00Z | - project_schedule no window covers Saturday 21 November 12:00
`);

for (const [at = "", line = ""] of reasons) {
  test(`At ${at}: ${line}`, async () => {
    expect(await linesAt(works, at)).toContain(line);
  });
}

test("Two windows of holidays may belong to two days, neither of them a holiday", async () => {
  const schedule = scheduleOf("project holiday 00:00-24:00 A50; project holiday 22:00-07:00 A45");
  expect((await linesAt(schedule, "2026-12-01T03:00:00Z"))[3]).toBe(
    "- project_holiday neither 30 November nor 1 December is a holiday",
  );
});

test("Windows of holidays alone are none of weekdays", async () => {
  const schedule = scheduleOf("sensor holiday 00:00-24:00 A50; project mon 07:00-08:00 A60");
  expect((await linesAt(schedule, "2026-12-01T12:00:00Z")).slice(4, 6)).toEqual([
    "- sensor_schedule sensor has none for A",
    "- project_schedule no window covers Tuesday 1 December 12:00",
  ]);
});

test("Without any rule that matches, no limit holds", async () => {
  const lines = await linesAt(scheduleOf(), "2026-12-01T03:00:00Z");
  expect(lines.at(-1)).toBe("+ none no rule matches");
  expect(lines.filter((line) => line.startsWith("-"))).toHaveLength(8);
});

test("Where the key may not read a schedule, no reason is made up", () => {
  const explanation: LimitExplanationFacts = {
    at: "2026-12-01T03:00:00.000Z",
    localTime: "2026-12-01T03:00:00+00:00",
    date: "2026-12-01",
    day: "tue",
    holiday: null,
    fweighting: "A",
    limit: null,
    limitSource: "none",
    rules: [],
    ruleCount: 0,
  };
  const steps = explainPrecedence(explanation, { sensor: null, project: null }, works.timeZone);
  expect(new Set(steps.slice(0, 8).map(({ reason }) => reason))).toEqual(
    new Set(["does not match"]),
  );
});

test("Days are said as people say them", () => {
  const cases: [string, string][] = [
    ["mon tue wed thu fri sat sun", "every day"],
    ["mon tue wed thu fri sat sun holiday", "every day and holidays"],
    ["mon tue wed thu fri", "Monday to Friday"],
    ["sat sun holiday", "Saturday, Sunday and holidays"],
    ["sat sun", "Saturday and Sunday"],
    ["mon wed fri", "Monday, Wednesday and Friday"],
    ["fri mon", "Monday and Friday"],
    ["sun", "Sunday"],
    ["holiday", "holidays"],
  ];
  for (const [days, words] of cases) {
    expect(daysWords(days.split(" ") as LimitDay[])).toBe(words);
  }
  expect(daysWords([])).toBe("never");
  expect([longDate("2026-11-16"), longDate("2024-02-29")]).toEqual([
    "Monday 16 November",
    "Thursday 29 February",
  ]);
});

test("For random schedules and instants each place matches as the rules of the service do", async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, distances, async ({ schedule, anchor }, distance) => {
      const instant = (anchor + distance) as Instant;
      const wallClock = wallClockOf(instant, offsetAt(schedule.timeZone, instant));
      const matching = [...matchingRules(schedule, "A", instant, wallClock)];
      const steps = await explain(schedule, instant);
      assert.deepEqual(
        steps.map(({ source }) => source),
        places,
      );
      const holding = steps.filter(({ state }) => state === "holds");
      assert.deepEqual(
        holding.map(({ source }) => source),
        [matching[0]?.limitSource ?? "none"],
      );
      for (const step of steps) {
        const own = matching.filter(({ limitSource }) => limitSource === step.source);
        assert.deepEqual(
          step.rules.map(({ position }) => position),
          own.map(({ position }) => position),
        );
        if (step.source !== "none") assert.equal(step.state === "no-match", own.length === 0);
      }
    }),
    { numRuns: 1500 },
  );
});

test("a place behind the last rule that is listed is not said to have none", async () => {
  const at = instantOf("2019-03-18T12:00:00Z");
  const exceptions = "project exception 2019-03-18 2019-03-19 A61; ".repeat(120);
  const steps = await explain(scheduleOf(`${exceptions}sensor default A69`), at);
  const reason = "not listed: 121 rules match, and the first 100 are listed";
  expect(steps.map((step) => [step.source, step.state, step.rules.length, step.reason])).toEqual([
    ["sensor_exception", "no-match", 0, "no exception covers this instant"],
    ["project_exception", "holds", 100, null],
    ...["sensor_holiday", "project_holiday", "sensor_schedule", "project_schedule"].map(
      (source) => [source, "not-listed", 0, reason],
    ),
    ["sensor_default", "not-listed", 0, reason],
    ["project_default", "not-listed", 0, reason],
    ["none", "matches", 0, null],
  ]);
});
