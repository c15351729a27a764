import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import { formatInstant, type Instant, instantOfSecond } from "../../src/acoustics/time/instant.ts";
import {
  firstSecondOfDay,
  formatLocalDateTime,
  localDayOf,
  spansBetween,
} from "../../src/acoustics/time/local-day.ts";
import { zones } from "./limit-arbitraries.ts";
import { instantOf, zoneOf } from "./limit-schedules.ts";
import { localTimeOf } from "./local-time.ts";

for (const [zone, instant, text] of [
  ["Etc/UTC", "2019-03-11T12:34:56Z", "2019-03-11T12:34:56+00:00"],
  ["Europe/Dublin", "2019-07-01T23:00:00Z", "2019-07-02T00:00:00+01:00"],
  ["Asia/Kathmandu", "2019-03-11T00:00:09Z", "2019-03-11T05:45:09+05:45"],
  ["America/St_Johns", "2019-03-11T00:00:00Z", "2019-03-10T21:30:00-02:30"],
  ["Africa/Monrovia", "1972-01-03T12:44:30Z", "1972-01-03T12:00:00-00:44:30"],
  ["Africa/Monrovia", "1969-12-31T23:59:59Z", "1969-12-31T23:15:29-00:44:30"],
  ["Africa/Monrovia", "1972-01-07T00:44:30Z", "1972-01-07T00:44:30+00:00"],
] as const) {
  test(`${instant} is ${text} in ${zone}`, () => {
    expect(formatLocalDateTime(zoneOf(zone), instantOf(instant) / 1000)).toBe(text);
  });
}

test("A local date and time is that of the platform, and its offset leads back to the second", () => {
  const seconds = fc.integer({ min: 1_230_768_000, max: 1_956_441_600 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), seconds, (zone, second) => {
      const text = formatLocalDateTime(zone, second);
      assert.equal(text.slice(0, 19), localTimeOf(zone, (second * 1000) as Instant));
      assert.equal(Date.parse(text) / 1000, second);
    }),
  );
});

for (const [why, zone, date, first] of [
  ["at midnight", "Europe/Dublin", "2019-03-31", "2019-03-31T00:00:00.000Z"],
  ["at midnight by the new offset", "Europe/Dublin", "2019-04-01", "2019-03-31T23:00:00.000Z"],
  ["furthest east", "Pacific/Kiritimati", "2019-01-01", "2018-12-31T10:00:00.000Z"],
  ["furthest west", "Etc/GMT+12", "2019-01-01", "2019-01-01T12:00:00.000Z"],
  ["after a skipped midnight", "America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"],
  ["at the first of two midnights", "America/St_Johns", "2010-11-07", "2010-11-07T02:30:00.000Z"],
  ["never, so the next one's", "Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z"],
  ["after a day that never was", "Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z"],
  ["before 1970", "Asia/Kathmandu", "1969-12-31", "1969-12-30T18:30:00.000Z"],
] as const) {
  test(`The first second of ${date} in ${zone} is ${first}: ${why}`, () => {
    const second = firstSecondOfDay(zoneOf(zone), instantOf(date) / 86_400_000);
    expect(formatInstant(instantOfSecond(second))).toBe(first);
  });
}

test("A day is counted from 1970, also before it", () => {
  const inOffset = (offset: number) => ({ start: -Infinity, end: Infinity, offset });
  expect(localDayOf(0, inOffset(0))).toEqual({ day: 0, clock: 0 });
  expect(localDayOf(0, inOffset(-1))).toEqual({ day: -1, clock: 86_399 });
  expect(localDayOf(-86_401, inOffset(3600))).toEqual({ day: -1, clock: 3599 });
});

test("The periods of constant offset of a range are those that it meets, both ends included", () => {
  const change = instantOf("2019-03-31T01:00:00Z") / 1000;
  const offsets = (first: number, last: number) =>
    [...spansBetween(zoneOf("Europe/Dublin"), first, last)].map(({ offset }) => offset);
  expect(offsets(change - 10, change - 1)).toEqual([0]);
  expect(offsets(change - 1, change)).toEqual([0, 3600]);
  expect(offsets(change, change)).toEqual([3600]);
  expect(offsets(change - 1, change + 250 * 86_400)).toEqual([0, 3600, 0]);
});
