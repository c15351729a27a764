import type { Calendar, Criterion } from "../../acoustics/assessment/criterion.ts";
import {
  type AssessmentWindow,
  leastWindows,
  windowsOf,
} from "../../acoustics/assessment/windows.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";

/** The windows of one criterion that overlap a range. */
export interface PlannedCriterion {
  readonly criterion: Criterion;
  readonly windows: readonly AssessmentWindow[];
}

/**
 * The windows of criteria that overlap a range of seconds, each whole and in order of time; null if there are more than
 * `atMost` together (docs/contract.md, P4).
 */
export function planWindows(
  criteria: readonly Criterion[],
  calendar: Calendar,
  seconds: SecondRange,
  atMost: number,
): readonly PlannedCriterion[] | null {
  // The range may be a century: what is certainly too much is not computed.
  const least = criteria.map((criterion) => leastWindows(criterion, calendar, seconds));
  if (least.reduce((sum, count) => sum + count, 0) > atMost) return null;
  const planned: PlannedCriterion[] = [];
  let left = atMost;
  for (const criterion of criteria) {
    const windows: AssessmentWindow[] = [];
    for (const window of windowsOf(criterion, calendar, seconds)) {
      if (windows.length === left) return null;
      windows.push(window);
    }
    left -= windows.length;
    planned.push({ criterion, windows });
  }
  return planned;
}

/** The seconds from the start of the first window to the end of the last; null without one. */
export function spanOfWindows(planned: readonly PlannedCriterion[]): SecondRange | null {
  const first = Math.min(...planned.map(({ windows }) => windows[0]?.start ?? Infinity));
  // Windows of one criterion do not overlap, so the last one ends last.
  const end = Math.max(...planned.map(({ windows }) => windows.at(-1)?.end ?? -Infinity));
  return first < end ? { first, last: end - 1 } : null;
}
