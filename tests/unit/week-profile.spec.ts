import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import {
  createHourFinder,
  hoursOfWeek,
  secondsOfHours,
} from "../../src/acoustics/aggregates/week-profile.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { clockChangesOf, zones } from "./limit-arbitraries.ts";
import { instantOf, zoneOf } from "./limit-schedules.ts";
import { localTimeOf } from "./local-time.ts";
import { runAtOnce } from "../../src/operations/in-slices.ts";

const hourOf = (weekday: number, hour: number) => weekday * 24 + hour;

/** A zone, a range, and the seconds of some hours of the week; all hours of whole weeks have as many others. */
for (const [title, zone, [first, last], others, expected] of [
  [
    "a week has each hour once",
    "Etc/UTC",
    ["2019-03-11T00:00:00Z", "2019-03-17T23:59:59Z"],
    3600,
    [],
  ],
  [
    "the end of a range is inside",
    "Etc/UTC",
    ["2019-03-11T00:59:59Z", "2019-03-11T01:00:00Z"],
    0,
    [
      [hourOf(0, 0), 1],
      [hourOf(0, 1), 1],
    ],
  ],
  [
    "an hour that is cut at both ends of a week counts both parts",
    "Etc/UTC",
    ["2019-03-11T00:30:00Z", "2019-03-18T00:14:59Z"],
    3600,
    [[hourOf(0, 0), 2700]],
  ],
  [
    "a missing hour has no seconds",
    "Europe/Dublin",
    ["2019-03-25T00:00:00Z", "2019-03-31T22:59:59Z"],
    3600,
    [[hourOf(6, 1), 0]],
  ],
  [
    "both passes of a repeated hour are in one",
    "Europe/Dublin",
    ["2019-10-20T23:00:00Z", "2019-10-27T23:59:59Z"],
    3600,
    [[hourOf(6, 1), 7200]],
  ],
  [
    "two years of weeks count them all",
    "Etc/UTC",
    ["2018-01-01T00:00:00Z", "2019-12-29T23:59:59Z"],
    104 * 3600,
    [],
  ],
  [
    "the hours before 1970 are those of the calendar",
    "Etc/UTC",
    ["1969-12-31T23:00:00Z", "1969-12-31T23:59:59Z"],
    0,
    [[hourOf(2, 23), 3600]],
  ],
] as const) {
  test(`Of the seconds of a week's hours, ${title}`, () => {
    const range = { first: instantOf(first) / 1000, last: instantOf(last) / 1000 };
    const wanted = Array.from({ length: hoursOfWeek }, () => others);
    for (const [hour, seconds] of expected) wanted[hour] = seconds;
    expect(runAtOnce(secondsOfHours(zoneOf(zone), range))).toEqual(wanted);
  });
}

test("The hour of the week is that of the platform's clock, whichever way time goes", () => {
  const around = fc.record({
    zone: fc.constantFrom(...zones),
    change: fc.nat(),
    distances: fc.array(fc.integer({ min: -200_000, max: 200_000 }), { minLength: 1 }),
  });
  fc.assert(
    fc.property(around, ({ zone, change, distances }) => {
      const changes = clockChangesOf(zone);
      const anchor = changes[change % Math.max(1, changes.length)] ?? instantOf("2019-05-01");
      const hourAt = createHourFinder(zone);
      for (const distance of distances) {
        const second = anchor / 1000 + distance;
        const local = Date.parse(`${localTimeOf(zone, (second * 1000) as Instant)}Z`);
        const weekday = (new Date(local).getUTCDay() + 6) % 7;
        assert.equal(hourAt(second), hourOf(weekday, new Date(local).getUTCHours()));
      }
    }),
  );
});
