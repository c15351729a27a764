import type { Calendar, Criterion } from "../../acoustics/assessment/criterion.ts";
import { type AssessmentWindow, windowsOf } from "../../acoustics/assessment/windows.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import { secondsOfDay } from "../../acoustics/time/local-day.ts";

/** The windows of one criterion that overlap a range. */
export interface PlannedCriterion {
  readonly criterion: Criterion;
  readonly windows: readonly AssessmentWindow[];
}

/**
 * The windows of criteria that overlap a range of seconds, each whole and in order of time; null if there are more than
 * `atMost` together (docs/contract.md, P4). Pauses after some windows, because the range may be a century.
 */
export function* planWindows(
  criteria: readonly Criterion[],
  calendar: Calendar,
  seconds: SecondRange,
  atMost: number,
): Generator<void, readonly PlannedCriterion[] | null> {
  const planned: PlannedCriterion[] = [];
  let left = atMost;
  for (const criterion of criteria) {
    const windows: AssessmentWindow[] = [];
    for (const part of partsOf(seconds)) {
      for (const window of windowsOf(criterion, calendar, part)) {
        // A window that begins before a part was already found in the part before.
        if (part.first > seconds.first && window.start < part.first) continue;
        if (windows.length === left) return null;
        windows.push(window);
        if (windows.length % 10 === 0) yield;
      }
      yield;
    }
    left -= windows.length;
    planned.push({ criterion, windows });
  }
  return planned;
}

/** A range in parts of some weeks. */
function* partsOf({ first, last }: SecondRange): Generator<SecondRange, void> {
  for (let start = first; start <= last; start += secondsOfPart) {
    yield { first: start, last: Math.min(last, start + secondsOfPart - 1) };
  }
}

const secondsOfPart = 60 * secondsOfDay;

/** The seconds from the start of the first window to the end of the last; null without one. */
export function spanOfWindows(planned: readonly PlannedCriterion[]): SecondRange | null {
  const first = Math.min(...planned.map(({ windows }) => windows[0]?.start ?? Infinity));
  // Windows of one criterion do not overlap, so the last one ends last.
  const end = Math.max(...planned.map(({ windows }) => windows.at(-1)?.end ?? -Infinity));
  return first < end ? { first, last: end - 1 } : null;
}
