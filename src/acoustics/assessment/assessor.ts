import { levelAt, type SampleColumns } from "../aggregates/sample-columns.ts";
import { createAdjuster } from "./adjustments.ts";
import { type Assessment, assessWindow } from "./assess-window.ts";
import { CountedSamples } from "./counted-samples.ts";
import type { Calendar, Criterion } from "./criterion.ts";
import type { AssessmentWindow } from "./windows.ts";

export interface AssessorOptions {
  readonly criterion: Criterion;
  readonly calendar: Calendar;
  /** Windows of the criterion, from `windowsOf`. */
  readonly windows: Iterable<AssessmentWindow>;
  /** The interval of the sensor. */
  readonly intervalSeconds: number;
  /** True if a sample that starts at a second is excluded (docs/contract.md, P6). Called in order of time. */
  readonly isExcluded: (second: number) => boolean;
}

/** Assesses windows while samples of a sensor are read. */
export interface Assessor {
  /** Adds the first `count` samples of columns. */
  add(columns: SampleColumns, count: number): void;
  /** The assessments of all windows, in order of time. To be called once, after the last sample. */
  finish(): Assessment[];
}

/**
 * Assesses the windows of one criterion for one sensor. Add samples in order of time, for each window all that are
 * inside the contract; those outside all windows are skipped. A sample belongs whole to the window in which it starts.
 *
 * Worked example: windows from 07:00 to 18:00; the sample of 17:58 with 300 s counts whole, that of 18:00 not.
 */
export function createAssessor({
  criterion,
  calendar,
  windows,
  intervalSeconds,
  isExcluded,
}: AssessorOptions): Assessor {
  const cut = createAdjuster(criterion.adjustments, calendar);
  const assessments: Assessment[] = [];
  const samples = new CountedSamples();
  const adjustedSeconds = criterion.adjustments.map(() => 0);
  let excludedSeconds = 0;
  const iterator = windows[Symbol.iterator]();
  let window = nextWindow();
  let stretches = window === null ? [] : cut(window);
  let stretch = 0;

  function nextWindow(): AssessmentWindow | null {
    const next = iterator.next();
    return next.done === true ? null : next.value;
  }

  function closeWindow(closed: AssessmentWindow): void {
    const contents = { samples, excludedSeconds, adjustedSeconds };
    assessments.push(assessWindow(criterion, closed, contents, intervalSeconds));
    samples.clear();
    excludedSeconds = 0;
    adjustedSeconds.fill(0);
    window = nextWindow();
    stretches = window === null ? [] : cut(window);
    stretch = 0;
  }

  function addSample(second: number, duration: number, level: number): void {
    while (second >= (stretches[stretch + 1]?.start ?? Infinity)) stretch += 1;
    const set = stretches[stretch]?.set;
    samples.add(second, duration, level + (set?.add ?? 0));
    for (const index of set?.indexes ?? []) {
      adjustedSeconds[index] = (adjustedSeconds[index] ?? 0) + duration;
    }
  }

  return {
    add({ seconds, durations, levels }, count) {
      const column = levels[criterion.level];
      for (let index = 0; index < count; index += 1) {
        const second = seconds[index] ?? 0;
        while (window !== null && second >= window.end) closeWindow(window);
        if (window === null) return;
        if (second < window.start) continue;
        const duration = durations[index] ?? 0;
        if (isExcluded(second)) {
          excludedSeconds += duration;
          continue;
        }
        const level = levelAt(column, index);
        if (level !== null) addSample(second, duration, level);
      }
    },
    finish() {
      while (window !== null) closeWindow(window);
      return assessments;
    },
  };
}
