import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import {
  createHourFinder,
  hoursOfWeek,
  secondsOfHours,
} from "../../src/acoustics/aggregates/week-profile.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { clockChangesOf, zones } from "./limit-arbitraries.ts";
import { instantOf, zoneOf } from "./limit-schedules.ts";
import { localTimeOf } from "./local-time.ts";
import { tableOf } from "../support/table.ts";

const hourOf = (weekday: number, hour: number) => weekday * 24 + hour;

/** Zone and range | the seconds of each hour of the week | weekday (0: Monday), hour and seconds of the others. */
for (const [title, range = "", others, expected = ""] of tableOf(`
  a week has each hour once | Etc/UTC 2019-03-11T00:00:00Z 2019-03-17T23:59:59Z | 3600 |
  the end of a range is inside | Etc/UTC 2019-03-11T00:59:59Z 2019-03-11T01:00:00Z | 0 | 0 0 1, 0 1 1
  an hour cut at both ends counts both parts | Etc/UTC 2019-03-11T00:30:00Z 2019-03-18T00:14:59Z | 3600 | 0 0 2700
  a missing hour has no seconds | Europe/Dublin 2019-03-25T00:00:00Z 2019-03-31T22:59:59Z | 3600 | 6 1 0
  both passes of an hour are in one | Europe/Dublin 2019-10-20T23:00:00Z 2019-10-27T23:59:59Z | 3600 | 6 1 7200
  two years of weeks count them all | Etc/UTC 2018-01-01T00:00:00Z 2019-12-29T23:59:59Z | 374400 |
  hours before 1970 are the calendar's | Etc/UTC 1969-12-31T23:00:00Z 1969-12-31T23:59:59Z | 0 | 2 23 3600
`)) {
  test(`Of the seconds of a week's hours, ${title}`, () => {
    const [zone = "", ...ends] = range.split(" ");
    const [first = 0, last = 0] = ends.map((end) => instantOf(end) / 1000);
    const wanted = Array.from({ length: hoursOfWeek }, () => Number(others));
    for (const hour of expected === "" ? [] : expected.split(", ")) {
      const [weekday = 0, clock = 0, seconds = 0] = hour.split(" ").map(Number);
      wanted[hourOf(weekday, clock)] = seconds;
    }
    expect(secondsOfHours(zoneOf(zone), { first, last })).toEqual(wanted);
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
