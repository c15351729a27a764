import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { dateOf } from "#acoustics/time/calendar-day.ts";
import { wallClockOf, weekdayOf } from "#acoustics/time/wall-clock.ts";
import { instantOf } from "./limit-schedules.ts";

const hour = 3_600_000;

const clocks: readonly (readonly [string, number, string, string, number])[] = [
  ["1970-01-01T00:00:00Z", 0, "1970-01-01", "thu", 0],
  ["1969-12-31T23:59:59.999Z", 0, "1969-12-31", "wed", 24 * hour - 1],
  ["2019-03-17T23:30:00Z", hour, "2019-03-18", "mon", hour / 2],
  ["2019-03-18T00:30:00Z", -hour, "2019-03-17", "sun", 23.5 * hour],
  ["2020-02-29T12:00:00Z", 5.5 * hour, "2020-02-29", "sat", 17.5 * hour],
  ["1900-01-01T00:25:20Z", -(25 * 60 + 21) * 1000, "1899-12-31", "sun", 24 * hour - 1000],
  ["0001-01-01T00:00:00Z", 0, "0001-01-01", "mon", 0],
  ["9999-12-31T23:59:59.999Z", 0, "9999-12-31", "fri", 24 * hour - 1],
];

for (const [instant, offset, date, weekday, millisecond] of clocks) {
  test(`${instant} at offset ${offset / 1000} s is ${weekday} ${date}, ${millisecond} ms`, () => {
    const wallClock = wallClockOf(instantOf(instant), offset);
    expect([dateOf(wallClock.day), weekdayOf(wallClock.day), wallClock.millisecond]).toEqual([
      date,
      weekday,
      millisecond,
    ]);
  });
}

test("Days are those of the platform's calendar, also when many are asked for", () => {
  const names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
  fc.assert(
    fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (day) => {
      const date = new Date(day * 24 * hour);
      assert.equal(dateOf(day), date.toISOString().slice(0, 10));
      assert.equal(weekdayOf(day), names[date.getUTCDay()]);
    }),
    { numRuns: 5000 },
  );
});
