import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import type { LimitSchedule, LimitSource } from "../../src/acoustics/limits/limit-rules.ts";
import { evaluateLimit } from "../../src/acoustics/limits/limit-at-instant.ts";
import type { Weighting } from "../../src/acoustics/levels/weighting.ts";
import { distances, scenarios } from "./limit-arbitraries.ts";
import { evaluateLimitByHand } from "./limit-reference.ts";
import { exceptionOf, instantOf, levelsOf, scheduleOf, windowOf } from "./limit-schedules.ts";

/** Weighting, limit in dB, source, and instants at which they apply. */
type Row = readonly [Weighting, number | null, LimitSource, ...string[]];

/** The answers were found by hand, with a calendar and a table of clock changes. */
const tables: readonly (readonly [string, LimitSchedule, readonly Row[]])[] = [
  [
    "Without entries there is no limit",
    scheduleOf({}),
    [["A", null, "none", "2019-03-11T12:00:00Z"]],
  ],
  [
    "Each source comes before all sources after it",
    scheduleOf({
      holidays: ["2019-03-18"],
      sensor: {
        exceptions: [exceptionOf("2019-03-18T12:00Z", "2019-03-18T13:00Z", { A: 31 })],
        windows: [
          windowOf("mon", "08:00-16:00", { A: 35 }),
          windowOf("holiday", "10:00-14:00", { A: 33 }),
        ],
        default: levelsOf({ A: 37, C: 57 }),
      },
      project: {
        exceptions: [exceptionOf("2019-03-18T11:00Z", "2019-03-18T14:00Z", { A: 32 })],
        windows: [
          windowOf("mon", "07:00-17:00", { A: 36 }),
          windowOf("holiday", "09:00-15:00", { A: 34 }),
        ],
        default: levelsOf({ A: 38, Z: 68 }),
      },
    }),
    [
      ["A", 31, "sensor_exception", "2019-03-18T12:30:00Z"],
      ["A", 32, "project_exception", "2019-03-18T11:30:00Z", "2019-03-18T13:30:00Z"],
      ["A", 33, "sensor_holiday", "2019-03-18T10:30:00Z"],
      ["A", 34, "project_holiday", "2019-03-18T09:30:00Z"],
      ["A", 35, "sensor_schedule", "2019-03-18T08:30:00Z", "2019-03-18T15:30:00Z"],
      ["A", 36, "project_schedule", "2019-03-18T07:30:00Z"],
      ["A", 37, "sensor_default", "2019-03-18T06:30:00Z"],
      ["C", 57, "sensor_default", "2019-03-18T12:30:00Z"],
      ["Z", 68, "project_default", "2019-03-18T12:30:00Z"],
      ["A", 35, "sensor_schedule", "2019-03-25T10:30:00Z"],
    ],
  ],
  [
    "An exception applies from its start to before its end",
    scheduleOf({
      timeZone: "Europe/Dublin",
      project: {
        exceptions: [exceptionOf("2019-03-20T22:00:00.500Z", "2019-03-21T05:00:00Z", { A: 75 })],
        default: levelsOf({ A: 70 }),
      },
    }),
    [
      ["A", 70, "project_default", "2019-03-20T22:00:00.499Z"],
      ["A", 75, "project_exception", "2019-03-20T22:00:00.500Z", "2019-03-21T04:59:59.999Z"],
      ["A", 70, "project_default", "2019-03-21T05:00:00Z"],
    ],
  ],
  [
    "An exception that ends at its start, or before it, never applies",
    scheduleOf({
      project: {
        exceptions: [
          exceptionOf("2019-03-20T22:00Z", "2019-03-20T22:00Z", { A: 75 }),
          exceptionOf("2019-03-20T23:00Z", "2019-03-20T21:00Z", { A: 76 }),
        ],
      },
    }),
    [["A", null, "none", "2019-03-20T22:00:00Z"]],
  ],
  [
    "The first listed of overlapping entries wins, whichever starts first",
    scheduleOf({
      sensor: {
        exceptions: [
          exceptionOf("2019-03-20T10:00Z", "2019-03-20T20:00Z", { A: 71 }),
          exceptionOf("2019-03-20T08:00Z", "2019-03-20T22:00Z", { A: 72 }),
        ],
        windows: [
          windowOf("tue", "22:00-06:00", { A: 52 }),
          windowOf("tue wed", "00:00-24:00", { A: 53 }),
          windowOf("wed", "02:00-03:00", { A: 54 }),
        ],
      },
    }),
    [
      ["A", 72, "sensor_exception", "2019-03-20T09:00:00Z"],
      ["A", 71, "sensor_exception", "2019-03-20T15:00:00Z"],
      ["A", 52, "sensor_schedule", "2019-03-20T02:30:00Z"],
      ["A", 53, "sensor_schedule", "2019-03-20T07:00:00Z"],
    ],
  ],
  [
    "An entry without a level for the weighting does not match",
    scheduleOf({
      holidays: ["2019-03-18"],
      sensor: {
        exceptions: [
          exceptionOf("2019-03-18T10:00Z", "2019-03-18T15:00Z", { C: 81 }),
          exceptionOf("2019-03-18T14:00Z", "2019-03-18T15:00Z", { A: 88 }),
        ],
        windows: [
          windowOf("holiday", "10:00-14:00", { C: 82 }),
          windowOf("holiday", "13:00-14:00", { A: 87 }),
          windowOf("mon", "10:00-11:00", { Z: 83 }),
          windowOf("mon", "10:00-11:00", { A: 84 }),
        ],
        default: levelsOf({ C: 85 }),
      },
      project: { default: levelsOf({ A: 86 }) },
    }),
    [
      ["A", 84, "sensor_schedule", "2019-03-18T10:30:00Z"],
      ["C", 81, "sensor_exception", "2019-03-18T10:30:00Z"],
      ["Z", 83, "sensor_schedule", "2019-03-18T10:30:00Z"],
      ["A", 86, "project_default", "2019-03-18T12:30:00Z"],
      ["A", 87, "sensor_holiday", "2019-03-18T13:30:00Z"],
      ["A", 88, "sensor_exception", "2019-03-18T14:30:00Z"],
      ["Z", null, "none", "2019-03-18T12:30:00Z"],
    ],
  ],
  [
    "A level of 0 dB or below is a level",
    scheduleOf({
      sensor: { default: levelsOf({ A: 0, C: -5 }) },
      project: { default: levelsOf({ A: 70 }) },
    }),
    [
      ["A", 0, "sensor_default", "2019-03-18T12:00:00Z"],
      ["C", -5, "sensor_default", "2019-03-18T12:00:00Z"],
    ],
  ],
  [
    "A window applies from its first minute to before its last, on its days only",
    scheduleOf({
      timeZone: "Asia/Kolkata",
      project: { windows: [windowOf("mon tue", "07:00-19:00", { A: 65 })] },
    }),
    [
      ["A", null, "none", "2019-03-11T01:29:59.999Z"],
      ["A", 65, "project_schedule", "2019-03-11T01:30:00Z", "2019-03-11T13:29:59.999Z"],
      ["A", null, "none", "2019-03-11T13:30:00Z"],
      ["A", 65, "project_schedule", "2019-03-12T13:29:59Z"],
      ["A", null, "none", "2019-03-13T12:00:00Z", "2019-03-10T12:00:00Z"],
    ],
  ],
  [
    "A window to 24:00 or to 00:00 ends with its day",
    scheduleOf({
      project: {
        windows: [
          windowOf("sat", "22:00-24:00", { A: 50 }),
          windowOf("tue", "22:00-00:00", { A: 51 }),
          windowOf("thu", "00:00-24:00", { A: 52 }),
        ],
      },
    }),
    [
      ["A", 50, "project_schedule", "2019-03-16T22:00:00Z", "2019-03-16T23:59:59.999Z"],
      ["A", null, "none", "2019-03-16T21:59:59.999Z", "2019-03-17T00:00:00Z"],
      ["A", 51, "project_schedule", "2019-03-19T22:00:00Z", "2019-03-19T23:59:59.999Z"],
      ["A", null, "none", "2019-03-19T00:00:00Z", "2019-03-20T00:00:00Z"],
      ["A", 52, "project_schedule", "2019-03-21T00:00:00Z", "2019-03-21T23:59:59.999Z"],
      ["A", null, "none", "2019-03-20T23:59:59.999Z", "2019-03-22T00:00:00Z"],
    ],
  ],
  [
    "A window with equal `from` and `to` is 24 hours",
    scheduleOf({
      project: {
        windows: [
          windowOf("sat", "06:00-06:00", { A: 50 }),
          windowOf("tue", "00:00-00:00", { A: 51 }),
        ],
      },
    }),
    [
      ["A", null, "none", "2019-03-16T05:59:59.999Z"],
      ["A", 50, "project_schedule", "2019-03-16T06:00:00Z", "2019-03-17T05:59:59.999Z"],
      ["A", null, "none", "2019-03-17T06:00:00Z", "2019-03-18T23:59:59.999Z"],
      ["A", 51, "project_schedule", "2019-03-19T00:00:00Z", "2019-03-19T23:59:59.999Z"],
      ["A", null, "none", "2019-03-20T00:00:00Z"],
    ],
  ],
  [
    "An overnight window belongs whole to the day it starts on",
    scheduleOf({ project: { windows: [windowOf("sat", "22:00-07:00", { A: 50 })] } }),
    [
      ["A", null, "none", "2019-03-16T06:59:59Z", "2019-03-16T21:59:59Z"],
      ["A", 50, "project_schedule", "2019-03-16T22:00:00Z", "2019-03-17T00:00:00Z"],
      ["A", 50, "project_schedule", "2019-03-17T06:59:59.999Z"],
      ["A", null, "none", "2019-03-17T07:00:00Z", "2019-03-17T22:00:00Z"],
      ["A", null, "none", "2019-03-18T03:00:00Z"],
    ],
  ],
  [
    "An overnight window of a holiday starts on the holiday, not on the day before",
    scheduleOf({
      timeZone: "Europe/Dublin",
      holidays: ["2019-03-18"],
      project: {
        windows: [windowOf("holiday", "22:00-07:00", { A: 45 })],
        default: levelsOf({ A: 70 }),
      },
    }),
    [
      ["A", 70, "project_default", "2019-03-18T06:59:59Z", "2019-03-18T21:59:59Z"],
      ["A", 45, "project_holiday", "2019-03-18T22:00:00Z", "2019-03-19T06:59:59.999Z"],
      ["A", 70, "project_default", "2019-03-19T07:00:00Z", "2019-03-19T22:00:00Z"],
    ],
  ],
  [
    "A holiday does not stop the windows of its weekday",
    scheduleOf({
      holidays: ["2019-03-18"],
      project: {
        windows: [
          windowOf("mon", "07:00-19:00", { A: 65 }),
          windowOf("sun holiday", "10:00-12:00", { A: 55 }),
        ],
      },
    }),
    [
      ["A", 65, "project_schedule", "2019-03-18T09:59:59Z"],
      ["A", 55, "project_holiday", "2019-03-18T10:00:00Z"],
      ["A", 65, "project_schedule", "2019-03-18T12:00:00Z"],
      ["A", 55, "project_schedule", "2019-03-17T10:00:00Z"],
      ["A", 65, "project_schedule", "2019-03-25T10:00:00Z"],
    ],
  ],
  [
    "After a holiday, its overnight window comes before the sensor's weekday window",
    scheduleOf({
      holidays: ["2019-03-17"],
      sensor: { windows: [windowOf("mon", "00:00-24:00", { A: 60 })] },
      project: { windows: [windowOf("holiday", "20:00-06:00", { A: 45 })] },
    }),
    [
      ["A", 45, "project_holiday", "2019-03-17T23:00:00Z", "2019-03-18T05:59:59Z"],
      ["A", 60, "sensor_schedule", "2019-03-18T06:00:00Z"],
    ],
  ],
  [
    "A holiday is a local date, not a UTC date",
    scheduleOf({
      timeZone: "America/St_Johns",
      holidays: ["2019-03-18"],
      project: { windows: [windowOf("holiday", "00:00-24:00", { A: 55 })] },
    }),
    [
      // Newfoundland Daylight Time, UTC-02:30.
      ["A", null, "none", "2019-03-18T02:29:59Z"],
      ["A", 55, "project_holiday", "2019-03-18T02:30:00Z", "2019-03-19T02:29:59Z"],
      ["A", null, "none", "2019-03-19T02:30:00Z"],
    ],
  ],
  [
    "Both passes of a repeated hour match the same window",
    scheduleOf({
      timeZone: "Europe/Dublin",
      project: { windows: [windowOf("sun", "01:00-02:00", { A: 48 })] },
    }),
    [
      // 27 October 2019: 02:00 summer time became 01:00 at 01:00Z.
      ["A", null, "none", "2019-10-26T23:59:59.999Z"],
      ["A", 48, "project_schedule", "2019-10-27T00:00:00Z", "2019-10-27T00:59:59.999Z"],
      ["A", 48, "project_schedule", "2019-10-27T01:00:00Z", "2019-10-27T01:59:59.999Z"],
      ["A", null, "none", "2019-10-27T02:00:00Z"],
    ],
  ],
  [
    "A window that ends in a repeated hour applies in the same half of both passes",
    scheduleOf({
      timeZone: "America/New_York",
      project: { windows: [windowOf("sat", "22:00-01:30", { A: 48 })] },
    }),
    [
      // 3 November 2019: 02:00 became 01:00 at 06:00Z.
      ["A", 48, "project_schedule", "2019-11-03T05:29:59.999Z"],
      ["A", null, "none", "2019-11-03T05:30:00Z", "2019-11-03T05:59:59.999Z"],
      ["A", 48, "project_schedule", "2019-11-03T06:00:00Z", "2019-11-03T06:29:59.999Z"],
      ["A", null, "none", "2019-11-03T06:30:00Z"],
    ],
  ],
  [
    "A missing hour has no instants, and the windows around it meet",
    scheduleOf({
      timeZone: "Europe/Dublin",
      project: {
        windows: [
          windowOf("sun", "00:00-01:00", { A: 46 }),
          windowOf("sun", "01:00-02:00", { A: 47 }),
          windowOf("sun", "02:00-03:00", { A: 48 }),
        ],
      },
    }),
    [
      // 31 March 2019: 01:00 became 02:00 at 01:00Z.
      ["A", 46, "project_schedule", "2019-03-31T00:00:00Z", "2019-03-31T00:59:59.999Z"],
      ["A", 48, "project_schedule", "2019-03-31T01:00:00Z", "2019-03-31T01:59:59.999Z"],
      ["A", null, "none", "2019-03-31T02:00:00Z"],
    ],
  ],
  [
    "A half-hour change moves windows by half an hour",
    scheduleOf({
      timeZone: "Australia/Lord_Howe",
      project: { windows: [windowOf("sun", "01:30-02:00", { A: 48 })] },
    }),
    [
      // 7 April 2019: 02:00 became 01:30 at 15:00Z of the 6th, so the half hour comes twice.
      ["A", null, "none", "2019-04-06T14:29:59.999Z"],
      ["A", 48, "project_schedule", "2019-04-06T14:30:00Z", "2019-04-06T15:29:59.999Z"],
      ["A", null, "none", "2019-04-06T15:30:00Z"],
    ],
  ],
  [
    "The day before is the calendar's, also if the clock skipped it",
    scheduleOf({
      timeZone: "Pacific/Apia",
      holidays: ["2011-12-30"],
      sensor: { windows: [windowOf("thu", "22:00-07:00", { A: 41 })] },
      project: {
        windows: [
          windowOf("holiday", "22:00-04:00", { A: 44 }),
          windowOf("fri", "22:00-07:00", { A: 45 }),
        ],
        default: levelsOf({ A: 70 }),
      },
    }),
    [
      // Thursday 29 December 2011 ended at 10:00Z and Saturday the 31st began.
      ["A", 70, "project_default", "2011-12-30T07:59:59.999Z"],
      ["A", 41, "sensor_schedule", "2011-12-30T08:00:00Z", "2011-12-30T09:59:59.999Z"],
      ["A", 44, "project_holiday", "2011-12-30T10:00:00Z", "2011-12-30T13:59:59.999Z"],
      ["A", 45, "project_schedule", "2011-12-30T14:00:00Z", "2011-12-30T16:59:59.999Z"],
      ["A", 70, "project_default", "2011-12-30T17:00:00Z"],
    ],
  ],
  [
    "A clock that goes back over midnight takes its date back with it",
    scheduleOf({
      timeZone: "America/St_Johns",
      project: {
        windows: [
          windowOf("sat", "23:00-24:00", { A: 46 }),
          windowOf("sun", "00:00-01:00", { A: 47 }),
        ],
      },
    }),
    [
      // 7 November 2010: Sunday 00:01 became Saturday 23:01 at 02:31Z.
      ["A", 46, "project_schedule", "2010-11-07T02:29:59.999Z"],
      ["A", 47, "project_schedule", "2010-11-07T02:30:00Z", "2010-11-07T02:30:59.999Z"],
      ["A", 46, "project_schedule", "2010-11-07T02:31:00Z", "2010-11-07T03:29:59.999Z"],
      ["A", 47, "project_schedule", "2010-11-07T03:30:00Z"],
      ["A", null, "none", "2010-11-07T04:30:00Z"],
    ],
  ],
  [
    "An offset with seconds is kept whole",
    scheduleOf({
      timeZone: "Africa/Monrovia",
      project: { windows: [windowOf("mon tue wed thu fri sat sun", "12:00-13:00", { A: 60 })] },
    }),
    [
      // Liberia was 00:44:30 behind UTC until 7 January 1972.
      ["A", null, "none", "1972-01-03T12:44:29.999Z"],
      ["A", 60, "project_schedule", "1972-01-03T12:44:30Z", "1972-01-03T13:44:29.999Z"],
      ["A", null, "none", "1972-01-03T13:44:30Z"],
    ],
  ],
  [
    "The example site of the contract has the limits that its text says",
    scheduleOf({
      timeZone: "Europe/Dublin",
      holidays: ["2019-03-18"],
      sensor: { default: levelsOf({ A: 60 }) },
      project: {
        exceptions: [exceptionOf("2019-03-20T22:00:00Z", "2019-03-21T05:00:00Z", { A: 75 })],
        windows: [
          windowOf("mon tue wed thu fri", "07:00-19:00", { A: 65, C: 85 }),
          windowOf("sun holiday", "00:00-24:00", { A: 55 }),
        ],
        default: levelsOf({ A: 70 }),
      },
    }),
    [
      ["A", 65, "project_schedule", "2019-03-15T12:00:00Z"],
      ["C", 85, "project_schedule", "2019-03-15T12:00:00Z"],
      ["Z", null, "none", "2019-03-15T12:00:00Z"],
      ["A", 60, "sensor_default", "2019-03-15T19:00:00Z"],
      ["C", null, "none", "2019-03-15T19:00:00Z"],
      ["A", 60, "sensor_default", "2019-03-16T12:00:00Z"],
      ["A", 55, "project_schedule", "2019-03-17T12:00:00Z"],
      ["A", 55, "project_holiday", "2019-03-18T12:00:00Z"],
      ["C", 85, "project_schedule", "2019-03-18T12:00:00Z"],
      ["A", 60, "sensor_default", "2019-03-20T21:59:59Z"],
      ["A", 75, "project_exception", "2019-03-20T22:00:00Z"],
      ["A", 55, "project_schedule", "2019-03-31T00:59:59Z", "2019-03-31T22:59:59Z"],
      ["A", 60, "sensor_default", "2019-03-31T23:00:00Z", "2019-04-01T05:59:59Z"],
      ["A", 65, "project_schedule", "2019-04-01T06:00:00Z"],
    ],
  ],
];

for (const [rule, schedule, rows] of tables) {
  test(rule, () => {
    const expected = rows.flatMap(([weighting, limit, limitSource, ...instants]) =>
      instants.map((instant) => ({ instant, weighting, limit, limitSource })),
    );
    const answers = expected.map(({ instant, weighting }) => {
      const { limit, limitSource } = evaluateLimit(schedule, weighting, instantOf(instant));
      return { instant, weighting, limit: limit === null ? null : limit / 100, limitSource };
    });
    expect(answers).toEqual(expected);
  });
}

test("Any schedule gives the limits of a second implementation of the contract's table", () => {
  fc.assert(
    fc.property(scenarios, fc.array(distances, { minLength: 50 }), ({ schedule, anchor }, away) => {
      for (const distance of away) {
        const instant = (anchor + distance) as Instant;
        for (const weighting of ["A", "C"] as const) {
          assert.deepEqual(
            evaluateLimit(schedule, weighting, instant),
            evaluateLimitByHand(schedule, weighting, instant),
          );
        }
      }
    }),
    { numRuns: 300 },
  );
});
