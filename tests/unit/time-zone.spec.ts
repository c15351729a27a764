import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import {
  formatInstant,
  type Instant,
  isPrintableInstant,
} from "../../src/acoustics/time/instant.ts";
import {
  firstInstantOfDate,
  hasDate,
  lastSecondOfDate,
  offsetAt,
  offsetSpanAt,
  parseTimeZone,
} from "../../src/acoustics/time/time-zone.ts";
import { instantOf, zoneOf } from "./limit-schedules.ts";
import { localTimeOf } from "./local-time.ts";

test("A time zone is an IANA name in any case", () => {
  const zones = "Europe/Dublin America/St_Johns Asia/Calcutta UTC Etc/GMT+5".split(" ");
  expect(zones.map(parseTimeZone)).toEqual(zones);
  expect(["europe/DUBLIN", "utc"].map(parseTimeZone)).toEqual(["Europe/Dublin", "UTC"]);
  const others = "Europe Europe/Atlantis +01:00 -05:00 Z UTC+1 GMT+5 local".split(" ");
  others.push("", " Europe/Dublin", "Europe/Dublin ", "Europe/Dublin\n", "Europe/Dublin\u0000");
  others.push("T00:00[Europe/Dublin]", "2019-03-31T00:00[Europe/Dublin]");
  expect(others.filter((text) => parseTimeZone(text) !== null)).toEqual([]);
});

test("An offset is local time minus UTC, to the second, and changes at the zone's clock changes", () => {
  const offsets = [
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
  ] as const;
  const shown = offsets.map(([zone, instant]) => {
    const offset = offsetAt(zoneOf(zone), instantOf(instant));
    const clock = new Date(Math.abs(offset)).toISOString().slice(11, 19);
    return [zone, instant, `${offset < 0 ? "-" : "+"}${clock}`];
  });
  expect(shown).toEqual(offsets);
});

test("A zone keeps one offset from a clock change to before the next", () => {
  const [spring, autumn] = ["2019-03-31T01:00:00.000Z", "2019-10-27T01:00:00.000Z"];
  const spans = [
    ["Europe/Dublin", "2019-06-01", spring, autumn],
    ["Europe/Dublin", spring, spring, autumn],
    ["Europe/Dublin", "2019-10-27T00:59:59.999Z", spring, autumn],
    ["Asia/Kolkata", "2019-06-01", "1945-10-14T17:30:00.000Z", null],
    ["Asia/Kolkata", "0001-01-01", null, "1854-06-27T18:06:32.000Z"],
    ["UTC", "2019-06-01", null, null],
  ] as const;
  const found = spans.map(([zone, instant]) => {
    const { startAt, endAt } = offsetSpanAt(zoneOf(zone), instantOf(instant));
    const [from, to] = [startAt, endAt].map((end) =>
      isPrintableInstant(end) ? formatInstant(end) : null,
    );
    return [zone, instant, from, to];
  });
  expect(found).toEqual(spans);
});

test("A zone gives the same spans again after more than the cache holds", () => {
  const zone = zoneOf("Europe/Paris");
  const years = Array.from({ length: 120 }, (_, index) => `${1980 + index}-07-01`);
  const ask = () => years.map((date) => offsetSpanAt(zone, instantOf(date)));
  expect(ask()).toEqual(ask());
});

test("An offset is the one of the platform's clock", () => {
  fc.assert(
    fc.property(zones, recently, (zone, second) => {
      const instant = (second * 1000) as Instant;
      const shown = new Date(instant + offsetAt(zoneOf(zone), instant)).toISOString();
      assert.equal(shown.slice(0, 19), localTimeOf(zone, instant));
    }),
    { numRuns: 1000 },
  );
});

/** Zone, date, the first instant and the last second of the date. */
const dates: Readonly<
  Record<string, readonly (readonly [string, string, string | null, string | null])[]>
> = {
  "An ordinary date, or one with a clock change by day, runs from 00:00:00 to 23:59:59": [
    ["UTC", "2019-03-31", "2019-03-31T00:00:00.000Z", "2019-03-31T23:59:59.000Z"],
    ["Europe/Dublin", "2019-03-01", "2019-03-01T00:00:00.000Z", "2019-03-01T23:59:59.000Z"],
    ["Europe/Dublin", "2019-03-31", "2019-03-31T00:00:00.000Z", "2019-03-31T22:59:59.000Z"],
    ["Europe/Dublin", "2019-04-30", "2019-04-29T23:00:00.000Z", "2019-04-30T22:59:59.000Z"],
    ["Europe/Dublin", "2019-10-27", "2019-10-26T23:00:00.000Z", "2019-10-27T23:59:59.000Z"],
    ["Asia/Kolkata", "2019-03-31", "2019-03-30T18:30:00.000Z", "2019-03-31T18:29:59.000Z"],
  ],
  "A date whose midnight is skipped starts at the clock change": [
    ["America/Sao_Paulo", "2018-11-03", "2018-11-03T03:00:00.000Z", "2018-11-04T02:59:59.000Z"],
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z", "2018-11-05T01:59:59.000Z"],
  ],
  "A clock change over midnight ends one date and starts the next": [
    ["America/Toronto", "1919-03-30", "1919-03-30T05:00:00.000Z", "1919-03-31T04:29:59.000Z"],
    ["America/Toronto", "1919-03-31", "1919-03-31T04:30:00.000Z", "1919-04-01T03:59:59.000Z"],
  ],
  "A date whose first hour is repeated starts with the first pass": [
    ["America/Havana", "2019-11-02", "2019-11-02T04:00:00.000Z", "2019-11-03T03:59:59.000Z"],
    ["America/Havana", "2019-11-03", "2019-11-03T04:00:00.000Z", "2019-11-04T04:59:59.000Z"],
  ],
  "Dates around a clock that goes back over midnight overlap": [
    ["America/St_Johns", "2010-11-06", "2010-11-06T02:30:00.000Z", "2010-11-07T03:29:59.000Z"],
    ["America/St_Johns", "2010-11-07", "2010-11-07T02:30:00.000Z", "2010-11-08T03:29:59.000Z"],
  ],
  "A date that never was ends before it starts": [
    ["Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00.000Z", "2011-12-30T09:59:59.000Z"],
    ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00.000Z", "2011-12-30T09:59:59.000Z"],
    ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z", "2011-12-31T09:59:59.000Z"],
  ],
  "A text that is not a date, or an instant outside the years 0001 to 9999, gives null": [
    ["UTC", "2019-02-30", null, null],
    ["UTC", "2019-03-31T00:00", null, null],
    ["UTC", "tomorrow", null, null],
    ["UTC", "0001-01-01", "0001-01-01T00:00:00.000Z", "0001-01-01T23:59:59.000Z"],
    ["UTC", "9999-12-31", "9999-12-31T00:00:00.000Z", "9999-12-31T23:59:59.000Z"],
    ["Asia/Kolkata", "0001-01-01", null, "0001-01-01T18:06:31.000Z"],
    ["America/New_York", "9999-12-31", "9999-12-31T05:00:00.000Z", null],
  ],
};

for (const [rule, rows] of Object.entries(dates)) {
  test(rule, () => {
    const found = rows.map(([zone, date]) => {
      const bounds = [firstInstantOfDate(zoneOf(zone), date), lastSecondOfDate(zoneOf(zone), date)];
      return [zone, date, ...bounds.map((bound) => bound && formatInstant(bound))];
    });
    expect(found).toEqual(rows);
  });
}

test("No instant of a date lies before its first, and no second after its last", () => {
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

test("A zone has every date of the calendar but those that a clock change skipped whole", () => {
  const rows = [
    ["Pacific/Apia", "2011-12-29", true],
    ["Pacific/Apia", "2011-12-30", false],
    ["Pacific/Apia", "2011-12-31", true],
    ["Pacific/Honolulu", "2011-12-30", true],
    ["Pacific/Kwajalein", "1993-08-21", false],
    // Only the midnight of this date was skipped.
    ["America/Sao_Paulo", "2018-11-04", true],
    ["Asia/Kolkata", "0001-01-01", true],
    ["Asia/Kolkata", "9999-12-31", true],
  ] as const;
  expect(rows.map(([zone, date]) => [zone, date, hasDate(zoneOf(zone), date)])).toEqual(rows);
});

const zones = fc.constantFrom(
  ..."Europe/Dublin America/New_York Asia/Kolkata Australia/Lord_Howe Pacific/Apia America/St_Johns America/Sao_Paulo America/Havana Africa/Casablanca".split(
    " ",
  ),
);

/** Unix seconds of 1970 to 2037. */
const recently = fc.integer({ min: 86_400, max: 2_145_916_800 });
