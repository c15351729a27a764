import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import { decibelsOf } from "../../../src/acoustics/levels/decibel.ts";
import { evaluateLimit } from "../../../src/acoustics/limits/limit-at-instant.ts";
import { createLimitLookup } from "../../../src/acoustics/limits/limit-timeline.ts";
import { weightings } from "../../../src/acoustics/levels/weighting.ts";
import { dateOf } from "../../../src/acoustics/time/calendar-day.ts";
import type { Instant } from "../../../src/acoustics/time/instant.ts";
import { offsetAt } from "../../../src/acoustics/time/time-zone.ts";
import { wallClockOf, weekdayOf } from "../../../src/acoustics/time/wall-clock.ts";
import { limitRulesOf } from "../../../src/dashboard/browser/views/schedule/limit-rules-of.ts";
import {
  type GridDay,
  gridDays,
  weekGrid,
} from "../../../src/dashboard/browser/views/schedule/week-grid.ts";
import { distances, scenarios } from "../limit-arbitraries.ts";
import { scheduleOf } from "../limit-schedules.ts";

test("a window over midnight is in two days, and belongs to the first", () => {
  const { sensor, project } = scheduleOf("project sat 22:00-07:00 A50; project default A60");
  const grid = weekGrid({ sensor, project }, "A");
  const rest = { limit: 60, limitSource: "project_default", position: null };
  const night = { limit: 50, limitSource: "project_schedule", position: 1, goesOn: true };
  const own = { isOfDayBefore: false };
  expect(grid.get("fri")).toEqual([{ from: 0, to: 1440, ...rest, ...own, goesOn: false }]);
  expect(grid.get("sat")).toEqual([
    { from: 0, to: 1320, ...rest, ...own, goesOn: false },
    { from: 1320, to: 1440, ...night, ...own },
  ]);
  expect(grid.get("sun")).toEqual([
    { from: 0, to: 420, ...night, isOfDayBefore: true },
    { from: 420, to: 1440, ...rest, ...own, goesOn: false },
  ]);
});

test("Sunday's window goes on into Monday", () => {
  const { sensor, project } = scheduleOf("project sun 23:00-23:00 A50");
  const grid = weekGrid({ sensor, project }, "A");
  expect(grid.get("mon")?.map(({ from, to, limit }) => [from, to, limit])).toEqual([
    [0, 1380, 50],
    [1380, 1440, null],
  ]);
});

test("a rule of the sensor goes before an earlier rule of the project; both keep their positions", () => {
  const { sensor, project } = scheduleOf(`
    sensor mon 08:00-12:00 A65
    project mon 06:00-07:00 C90
    project mon,tue 07:00-19:00 A60
  `);
  const grid = weekGrid({ sensor, project }, "A");
  expect(
    grid
      .get("mon")
      ?.map(({ from, to, limitSource, position }) => [from, to, limitSource, position]),
  ).toEqual([
    [0, 420, "none", null],
    [420, 480, "project_schedule", 2],
    [480, 720, "sensor_schedule", 1],
    [720, 1140, "project_schedule", 2],
    [1140, 1440, "none", null],
  ]);
});

test("the holiday has only what windows of holidays decide, and exceptions are not in the week", () => {
  const { sensor, project } = scheduleOf(`
    project mon,tue,wed,thu,fri,sat,sun 00:00-24:00 A60
    project holiday 22:00-07:00 A45
    project exception 2000-01-01 2030-01-01 A99
  `);
  const grid = weekGrid({ sensor, project }, "A");
  expect(grid.get("holiday")?.map(({ from, to, limit }) => [from, to, limit])).toEqual([
    [0, 1320, null],
    [1320, 1440, 45],
  ]);
  expect(grid.get("mon")?.map(({ limit }) => limit)).toEqual([60]);
});

test("wherever no holiday and no exception decides, the week has the server's limit", () => {
  fc.assert(
    fc.property(
      scenarios,
      distances,
      fc.constantFrom(...weightings),
      ({ schedule, anchor }, distance, weighting) => {
        const instant = (anchor + distance) as Instant;
        const { limit, limitSource } = evaluateLimit(schedule, weighting, instant);
        assert.deepEqual(createLimitLookup(schedule, weighting)(instant), { limit, limitSource });
        const { day, millisecond } = wallClockOf(instant, offsetAt(schedule.timeZone, instant));
        const grid = weekGrid(schedule, weighting);
        const blockOn = (name: GridDay) => {
          const minute = Math.floor(millisecond / 60_000);
          return grid.get(name)?.find(({ from, to }) => from <= minute && minute < to);
        };
        const isHoliday = (of: number) => schedule.holidays.has(dateOf(of));
        const isDecidedByHoliday = limitSource.endsWith("_holiday");
        const isShown = isDecidedByHoliday
          ? isHoliday(day) && !isHoliday(day - 1)
          : !limitSource.endsWith("_exception");
        if (!isShown) return;
        const block = blockOn(isDecidedByHoliday ? "holiday" : weekdayOf(day));
        expect(block).toMatchObject({ limit: decibelsOf(limit), limitSource });
        if (isHoliday(day) && !isDecidedByHoliday) assert.equal(blockOn("holiday")?.limit, null);
      },
    ),
    { numRuns: 300 },
  );
});

test("the blocks of each day follow each other from 00:00 to 24:00", () => {
  fc.assert(
    fc.property(scenarios, fc.constantFrom(...weightings), ({ schedule }, weighting) => {
      const grid = weekGrid(schedule, weighting);
      const days = [...grid.values()];
      assert.deepEqual([...grid.keys()], gridDays);
      expect(days.map((blocks) => blocks.map(({ from }) => from))).toEqual(
        days.map((blocks) => [0, ...blocks.slice(0, -1).map(({ to }) => to)]),
      );
      assert.equal(
        days.every((blocks) => blocks.at(-1)?.to === 1440),
        true,
      );
    }),
    { numRuns: 50 },
  );
});

test("a schedule is read as the server sends it", () => {
  expect(
    limitRulesOf({
      default: { A: 62.5, C: null, Z: -5 },
      windows: [
        { days: ["sat"], from: "22:30", to: "24:00", limit: { A: 50.01, C: null, Z: null } },
      ],
      exceptions: [],
      holidays: [],
    }),
  ).toEqual({
    default: { A: 6250, C: null, Z: -500 },
    windows: [
      { days: ["sat"], fromMinute: 1350, toMinute: 1440, levels: { A: 5001, C: null, Z: null } },
    ],
    exceptions: [],
  });
});
