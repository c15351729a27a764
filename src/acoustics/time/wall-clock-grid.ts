import type { Instant } from "./instant.ts";
import { type OffsetSpan, offsetSpanAt, type TimeZone } from "./time-zone.ts";

/** A step of a grid on a wall clock, in Unix milliseconds: `end` is outside. */
export interface GridStep {
  readonly start: number;
  readonly end: number;
}

/*
 * Steps begin where the wall clock shows a multiple of their length, and where a clock change skips one. Worked
 * examples in Dublin: of 6 h, the first step of 2019-10-27 has 7 h, and that of 2019-03-31 has 5 h; of 1 h,
 * 2019-10-27 has 25 steps.
 */

/** The step of the grid of a zone's midnight that contains an instant. `length`: a divisor of a day in milliseconds. */
export function gridStepAt(zone: TimeZone, length: number, instant: number): GridStep {
  const span = offsetSpanAt(zone, instant as Instant);
  const number = Math.floor((instant + span.offset) / length);
  return {
    start: startOf(zone, length, number * length - span.offset, span),
    end: endOf(zone, length, (number + 1) * length - span.offset, span),
  };
}

/** The start of a step that begins at `start` by the offset of `span`, unless the clock changed in between. */
function startOf(zone: TimeZone, length: number, start: number, span: OffsetSpan): number {
  if (start >= span.startAt) return start;
  const before = offsetSpanAt(zone, (span.startAt - 1) as Instant);
  const number = stepAt(span.startAt - 1, before, length);
  if (beginsAt(span.startAt, before, span, length)) return span.startAt;
  return startOf(zone, length, number * length - before.offset, before);
}

function endOf(zone: TimeZone, length: number, end: number, span: OffsetSpan): number {
  if (end <= span.endAt) return end;
  const next = offsetSpanAt(zone, span.endAt as Instant);
  if (beginsAt(span.endAt, span, next, length)) return span.endAt;
  return endOf(zone, length, (stepAt(span.endAt, next, length) + 1) * length - next.offset, next);
}

/** True if a step begins at a clock change: it shows a multiple of the length, or goes past one. */
function beginsAt(change: number, before: OffsetSpan, after: OffsetSpan, length: number): boolean {
  const isMultiple = (change + after.offset) % length === 0;
  return isMultiple || stepAt(change - 1, before, length) !== stepAt(change, after, length);
}

function stepAt(instant: number, { offset }: OffsetSpan, length: number): number {
  return Math.floor((instant + offset) / length);
}
