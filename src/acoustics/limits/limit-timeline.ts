import type { Weighting } from "../levels/weighting.ts";
import { millisecondsOfDay } from "../time/calendar-day.ts";
import type { Instant, Interval } from "../time/instant.ts";
import { offsetAt, type OffsetSpan, offsetSpanAt } from "../time/time-zone.ts";
import { wallClockOf } from "../time/wall-clock.ts";
import { indexOfPiece } from "./pieces.ts";
import { profileOf } from "./limit-profile.ts";
import type { ApplicableLimit, LimitSchedule } from "./limit-rules.ts";

/**
 * The limit over a range of time. It changes only at the ends of exceptions, at clock changes of the zone,
 * and, on each local day, at midnight and at every `from` and `to`.
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
 * The segments of a range, both ends included: contiguous, and as long as possible. The last one ends one millisecond
 * after the range, so that `startAt <= t < endAt` is true in every segment.
 */
export function* evaluateLimitTimeline(
  schedule: LimitSchedule,
  weighting: Weighting,
  range: Interval,
): Generator<LimitSegment, void> {
  const periodAt = createPeriodFinder(schedule, weighting);
  const end = (range.endAt + 1) as Instant;
  let startAt = range.startAt;
  let { answer, endAt } = periodAt(startAt);
  while (endAt < end) {
    const next = periodAt(endAt as Instant);
    if (next.answer !== answer) {
      yield {
        startAt,
        endAt: endAt as Instant,
        limit: answer.limit,
        limitSource: answer.limitSource,
      };
      startAt = endAt as Instant;
    }
    ({ answer, endAt } = next);
  }
  yield { startAt, endAt: end, limit: answer.limit, limitSource: answer.limitSource };
}

/**
 * An estimate of the number of segments in the range: the pieces of its days and its exceptions. Neighbours with the
 * same limit count twice, and a repeated hour counts once.
 */
export function estimateSegments(
  schedule: LimitSchedule,
  weighting: Weighting,
  { startAt, endAt }: Interval,
): number {
  const { exceptions, hasWindows, limitsOn } = profileOf(schedule, weighting);
  let changes = 0;
  for (const pieces of exceptions) {
    changes += indexOfPiece(pieces, endAt) - indexOfPiece(pieces, startAt);
  }
  if (!hasWindows) return 1 + changes;
  const wallClockAt = (instant: Instant) =>
    wallClockOf(instant, offsetAt(schedule.timeZone, instant));
  const [first, last] = [wallClockAt(startAt), wallClockAt(endAt)];
  const before = indexOfPiece(limitsOn(first.day), first.millisecond);
  let pieces = 1 + indexOfPiece(limitsOn(last.day), last.millisecond) - before;
  for (let { day } = first; day < last.day; day += 1) {
    pieces += limitsOn(day).starts.length;
  }
  return pieces + changes;
}

/** Returns a function with the answers of `evaluateLimit` for many instants, fastest in order of time. */
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
  const { exceptions, hasWindows, limitsOn } = profileOf(schedule, weighting);
  let span: OffsetSpan = { startAt: 0, endAt: 0, offset: 0 };
  return (instant) => {
    let startAt = -Infinity;
    let endAt = Infinity;
    for (const pieces of exceptions) {
      const index = indexOfPiece(pieces, instant);
      startAt = Math.max(startAt, pieces.starts[index] ?? -Infinity);
      endAt = Math.min(endAt, pieces.starts[index + 1] ?? Infinity);
      const answer = pieces.values[index] ?? null;
      if (answer !== null) return { startAt, endAt, answer };
    }
    // Without windows, all days are the same.
    if (!hasWindows) return { startAt, endAt, answer: pieceAt(0, 0).answer };
    if (instant < span.startAt || span.endAt <= instant) {
      span = offsetSpanAt(schedule.timeZone, instant);
    }
    const { day, millisecond } = wallClockOf(instant, span.offset);
    const piece = pieceAt(day, millisecond);
    const midnight = instant - millisecond;
    return {
      startAt: Math.max(startAt, span.startAt, midnight + piece.startAt),
      endAt: Math.min(endAt, span.endAt, midnight + piece.endAt),
      answer: piece.answer,
    };
  };

  function pieceAt(day: number, millisecond: number): Period {
    const limits = limitsOn(day);
    const index = indexOfPiece(limits, millisecond);
    return {
      startAt: limits.starts[index] ?? 0,
      endAt: limits.starts[index + 1] ?? millisecondsOfDay,
      answer: limits.values[index] ?? none,
    };
  }
}

const none: ApplicableLimit = { limit: null, limitSource: "none" };
