import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import { formatInstant, type Instant, isPrintableInstant } from "#acoustics/time/instant.ts";
import {
  firstInstantOfDate,
  hasDate,
  lastSecondOfDate,
  offsetAt,
  offsetSpanAt,
  parseTimeZone,
} from "#acoustics/time/time-zone.ts";
import { instantOf, zoneOf } from "./limit-schedules.ts";
import { localTimeOf } from "./local-time.ts";

const names: readonly (readonly [string, string | null])[] = [
  ["Europe/Dublin", "Europe/Dublin"],
  ["America/St_Johns", "America/St_Johns"],
  ["Asia/Calcutta", "Asia/Calcutta"],
  ["UTC", "UTC"],
  ["Etc/GMT+5", "Etc/GMT+5"],
  ["europe/DUBLIN", "Europe/Dublin"],
  ["utc", "UTC"],
  ["", null],
  ["Europe", null],
  ["Europe/Atlantis", null],
  [" Europe/Dublin", null],
  ["Europe/Dublin ", null],
  ["Europe/Dublin\n", null],
  ["Europe/Dublin\u0000", null],
  ["+01:00", null],
  ["-05:00", null],
  ["Z", null],
  ["UTC+1", null],
  ["GMT+5", null],
  ["local", null],
  ["T00:00[Europe/Dublin]", null],
  ["2019-03-31T00:00[Europe/Dublin]", null],
];

for (const [text, zone] of names) {
  test(`${JSON.stringify(text)} is ${zone === null ? "no time zone" : `the time zone ${zone}`}`, () => {
    expect(parseTimeZone(text)).toBe(zone);
  });
}

const offsets: readonly (readonly [string, string, string])[] = [
  ["Europe/Dublin", "2019-03-31T00:59:59.999Z", "+00:00:00"],
  ["Europe/Dublin", "2019-03-31T01:00:00Z", "+01:00:00"],
  ["Europe/Dublin", "2019-10-27T00:59:59.999Z", "+01:00:00"],
  ["Europe/Dublin", "2019-10-27T01:00:00Z", "+00:00:00"],
  ["Europe/Dublin", "1900-01-01T00:00:00Z", "-00:25:21"],
  ["Europe/Dublin", "1916-06-01T00:00:00Z", "+00:34:39"],
  ["Africa/Monrovia", "1972-01-07T00:44:29.999Z", "-00:44:30"],
  ["Africa/Monrovia", "1972-01-07T00:44:30Z", "+00:00:00"],
  ["America/New_York", "2019-03-10T06:59:59.999Z", "-05:00:00"],
  ["America/New_York", "2019-03-10T07:00:00Z", "-04:00:00"],
  ["Asia/Kolkata", "2019-03-10T07:00:00Z", "+05:30:00"],
  ["Australia/Lord_Howe", "2019-04-06T14:59:59.999Z", "+11:00:00"],
  ["Australia/Lord_Howe", "2019-04-06T15:00:00Z", "+10:30:00"],
  ["Pacific/Apia", "2011-12-30T09:59:59.999Z", "-10:00:00"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z", "+14:00:00"],
  ["America/St_Johns", "2010-11-07T02:30:59.999Z", "-02:30:00"],
  ["America/St_Johns", "2010-11-07T02:31:00Z", "-03:30:00"],
];

for (const [zone, instant, offset] of offsets) {
  test(`${zone} is ${offset} from UTC at ${instant}`, () => {
    expect(offsetAt(zoneOf(zone), instantOf(instant))).toBe(millisecondsOf(offset));
  });
}

const spans: readonly (readonly [string, string, string | null, string | null])[] = [
  ["Europe/Dublin", "2019-06-01", "2019-03-31T01:00:00.000Z", "2019-10-27T01:00:00.000Z"],
  ["Europe/Dublin", "2019-03-31T01:00:00Z", "2019-03-31T01:00:00.000Z", "2019-10-27T01:00:00.000Z"],
  [
    "Europe/Dublin",
    "2019-10-27T00:59:59.999Z",
    "2019-03-31T01:00:00.000Z",
    "2019-10-27T01:00:00.000Z",
  ],
  ["Asia/Kolkata", "2019-06-01", "1945-10-14T17:30:00.000Z", null],
  ["Asia/Kolkata", "0001-01-01", null, "1854-06-27T18:06:32.000Z"],
  ["UTC", "2019-06-01", null, null],
];

for (const [zone, instant, startAt, endAt] of spans) {
  test(`${zone} keeps one offset around ${instant} from ${startAt} to ${endAt}`, () => {
    const span = offsetSpanAt(zoneOf(zone), instantOf(instant));
    expect([printed(span.startAt), printed(span.endAt)]).toEqual([startAt, endAt]);
  });
}

test("A zone answers alike however many spans of it were asked for in between", () => {
  const zone = zoneOf("Europe/Paris");
  const years = Array.from({ length: 120 }, (_, index) => `${1980 + index}-07-01`);
  const ask = () => years.map((date) => offsetSpanAt(zone, instantOf(date)));
  expect(ask()).toEqual(ask());
});

test("An offset is what the platform's clock shows", () => {
  fc.assert(
    fc.property(zones, recently, (zone, second) => {
      const instant = (second * 1000) as Instant;
      const shown = new Date(instant + offsetAt(zoneOf(zone), instant)).toISOString();
      assert.equal(shown.slice(0, 19), localTimeOf(zone, instant));
    }),
    { numRuns: 1000 },
  );
});

/** A zone's date, its first instant and its last second. */
const dates: readonly (readonly [string, string, string | null, string | null])[] = [
  ["UTC", "2019-03-31", "2019-03-31T00:00:00.000Z", "2019-03-31T23:59:59.000Z"],
  ["Europe/Dublin", "2019-03-01", "2019-03-01T00:00:00.000Z", "2019-03-01T23:59:59.000Z"],
  ["Europe/Dublin", "2019-03-31", "2019-03-31T00:00:00.000Z", "2019-03-31T22:59:59.000Z"],
  ["Europe/Dublin", "2019-04-30", "2019-04-29T23:00:00.000Z", "2019-04-30T22:59:59.000Z"],
  ["Europe/Dublin", "2019-10-27", "2019-10-26T23:00:00.000Z", "2019-10-27T23:59:59.000Z"],
  ["Asia/Kolkata", "2019-03-31", "2019-03-30T18:30:00.000Z", "2019-03-31T18:29:59.000Z"],
  // Midnight is swallowed: the day begins at 01:00.
  ["America/Sao_Paulo", "2018-11-03", "2018-11-03T03:00:00.000Z", "2018-11-04T02:59:59.000Z"],
  ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z", "2018-11-05T01:59:59.000Z"],
  // 23:30 to 00:30 is swallowed: the day ends at 23:29:59.
  ["America/Toronto", "1919-03-30", "1919-03-30T05:00:00.000Z", "1919-03-31T04:29:59.000Z"],
  ["America/Toronto", "1919-03-31", "1919-03-31T04:30:00.000Z", "1919-04-01T03:59:59.000Z"],
  // 00:00 to 01:00 comes twice, all of it on the new day.
  ["America/Havana", "2019-11-02", "2019-11-02T04:00:00.000Z", "2019-11-03T03:59:59.000Z"],
  ["America/Havana", "2019-11-03", "2019-11-03T04:00:00.000Z", "2019-11-04T04:59:59.000Z"],
  // At 00:01 the clock goes back to 23:01 of the old day: both dates are left and entered twice.
  ["America/St_Johns", "2010-11-06", "2010-11-06T02:30:00.000Z", "2010-11-07T03:29:59.000Z"],
  ["America/St_Johns", "2010-11-07", "2010-11-07T02:30:00.000Z", "2010-11-08T03:29:59.000Z"],
  // A date that never was ends before it begins.
  ["Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00.000Z", "2011-12-30T09:59:59.000Z"],
  ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z", "2011-12-30T09:59:59.000Z"],
  ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z", "2011-12-31T09:59:59.000Z"],
  // No dates, and instants without a year of four digits.
  ["UTC", "2019-02-30", null, null],
  ["UTC", "2019-03-31T00:00", null, null],
  ["UTC", "tomorrow", null, null],
  ["UTC", "0001-01-01", "0001-01-01T00:00:00.000Z", "0001-01-01T23:59:59.000Z"],
  ["UTC", "9999-12-31", "9999-12-31T00:00:00.000Z", "9999-12-31T23:59:59.000Z"],
  ["Asia/Kolkata", "0001-01-01", null, "0001-01-01T18:06:31.000Z"],
  ["America/New_York", "9999-12-31", "9999-12-31T05:00:00.000Z", null],
];

for (const [zone, date, first, last] of dates) {
  test(`${date} in ${zone} is ${first} to ${last}`, () => {
    const bounds = [firstInstantOfDate(zoneOf(zone), date), lastSecondOfDate(zoneOf(zone), date)];
    expect(bounds.map((bound) => (bound === null ? null : formatInstant(bound)))).toEqual([
      first,
      last,
    ]);
  });
}

test("No instant of a date lies before its first or a second after its last", () => {
  fc.assert(
    fc.property(zones, recently, (zone, second) => {
      const date = localTimeOf(zone, (second * 1000) as Instant).slice(0, 10);
      const first = firstInstantOfDate(zoneOf(zone), date) ?? Number.NaN;
      const last = lastSecondOfDate(zoneOf(zone), date) ?? Number.NaN;
      const dateAt = (instant: number) => localTimeOf(zone, instant as Instant).slice(0, 10);
      assert.deepEqual([dateAt(first), dateAt(last)], [date, date]);
      for (let minute = 1; minute <= 180; minute += 1) {
        assert.ok(dateAt(first - minute * 60_000) < date);
        assert.ok(dateAt(last + minute * 60_000 - 59_000) > date);
      }
    }),
    { numRuns: 60 },
  );
});

for (const [zone, date, exists] of [
  ["Pacific/Apia", "2011-12-29", true],
  ["Pacific/Apia", "2011-12-30", false],
  ["Pacific/Apia", "2011-12-31", true],
  ["Pacific/Honolulu", "2011-12-30", true],
  ["Pacific/Kwajalein", "1993-08-21", false],
  // Midnight itself was skipped, the day was not.
  ["America/Sao_Paulo", "2018-11-04", true],
  ["Asia/Kolkata", "0001-01-01", true],
  ["Asia/Kolkata", "9999-12-31", true],
] as const) {
  test(`${zone} ${exists ? "has" : "has no"} ${date}`, () => {
    expect(hasDate(zoneOf(zone), date)).toBe(exists);
  });
}

const zones = fc.constantFrom(
  "Europe/Dublin",
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/St_Johns",
  "America/Sao_Paulo",
  "America/Havana",
  "Africa/Casablanca",
);

/** Unix seconds of 1970 to 2037. */
const recently = fc.integer({ min: 86_400, max: 2_145_916_800 });

function millisecondsOf(offset: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(":").map(Number);
  const magnitude = ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return offset.startsWith("-") ? -magnitude : magnitude;
}

/** Null: there is no such end. */
function printed(instant: number): string | null {
  return isPrintableInstant(instant) ? formatInstant(instant) : null;
}
