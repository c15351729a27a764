import { millisecondsOfDay } from "#acoustics/time/calendar-day.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import type { ApplicableLimit, LimitLevels, LimitSchedule } from "./limit-rules.ts";
import { evaluateLimitAt } from "./limit-at-instant.ts";
import { type OffsetSpan, offsetSpanAt } from "#acoustics/time/time-zone.ts";
import { wallClockOf } from "#acoustics/time/wall-clock.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";

/**
 * The limit over a range of time. This file has no rule of its own: it finds the instants at which the
 * limit may change and evaluates the schedule once after each. These instants are the ends of exceptions,
 * the zone's clock changes, and, on each local day, midnight and every `from` and `to`.
 *
 * Worked example: a default of 70 dB, and `sat` 22:00 to 24:00 at 55 dB, in UTC. From Saturday noon to
 * Sunday noon there are three segments: 70 to 22:00, 55 to midnight, 70 to one millisecond after noon.
 */
export interface LimitSegment extends ApplicableLimit {
  readonly startAt: Instant;
  /** Exclusive. */
  readonly endAt: Instant;
}

/**
 * The segments of a range, both ends included: contiguous, and as long as possible. The last one ends one
 * millisecond after the range, so that `startAt <= t < endAt` holds in every segment. If the schedule has
 * windows, time and memory grow with the number of days.
 */
export function evaluateLimitTimeline(
  schedule: LimitSchedule,
  weighting: Weighting,
  range: Interval,
): LimitSegment[] {
  const segments: LimitSegment[] = [];
  const periodAt = createPeriodFinder(schedule, weighting);
  const end = range.endAt + 1;
  for (let startAt = range.startAt; startAt < end;) {
    const period = periodAt(startAt);
    const { limit, limitSource } = period.answer;
    const endAt = Math.min(period.endAt, end) as Instant;
    const last = segments.at(-1);
    if (last?.limit === limit && last.limitSource === limitSource) {
      segments[segments.length - 1] = { ...last, endAt };
    } else {
      segments.push({ startAt, endAt, limit, limitSource });
    }
    startAt = endAt;
  }
  return segments;
}

/**
 * Returns a function that gives the same answers as `evaluateLimit`, fast for instants in ascending or
 * descending order: it evaluates the schedule only if the limit may have changed since the last instant.
 */
export function createLimitLookup(
  schedule: LimitSchedule,
  weighting: Weighting,
): (instant: Instant) => ApplicableLimit {
  const periodAt = createPeriodFinder(schedule, weighting);
  let period: Period | null = null;
  return (instant) => {
    if (period === null || instant < period.startAt || period.endAt <= instant) {
      period = periodAt(instant);
    }
    return period.answer;
  };
}

/** A period over which the answer does not change; not always the longest one. */
interface Period {
  readonly startAt: number;
  readonly endAt: number;
  readonly answer: ApplicableLimit;
}

function createPeriodFinder(
  schedule: LimitSchedule,
  weighting: Weighting,
): (instant: Instant) => Period {
  const rules = [schedule.sensor, schedule.project];
  const exceptions = rules.flatMap((rule) => rule.exceptions).filter(hasLevel);
  const windows = rules.flatMap((rule) => rule.windows).filter(hasLevel);
  const instants = sortedSet(exceptions.flatMap(({ startAt, endAt }) => [startAt, endAt]));
  const clocks = sortedSet(
    windows.flatMap(({ fromMinute, toMinute }) => [
      0,
      fromMinute * 60_000,
      toMinute * 60_000,
      millisecondsOfDay,
    ]),
  );
  // Without windows the wall clock does not matter: any offset serves, and midnight changes nothing.
  let span = windows.length === 0 ? timeless : null;
  return (instant) => {
    if (span === null || instant < span.startAt || span.endAt <= instant) {
      span = offsetSpanAt(schedule.timeZone, instant);
    }
    const wallClock = wallClockOf(instant, span.offset);
    const midnight = instant - wallClock.millisecond;
    const clock = neighbours(clocks, wallClock.millisecond);
    const exception = neighbours(instants, instant);
    return {
      startAt: Math.max(span.startAt, midnight + clock.before, exception.before),
      endAt: Math.min(span.endAt, midnight + clock.after, exception.after),
      answer: evaluateLimitAt(schedule, weighting, instant, wallClock),
    };
  };

  function hasLevel(entry: { readonly levels: LimitLevels }): boolean {
    return entry.levels[weighting] !== null;
  }
}

const timeless: OffsetSpan = { startAt: -Infinity, endAt: Infinity, offset: 0 };

function sortedSet(values: readonly number[]): readonly number[] {
  return [...new Set(values)].toSorted((left, right) => left - right);
}

/** The last of `edges` that is at most `value`, and the first that is greater. */
function neighbours(edges: readonly number[], value: number): { before: number; after: number } {
  let before = -Infinity;
  for (const edge of edges) {
    if (edge > value) return { before, after: edge };
    before = edge;
  }
  return { before, after: Infinity };
}
