import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import {
  bucketLengths,
  cutIntoBuckets,
  type LocalBucket,
  localBuckets,
} from "../../src/acoustics/aggregates/buckets.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { formatLocalDateTime } from "../../src/acoustics/time/local-day.ts";
import { clockChangesOf, zones } from "./limit-arbitraries.ts";
import { instantOf, zoneOf } from "./limit-schedules.ts";
import { localTimeOf } from "./local-time.ts";
import { listAtMost } from "../../src/operations/aggregates/buckets-of-range.ts";

const [hour, day] = [3600, 86_400];

/**
 * A zone, a kind of bucket and a range; then the first second of each bucket on the wall clock, its length, and
 * whether the range cuts it. The rows were found by hand, with a calendar and a table of clock changes.
 */
const tables: Readonly<Record<string, string>> = {
  "A missing hour is no bucket": `
    Europe/Dublin hour 2019-03-31T00:00:00Z 2019-03-31T02:59:59Z
    2019-03-31T00:00:00+00:00 1h
    2019-03-31T02:00:00+01:00 1h
    2019-03-31T03:00:00+01:00 1h`,
  "A repeated hour is two buckets": `
    Europe/Dublin hour 2019-10-26T23:00:00Z 2019-10-27T02:59:59Z
    2019-10-27T00:00:00+01:00 1h
    2019-10-27T01:00:00+01:00 1h
    2019-10-27T01:00:00+00:00 1h
    2019-10-27T02:00:00+00:00 1h`,
  "A clock that goes back by half an hour begins a short bucket, which is not partial": `
    Australia/Lord_Howe hour 2019-04-06T14:00:00Z 2019-04-06T16:29:59Z
    2019-04-07T01:00:00+11:00 1h
    2019-04-07T01:30:00+10:30 30min
    2019-04-07T02:00:00+10:30 1h`,
  "A range that begins with the short bucket has all of it": `
    Australia/Lord_Howe hour 2019-04-06T15:00:00Z 2019-04-06T16:29:59Z
    2019-04-07T01:30:00+10:30 30min
    2019-04-07T02:00:00+10:30 1h`,
  "A clock that goes forward by half an hour begins a short bucket, too": `
    Australia/Lord_Howe hour 2019-10-05T14:30:00Z 2019-10-05T16:59:59Z
    2019-10-06T01:00:00+10:30 1h
    2019-10-06T02:30:00+11:00 30min
    2019-10-06T03:00:00+11:00 1h`,
  "A clock change one minute after midnight cuts an hour into a minute and the rest": `
    America/St_Johns hour 2010-11-07T01:30:00Z 2010-11-07T04:29:59Z
    2010-11-06T23:00:00-02:30 1h
    2010-11-07T00:00:00-02:30 1min
    2010-11-06T23:01:00-03:30 59min
    2010-11-07T00:00:00-03:30 1h`,
  "Where a clock goes back over midnight, the second pass of the evening is in the later day": `
    America/St_Johns day 2010-11-06T02:30:00Z 2010-11-09T03:29:59Z
    2010-11-06T00:00:00-02:30 1d
    2010-11-07T00:00:00-02:30 25h
    2010-11-08T00:00:00-03:30 1d`,
  "A range that begins in that second pass begins with a part of the later day": `
    America/St_Johns day 2010-11-07T03:00:00Z 2010-11-08T03:29:59Z
    2010-11-06T23:30:00-03:30 1470min partial`,
  "Hours are those of a clock that is 45 minutes off; the range cuts the first and the last": `
    Asia/Kathmandu hour 2019-05-01T00:00:00Z 2019-05-01T01:59:59Z
    2019-05-01T05:45:00+05:45 15min partial
    2019-05-01T06:00:00+05:45 1h
    2019-05-01T07:00:00+05:45 45min partial`,
  "Minutes are those of a clock that is seconds off": `
    Africa/Monrovia minute 1972-01-03T12:44:00Z 1972-01-03T12:44:59Z
    1972-01-03T11:59:30-00:44:30 30s partial
    1972-01-03T12:00:00-00:44:30 30s partial`,
  "Five minutes begin at multiples of five": `
    Etc/UTC five_minutes 1969-12-31T23:52:00Z 1970-01-01T00:04:59Z
    1969-12-31T23:52:00+00:00 3min partial
    1969-12-31T23:55:00+00:00 5min
    1970-01-01T00:00:00+00:00 5min`,
  "Quarters of an hour begin at multiples of fifteen": `
    Asia/Kathmandu quarter_hour 2019-05-01T00:10:00Z 2019-05-01T00:29:59Z
    2019-05-01T05:55:00+05:45 5min partial
    2019-05-01T06:00:00+05:45 15min`,
  "The day on which Ramadan begins has 25 hours in Morocco": `
    Africa/Casablanca day 2019-05-04T23:00:00Z 2019-05-06T23:59:59Z
    2019-05-05T00:00:00+01:00 25h
    2019-05-06T00:00:00+00:00 1d`,
  "The day after Ramadan has 23 hours in Morocco": `
    Africa/Casablanca day 2019-06-08T00:00:00Z 2019-06-09T22:59:59Z
    2019-06-08T00:00:00+00:00 1d
    2019-06-09T00:00:00+00:00 23h`,
  "A skipped date is no day": `
    Pacific/Apia day 2011-12-29T10:00:00Z 2011-12-31T09:59:59Z
    2011-12-29T00:00:00-10:00 1d
    2011-12-31T00:00:00+14:00 1d`,
  "The week of a skipped date has six days": `
    Pacific/Apia week 2011-12-26T10:00:00Z 2012-01-01T09:59:59Z
    2011-12-26T00:00:00-10:00 6d`,
  "Weeks begin on Mondays; the range cuts the first and the last": `
    Europe/Dublin week 2019-03-27T00:00:00Z 2019-04-09T22:59:59Z
    2019-03-27T00:00:00+00:00 119h partial
    2019-04-01T00:00:00+01:00 7d
    2019-04-08T00:00:00+01:00 2d partial`,
  "A range to 00:00:00 adds a bucket of one second": `
    Etc/UTC month 2020-01-15T00:00:00Z 2020-03-01T00:00:00Z
    2020-01-15T00:00:00+00:00 17d partial
    2020-02-01T00:00:00+00:00 29d
    2020-03-01T00:00:00+00:00 1s partial`,
  "Years begin at local midnight": `
    Europe/Dublin year 2018-12-31T23:59:59Z 2021-06-30T22:59:59Z
    2018-12-31T23:59:59+00:00 1s partial
    2019-01-01T00:00:00+00:00 365d
    2020-01-01T00:00:00+00:00 366d
    2021-01-01T00:00:00+00:00 4343h partial`,
  "A range inside one bucket is a part of it": `
    Etc/UTC year 2019-05-01T12:00:00Z 2019-05-01T12:00:00Z
    2019-05-01T12:00:00+00:00 1s partial`,
};

const unitSeconds: Readonly<Record<string, number>> = { d: day, h: hour, min: 60, s: 1 };

function secondsIn(length: string): number {
  return Number.parseInt(length, 10) * (unitSeconds[length.replace(/\d+/, "")] ?? NaN);
}

for (const [title, text] of Object.entries(tables)) {
  test(title, () => {
    const [range = [], ...rows] = text
      .trim()
      .split("\n")
      .map((row) => row.trim().split(" "));
    const [zone = "", bucket, startAt = "", endAt = ""] = range;
    const timeZone = zoneOf(zone);
    const seconds = secondsOf(startAt, endAt);
    const buckets = [...cutIntoBuckets(timeZone, bucket as LocalBucket, seconds)];
    const expected = rows.map(([first, length = "", partial]) => [
      first,
      secondsIn(length),
      partial === "partial",
    ]);
    expect(
      buckets.map(({ start, end, isPartial }) => [
        formatLocalDateTime(timeZone, start),
        end - start,
        isPartial,
      ]),
    ).toEqual(expected);
  });
}

test("A list of buckets is complete, or null without looking further", () => {
  let made = 0;
  function* endless() {
    for (;;) yield (made += 1);
  }
  expect(listAtMost([1, 2, 3], 3)).toEqual([1, 2, 3]);
  expect(listAtMost([1, 2, 3], 2)).toBeNull();
  expect(listAtMost(endless(), 5)).toBeNull();
  expect(made).toBe(6);
});

const scenarios = fc
  .record({
    zone: fc.constantFrom(...zones),
    bucket: fc.constantFrom(...localBuckets),
    change: fc.nat(),
    before: fc.nat({ max: 2 * day }),
    length: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ zone, bucket, change, before, length }) => {
    const changes = clockChangesOf(zone);
    const anchor = changes[change % Math.max(1, changes.length)] ?? instantOf("2019-05-01");
    const first = anchor / 1000 - Math.min(before, 20 * bucketLengths[bucket]);
    // Some forty buckets of each kind.
    const last = first + Math.floor(length * 40 * bucketLengths[bucket]);
    return { zone, bucket, first, last };
  });

test("Buckets are contiguous and cover the range, and the platform's clock distinguishes each from its neighbours", () => {
  fc.assert(
    fc.property(scenarios, ({ zone, bucket, first, last }) => {
      const buckets = [...cutIntoBuckets(zone, bucket, { first, last })];
      const nameAt = (second: number) => nameOfBucket(zone, bucket, second);
      assert.equal(buckets[0]?.start, first);
      assert.equal(buckets.at(-1)?.end, last + 1);
      for (const [index, { start, end, isPartial }] of buckets.entries()) {
        const names = [start, end - 1].map(nameAt);
        assert.equal(names[0], names[1], `${start} to ${end}`);
        if (index > 0) assert.equal(start, buckets[index - 1]?.end);
        const isCut = [nameAt(start - 1), nameAt(end)].includes(names[0] ?? "");
        assert.equal(isPartial, isCut, `${start} to ${end}`);
        assert.ok(!isCut || start === first || end === last + 1, `${start} to ${end}`);
      }
    }),
    { numRuns: 300 },
  );
});

/** The name of the bucket that contains a second, only by the platform's clock: neighbours have different names. */
function nameOfBucket(zone: string, bucket: LocalBucket, second: number): string {
  const clockAt = (at: number) => localTimeOf(zone, (at * 1000) as Instant);
  const local = Date.parse(`${clockAt(second)}Z`) / 1000;
  const length = bucketLengths[bucket];
  if (length <= hour) return `${Math.floor(local / length)} ${local - second}`;
  // A clock that has gone back over midnight does not bring the day before back.
  const dates = Array.from({ length: 130 }, (_, back) => clockAt(second - back * 60).slice(0, 10));
  const date = dates.toSorted().at(-1) ?? "";
  if (bucket === "day") return date;
  if (bucket === "week") return String(Math.floor((Date.parse(date) / 1000 / day + 3) / 7));
  return date.slice(0, bucket === "month" ? 7 : 4);
}

function secondsOf(startAt: string, endAt: string) {
  return { first: instantOf(startAt) / 1000, last: instantOf(endAt) / 1000 };
}
