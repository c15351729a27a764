import { millisecondsOfDay } from "#acoustics/time/calendar-day.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import type { ApplicableLimit, LimitLevels, LimitSchedule } from "./limit-rules.ts";
import { evaluateLimitAt } from "./limit-at-instant.ts";
import { type OffsetSpan, offsetSpanAt } from "#acoustics/time/time-zone.ts";
import { wallClockOf } from "#acoustics/time/wall-clock.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";

/**
 * The limit over a range. It knows no rule of its own: it finds the instants at which the answer of
 * `limit-schedule` may change, and asks once after each. These are the ends of exceptions, the
 * zone's clock changes, and on each local day midnight and every `from` and `to`. Between two
 * neighbours neither an exception, nor the date, nor the side of any window's end changes.
 *
 * Worked example: a default of 70 and `sat` 22:00 to 24:00 at 55, in UTC, from Saturday noon to
 * Sunday noon, is three segments: 70 to 22:00, 55 to midnight, 70 to one millisecond after noon.
 */
export interface LimitSegment extends ApplicableLimit {
  readonly startAt: Instant;
  /** Exclusive. */
  readonly endAt: Instant;
}

/**
 * The limit over a range with both ends inside: contiguous segments, as long as can be. The last
 * one ends a millisecond after the range, so that `startAt <= t < endAt` holds in every segment.
 * Time and space grow with the days of the range where the schedule has windows.
 */
export function evaluateLimitTimeline(
  schedule: LimitSchedule,
  weighting: Weighting,
  range: Interval,
): LimitSegment[] {
  const segments: LimitSegment[] = [];
  const stretchAt = createStretchFinder(schedule, weighting);
  const end = range.endAt + 1;
  for (let startAt = range.startAt; startAt < end;) {
    const stretch = stretchAt(startAt);
    const { limit, limitSource } = stretch.answer;
    const endAt = Math.min(stretch.endAt, end) as Instant;
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
 * Answers as `evaluateLimit` does, for instants that come in order, either way: it asks the schedule
 * only where the answer may have changed since the last one. However far apart they lie, an instant
 * never costs more than one evaluation.
 */
export function createLimitWalk(
  schedule: LimitSchedule,
  weighting: Weighting,
): (instant: Instant) => ApplicableLimit {
  const stretchAt = createStretchFinder(schedule, weighting);
  let stretch: Stretch | null = null;
  return (instant) => {
    if (stretch === null || instant < stretch.startAt || stretch.endAt <= instant) {
      stretch = stretchAt(instant);
    }
    return stretch.answer;
  };
}

/** A stretch around an instant over which the answer is known not to change; seldom the longest. */
interface Stretch {
  readonly startAt: number;
  readonly endAt: number;
  readonly answer: ApplicableLimit;
}

function createStretchFinder(
  schedule: LimitSchedule,
  weighting: Weighting,
): (instant: Instant) => Stretch {
  const rules = [schedule.sensor, schedule.project];
  const exceptions = rules.flatMap((rule) => rule.exceptions).filter(speaks);
  const windows = rules.flatMap((rule) => rule.windows).filter(speaks);
  const instants = sortedSet(exceptions.flatMap(({ startAt, endAt }) => [startAt, endAt]));
  const clocks = sortedSet(
    windows.flatMap(({ fromMinute, toMinute }) => [
      0,
      fromMinute * 60_000,
      toMinute * 60_000,
      millisecondsOfDay,
    ]),
  );
  // Without windows nobody looks at the clock: any offset serves, and midnight changes nothing.
  let span = windows.length === 0 ? timeless : null;
  return (instant) => {
    if (span === null || instant < span.startAt || span.endAt <= instant) {
      span = offsetSpanAt(schedule.timeZone, instant);
    }
    const wallClock = wallClockOf(instant, span.offset);
    const midnight = instant - wallClock.millisecond;
    const clock = neighbours(clocks, wallClock.millisecond);
    const event = neighbours(instants, instant);
    return {
      startAt: Math.max(span.startAt, midnight + clock.before, event.before),
      endAt: Math.min(span.endAt, midnight + clock.after, event.after),
      answer: evaluateLimitAt(schedule, weighting, instant, wallClock),
    };
  };

  function speaks(entry: { readonly levels: LimitLevels }): boolean {
    return entry.levels[weighting] !== null;
  }
}

const timeless: OffsetSpan = { startAt: -Infinity, endAt: Infinity, offset: 0 };

function sortedSet(values: readonly number[]): readonly number[] {
  return [...new Set(values)].toSorted((left, right) => left - right);
}

/** The last of `edges` that is not after `value`, and the first that is. */
function neighbours(edges: readonly number[], value: number): { before: number; after: number } {
  let before = -Infinity;
  for (const edge of edges) {
    if (edge > value) return { before, after: edge };
    before = edge;
  }
  return { before, after: Infinity };
}
