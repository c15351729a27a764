import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import { dateOf } from "../../src/acoustics/time/calendar-day.ts";
import { wallClockOf, weekdayOf } from "../../src/acoustics/time/wall-clock.ts";
import { instantOf } from "./limit-schedules.ts";

const hour = 3_600_000;

test("A wall clock is the instant and its offset, as weekday, date and time after midnight", () => {
  const clocks = [
    ["1970-01-01T00:00:00Z", 0, "thu", "1970-01-01", 0],
    ["1969-12-31T23:59:59.999Z", 0, "wed", "1969-12-31", 24 * hour - 1],
    ["2019-03-17T23:30:00Z", hour, "mon", "2019-03-18", hour / 2],
    ["2019-03-18T00:30:00Z", -hour, "sun", "2019-03-17", 23.5 * hour],
    ["2020-02-29T12:00:00Z", 5.5 * hour, "sat", "2020-02-29", 17.5 * hour],
    ["1900-01-01T00:25:20Z", -(25 * 60 + 21) * 1000, "sun", "1899-12-31", 24 * hour - 1000],
    ["0001-01-01T00:00:00Z", 0, "mon", "0001-01-01", 0],
    ["9999-12-31T23:59:59.999Z", 0, "fri", "9999-12-31", 24 * hour - 1],
  ] as const;
  const shown = clocks.map(([instant, offset]) => {
    const { day, millisecond } = wallClockOf(instantOf(instant), offset);
    return [instant, offset, weekdayOf(day), dateOf(day), millisecond];
  });
  expect(shown).toEqual(clocks);
});

test("Days are those of the platform's calendar, however many are computed", () => {
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
