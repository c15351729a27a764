/*
 * - `minute` to `hour` begin where the wall clock shows a multiple of their length since midnight, and at every clock
 *   change: a repeated hour is two buckets, and a bucket that a clock change cuts is shorter, but not partial.
 * - `day` lasts from the first second at which the wall clock shows a date to the first second of the next existing
 *   date. `week` (from Monday, ISO 8601), `month` and `year` consist of such days.
 *
 * Worked example: Dublin's 2019-10-27 has 25 hours, as the clock goes back from 02:00+01:00 to 01:00+00:00.
 */

import type { Hundredths } from "../levels/decibel.ts";
import type { LimitSource } from "../limits/limit-rules.ts";
import type { SecondRange } from "../time/contract-period.ts";
import { millisecondsOfDay } from "../time/calendar-day.ts";
import { firstSecondOfDay, localDayOf, spanAt } from "../time/local-day.ts";
import type { TimeZone } from "../time/time-zone.ts";

/** The buckets of local time, shortest first, with the length by which a series chooses them. */
export const bucketLengths = {
  minute: 60,
  five_minutes: 300,
  quarter_hour: 900,
  hour: 3600,
  day: 86_400,
  week: 7 * 86_400,
  month: 28 * 86_400,
  year: 365 * 86_400,
} as const;

/** A bucket whose ends depend on the wall clock of the project. */
export type LocalBucket = keyof typeof bucketLengths;

export const localBuckets = Object.keys(bucketLengths) as readonly LocalBucket[];

/** Also the whole range, and the segments of the limit timeline. */
export const bucketKinds = [...localBuckets, "range", "limit"] as const;
export type BucketKind = (typeof bucketKinds)[number];

/** More buckets than a range of milliseconds can have; Infinity where its limits decide. */
export function bucketsAtMost(bucket: BucketKind, milliseconds: number): number {
  if (bucket === "range") return 1;
  if (bucket === "limit") return Infinity;
  const seconds = milliseconds / 1000;
  // Clocks change some times a year, and a bucket begins at each change.
  return (
    Math.ceil(seconds / bucketLengths[bucket]) + 4 * Math.ceil(seconds / bucketLengths.year) + 2
  );
}

/** A part of a range, cut to it: the seconds from `start` to before `end`. */
export interface TimeBucket {
  readonly start: number;
  readonly end: number;
  /** True if the range cuts it. */
  readonly isPartial: boolean;
}

/** A bucket; one of `limit` has the limit of its segment. */
export interface CutBucket extends TimeBucket {
  readonly limit: Hundredths | null;
  readonly limitSource: LimitSource | null;
}

/** The buckets that overlap a range, oldest first, without gaps and overlaps. */
export function* cutIntoBuckets(
  zone: TimeZone,
  bucket: LocalBucket,
  { first, last }: SecondRange,
): Generator<TimeBucket, void> {
  const end = last + 1;
  for (const natural of naturalBuckets(zone, bucket, first)) {
    if (natural.start >= end) return;
    const isPartial = natural.start < first || natural.end > end;
    yield { start: Math.max(natural.start, first), end: Math.min(natural.end, end), isPartial };
  }
}

/** The uncut buckets from the one that contains `first` on. They do not end. */
function naturalBuckets(zone: TimeZone, bucket: LocalBucket, first: number) {
  const isOfClock = bucketLengths[bucket] <= bucketLengths.hour;
  return isOfClock
    ? clockBuckets(zone, bucketLengths[bucket], first)
    : calendarBuckets(zone, calendar[bucket as keyof typeof calendar], first);
}

function* clockBuckets(zone: TimeZone, length: number, first: number) {
  let span = spanAt(zone, first);
  // A day is a multiple of the length, so midnight is, too.
  const alignedBefore = (second: number) => {
    const local = second + span.offset;
    return local - (((local % length) + length) % length) - span.offset;
  };
  let start = Math.max(alignedBefore(first), span.start);
  for (;;) {
    const end = Math.min(alignedBefore(start) + length, span.end);
    yield { start, end };
    start = end;
    if (start === span.end) span = spanAt(zone, start);
  }
}

function* calendarBuckets(zone: TimeZone, { firstDay, next }: Calendar, first: number) {
  let day = localDayOf(first, spanAt(zone, first)).day;
  // A clock that goes back over midnight shows the day before again; that second pass belongs to the later day.
  while (firstSecondOfDay(zone, day + 1) <= first) day += 1;
  let start = firstSecondOfDay(zone, firstDay(day));
  for (let following = next(firstDay(day)); ; following = next(following)) {
    const end = firstSecondOfDay(zone, following);
    // A day that was skipped has no length.
    if (end > start) yield { start, end };
    start = end;
  }
}

/** Periods of whole days. */
interface Calendar {
  /** The first day of the period that contains a day. */
  firstDay(day: number): number;
  /** The first day of the period after the one that begins with a day. */
  next(firstDay: number): number;
}

const calendar: Readonly<Record<"day" | "week" | "month" | "year", Calendar>> = {
  day: { firstDay: (day) => day, next: (day) => day + 1 },
  // 1970-01-01 was a Thursday.
  week: { firstDay: (day) => day - ((((day + 3) % 7) + 7) % 7), next: (day) => day + 7 },
  month: {
    firstDay: (day) => dayOfMonth(day, 0),
    next: (day) => dayOfMonth(day, 1),
  },
  year: {
    firstDay: (day) => dayOfYear(day, 0),
    next: (day) => dayOfYear(day, 1),
  },
};

/** The first day of the month that is `later` months after that of `day`. */
function dayOfMonth(day: number, later: number): number {
  const date = dateOfDay(day);
  return date.setUTCMonth(date.getUTCMonth() + later, 1) / millisecondsOfDay;
}

function dayOfYear(day: number, later: number): number {
  const date = dateOfDay(day);
  return date.setUTCFullYear(date.getUTCFullYear() + later, 0, 1) / millisecondsOfDay;
}

function dateOfDay(day: number): Date {
  return new Date(day * millisecondsOfDay);
}
