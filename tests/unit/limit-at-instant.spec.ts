import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { evaluateLimit } from "../../src/acoustics/limits/limit-at-instant.ts";
import { wallClockOf } from "../../src/acoustics/time/wall-clock.ts";
import type { Weighting } from "../../src/acoustics/levels/weighting.ts";
import { matchingRules } from "../support/matching-rules.ts";
import { distances, scenarios } from "./limit-arbitraries.ts";
import { instantOf, scheduleOf } from "./limit-schedules.ts";
import { localTimeOf } from "./local-time.ts";

/**
 * Schedules, and rows of a weighting, its limit in dB, the source, and instants at which they apply. The answers were
 * found by hand, with a calendar and a table of clock changes.
 */
const rules: Readonly<Record<string, string>> = {
  "Without entries there is no limit": `
    A - none 2019-03-11T12:00:00Z`,
  "An exception applies from its start to before its end": `
    zone Europe/Dublin
    project exception 2019-03-20T22:00:00.500Z 2019-03-21T05:00:00Z A75
    project default A70
    A 70 project_default 2019-03-20T22:00:00.499Z
    A 75 project_exception 2019-03-20T22:00:00.500Z 2019-03-21T04:59:59.999Z
    A 70 project_default 2019-03-21T05:00:00Z`,
  "An exception that ends at its start, or before it, never applies": `
    project exception 2019-03-20T22:00Z 2019-03-20T22:00Z A75
    project exception 2019-03-20T23:00Z 2019-03-20T21:00Z A76
    A - none 2019-03-20T22:00:00Z`,
  "The first listed of overlapping entries wins, whichever starts first": `
    sensor exception 2019-03-20T10:00Z 2019-03-20T20:00Z A71
    sensor exception 2019-03-20T08:00Z 2019-03-20T22:00Z A72
    sensor tue 22:00-06:00 A52
    sensor tue,wed 00:00-24:00 A53
    sensor wed 02:00-03:00 A54
    A 72 sensor_exception 2019-03-20T09:00:00Z
    A 71 sensor_exception 2019-03-20T15:00:00Z
    A 52 sensor_schedule 2019-03-20T02:30:00Z
    A 53 sensor_schedule 2019-03-20T07:00:00Z`,
  "An entry without a level for the weighting does not match": `
    holidays 2019-03-18
    sensor exception 2019-03-18T10:00Z 2019-03-18T15:00Z C81
    sensor exception 2019-03-18T14:00Z 2019-03-18T15:00Z A88
    sensor holiday 10:00-14:00 C82
    sensor holiday 13:00-14:00 A87
    sensor mon 10:00-11:00 Z83
    sensor mon 10:00-11:00 A84
    sensor default C85
    project default A86
    A 84 sensor_schedule 2019-03-18T10:30:00Z
    C 81 sensor_exception 2019-03-18T10:30:00Z
    Z 83 sensor_schedule 2019-03-18T10:30:00Z
    A 86 project_default 2019-03-18T12:30:00Z
    A 87 sensor_holiday 2019-03-18T13:30:00Z
    A 88 sensor_exception 2019-03-18T14:30:00Z
    Z - none 2019-03-18T12:30:00Z`,
  "A level of 0 dB or below is a level": `
    sensor default A0 C-5
    project default A70
    A 0 sensor_default 2019-03-18T12:00:00Z
    C -5 sensor_default 2019-03-18T12:00:00Z`,
  "A window applies from its first minute to before its last, on its days only": `
    zone Asia/Kolkata
    project mon,tue 07:00-19:00 A65
    A - none 2019-03-11T01:29:59.999Z
    A 65 project_schedule 2019-03-11T01:30:00Z 2019-03-11T13:29:59.999Z
    A - none 2019-03-11T13:30:00Z
    A 65 project_schedule 2019-03-12T13:29:59Z
    A - none 2019-03-13T12:00:00Z 2019-03-10T12:00:00Z`,
  "A window to 24:00 or to 00:00 ends with its day": `
    project sat 22:00-24:00 A50
    project tue 22:00-00:00 A51
    project thu 00:00-24:00 A52
    A 50 project_schedule 2019-03-16T22:00:00Z 2019-03-16T23:59:59.999Z
    A - none 2019-03-16T21:59:59.999Z 2019-03-17T00:00:00Z
    A 51 project_schedule 2019-03-19T22:00:00Z 2019-03-19T23:59:59.999Z
    A - none 2019-03-19T00:00:00Z 2019-03-20T00:00:00Z
    A 52 project_schedule 2019-03-21T00:00:00Z 2019-03-21T23:59:59.999Z
    A - none 2019-03-20T23:59:59.999Z 2019-03-22T00:00:00Z`,
  "A window with equal `from` and `to` is 24 hours": `
    project sat 06:00-06:00 A50
    project tue 00:00-00:00 A51
    A - none 2019-03-16T05:59:59.999Z
    A 50 project_schedule 2019-03-16T06:00:00Z 2019-03-17T05:59:59.999Z
    A - none 2019-03-17T06:00:00Z 2019-03-18T23:59:59.999Z
    A 51 project_schedule 2019-03-19T00:00:00Z 2019-03-19T23:59:59.999Z
    A - none 2019-03-20T00:00:00Z`,
  "An overnight window belongs whole to the day it starts on": `
    project sat 22:00-07:00 A50
    A - none 2019-03-16T06:59:59Z 2019-03-16T21:59:59Z
    A 50 project_schedule 2019-03-16T22:00:00Z 2019-03-17T00:00:00Z
    A 50 project_schedule 2019-03-17T06:59:59.999Z
    A - none 2019-03-17T07:00:00Z 2019-03-17T22:00:00Z
    A - none 2019-03-18T03:00:00Z`,
  "An overnight window of a holiday starts on the holiday, not on the day before": `
    zone Europe/Dublin
    holidays 2019-03-18
    project holiday 22:00-07:00 A45
    project default A70
    A 70 project_default 2019-03-18T06:59:59Z 2019-03-18T21:59:59Z
    A 45 project_holiday 2019-03-18T22:00:00Z 2019-03-19T06:59:59.999Z
    A 70 project_default 2019-03-19T07:00:00Z 2019-03-19T22:00:00Z`,
  "A holiday does not stop the windows of its weekday": `
    holidays 2019-03-18
    project mon 07:00-19:00 A65
    project sun,holiday 10:00-12:00 A55
    A 65 project_schedule 2019-03-18T09:59:59Z
    A 55 project_holiday 2019-03-18T10:00:00Z
    A 65 project_schedule 2019-03-18T12:00:00Z
    A 55 project_schedule 2019-03-17T10:00:00Z
    A 65 project_schedule 2019-03-25T10:00:00Z`,
  "After a holiday, its overnight window comes before the sensor's weekday window": `
    holidays 2019-03-17
    sensor mon 00:00-24:00 A60
    project holiday 20:00-06:00 A45
    A 45 project_holiday 2019-03-17T23:00:00Z 2019-03-18T05:59:59Z
    A 60 sensor_schedule 2019-03-18T06:00:00Z`,
  // Newfoundland Daylight Time is UTC-02:30.
  "A holiday is a local date, not a UTC date": `
    zone America/St_Johns
    holidays 2019-03-18
    project holiday 00:00-24:00 A55
    A - none 2019-03-18T02:29:59Z
    A 55 project_holiday 2019-03-18T02:30:00Z 2019-03-19T02:29:59Z
    A - none 2019-03-19T02:30:00Z`,
  // 27 October 2019: 02:00 summer time became 01:00 at 01:00Z.
  "Both passes of a repeated hour match the same window": `
    zone Europe/Dublin
    project sun 01:00-02:00 A48
    A - none 2019-10-26T23:59:59.999Z
    A 48 project_schedule 2019-10-27T00:00:00Z 2019-10-27T00:59:59.999Z
    A 48 project_schedule 2019-10-27T01:00:00Z 2019-10-27T01:59:59.999Z
    A - none 2019-10-27T02:00:00Z`,
  // 3 November 2019: 02:00 became 01:00 at 06:00Z.
  "A window that ends in a repeated hour applies in the same half of both passes": `
    zone America/New_York
    project sat 22:00-01:30 A48
    A 48 project_schedule 2019-11-03T05:29:59.999Z
    A - none 2019-11-03T05:30:00Z 2019-11-03T05:59:59.999Z
    A 48 project_schedule 2019-11-03T06:00:00Z 2019-11-03T06:29:59.999Z
    A - none 2019-11-03T06:30:00Z`,
  // 31 March 2019: 01:00 became 02:00 at 01:00Z.
  "A missing hour has no instants, and the windows around it meet": `
    zone Europe/Dublin
    project sun 00:00-01:00 A46
    project sun 01:00-02:00 A47
    project sun 02:00-03:00 A48
    A 46 project_schedule 2019-03-31T00:00:00Z 2019-03-31T00:59:59.999Z
    A 48 project_schedule 2019-03-31T01:00:00Z 2019-03-31T01:59:59.999Z
    A - none 2019-03-31T02:00:00Z`,
  // 7 April 2019: 02:00 became 01:30 at 15:00Z of the 6th, so the half hour comes twice.
  "A half-hour change moves windows by half an hour": `
    zone Australia/Lord_Howe
    project sun 01:30-02:00 A48
    A - none 2019-04-06T14:29:59.999Z
    A 48 project_schedule 2019-04-06T14:30:00Z 2019-04-06T15:29:59.999Z
    A - none 2019-04-06T15:30:00Z`,
  // Thursday 29 December 2011 ended at 10:00Z and Saturday the 31st began.
  "The day before is the calendar's, also if the clock skipped it": `
    zone Pacific/Apia
    holidays 2011-12-30
    sensor thu 22:00-07:00 A41
    project holiday 22:00-04:00 A44
    project fri 22:00-07:00 A45
    project default A70
    A 70 project_default 2011-12-30T07:59:59.999Z
    A 41 sensor_schedule 2011-12-30T08:00:00Z 2011-12-30T09:59:59.999Z
    A 44 project_holiday 2011-12-30T10:00:00Z 2011-12-30T13:59:59.999Z
    A 45 project_schedule 2011-12-30T14:00:00Z 2011-12-30T16:59:59.999Z
    A 70 project_default 2011-12-30T17:00:00Z`,
  // 7 November 2010: Sunday 00:01 became Saturday 23:01 at 02:31Z.
  "A clock that goes back over midnight takes its date back with it": `
    zone America/St_Johns
    project sat 23:00-24:00 A46
    project sun 00:00-01:00 A47
    A 46 project_schedule 2010-11-07T02:29:59.999Z
    A 47 project_schedule 2010-11-07T02:30:00Z 2010-11-07T02:30:59.999Z
    A 46 project_schedule 2010-11-07T02:31:00Z 2010-11-07T03:29:59.999Z
    A 47 project_schedule 2010-11-07T03:30:00Z
    A - none 2010-11-07T04:30:00Z`,
  // Liberia was 00:44:30 behind UTC until 7 January 1972.
  "An offset with seconds is kept whole": `
    zone Africa/Monrovia
    project mon,tue,wed,thu,fri,sat,sun 12:00-13:00 A60
    A - none 1972-01-03T12:44:29.999Z
    A 60 project_schedule 1972-01-03T12:44:30Z 1972-01-03T13:44:29.999Z
    A - none 1972-01-03T13:44:30Z`,
  "The example site of the contract has the limits that its text says": `
    zone Europe/Dublin
    holidays 2019-03-18
    sensor default A60
    project exception 2019-03-20T22:00:00Z 2019-03-21T05:00:00Z A75
    project mon,tue,wed,thu,fri 07:00-19:00 A65 C85
    project sun,holiday 00:00-24:00 A55
    project default A70
    A 65 project_schedule 2019-03-15T12:00:00Z
    C 85 project_schedule 2019-03-15T12:00:00Z
    Z - none 2019-03-15T12:00:00Z
    A 60 sensor_default 2019-03-15T19:00:00Z
    C - none 2019-03-15T19:00:00Z
    A 60 sensor_default 2019-03-16T12:00:00Z
    A 55 project_schedule 2019-03-17T12:00:00Z
    A 55 project_holiday 2019-03-18T12:00:00Z
    C 85 project_schedule 2019-03-18T12:00:00Z
    A 60 sensor_default 2019-03-20T21:59:59Z
    A 75 project_exception 2019-03-20T22:00:00Z
    A 55 project_schedule 2019-03-31T00:59:59Z 2019-03-31T22:59:59Z
    A 60 sensor_default 2019-03-31T23:00:00Z 2019-04-01T05:59:59Z
    A 65 project_schedule 2019-04-01T06:00:00Z`,
};

for (const [rule, text] of Object.entries(rules)) {
  test(rule, () => {
    const schedule = scheduleOf(text);
    const expected = text.split("\n").flatMap((row) => {
      const [weighting = "", limit = "", source = "", ...instants] = row.trim().split(" ");
      const isAnswer = /^[ACZ]$/.test(weighting);
      return isAnswer ? instants.map((instant) => [weighting, limit, source, instant]) : [];
    });
    const answers = expected.map(([weighting, , , instant = ""]) => {
      const by = weighting as Weighting;
      const { limit, limitSource } = evaluateLimit(schedule, by, instantOf(instant));
      return [weighting, limit === null ? "-" : String(limit / 100), limitSource, instant];
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
          // By the platform's clock.
          const local = Date.parse(`${localTimeOf(schedule.timeZone, instant)}Z`);
          const wallClock = wallClockOf(local as Instant, 0);
          const [rule] = matchingRules(schedule, weighting, instant, wallClock);
          const { limit, limitSource } = evaluateLimit(schedule, weighting, instant);
          assert.deepEqual(
            [limit, limitSource],
            [rule?.limit ?? null, rule?.limitSource ?? "none"],
          );
        }
      }
    }),
    { numRuns: 300 },
  );
});
