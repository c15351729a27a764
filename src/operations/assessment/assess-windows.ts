import { setImmediate } from "node:timers/promises";
import { createAssessor } from "../../acoustics/assessment/assessor.ts";
import type { Assessment } from "../../acoustics/assessment/assess-window.ts";
import type { Calendar, Criterion } from "../../acoustics/assessment/criterion.ts";
import {
  intersectSeconds,
  lengthOf,
  type SecondRange,
} from "../../acoustics/time/contract-period.ts";
import { secondsOfDay } from "../../acoustics/time/local-day.ts";
import { readChunks, rowsAtOnce, type SampleSource } from "../aggregates/each-sample.ts";
import type { OpenedSource } from "../aggregates/open-source.ts";
import type { OpenExclusions } from "../exclusions/open-exclusions.ts";
import { type PlannedCriterion, planWindows, spanOfWindows } from "./plan-windows.ts";

/** The answer for one window, and its criterion. */
export interface AssessedWindow {
  readonly criterion: Criterion;
  readonly assessment: Assessment;
}

/** Settings of an assessment besides its criteria. */
export interface AssessmentSettings {
  readonly calendar: Calendar;
  /** The requested range: windows may extend beyond it, and the samples beyond it do not count towards a bound. */
  readonly seconds: SecondRange;
  /** True if samples are read; otherwise every window is assessed without samples. */
  readonly needsSamples: boolean;
  readonly openExclusions: OpenExclusions;
}

/**
 * Assesses windows of several criteria while the samples of their sensor are read once (docs/contract.md, P2 and P3).
 * The answers are in the order of the criteria, and each criterion's in order of time.
 */
export async function assessWindows(
  source: SampleSource,
  planned: readonly PlannedCriterion[],
  { calendar, seconds, needsSamples, openExclusions }: AssessmentSettings,
): Promise<readonly AssessedWindow[]> {
  const span = spanOfWindows(planned);
  if (span === null) return [];
  return source.withSlot(async () => {
    const open = await openExclusions(span);
    const { intervalSeconds } = source;
    const assessors = planned.map(({ criterion, windows }) => {
      const isExcluded = open();
      return createAssessor({ criterion, calendar, windows, intervalSeconds, isExcluded });
    });
    const inside = intersectSeconds(span, source.contract);
    if (inside !== null && needsSamples) {
      const levels = [...new Set(planned.map(({ criterion }) => criterion.level))];
      const counted = intersectSeconds(inside, seconds);
      const uncounted = lengthOf(inside) - (counted === null ? 0 : lengthOf(counted));
      const counting = withoutCounting(source, uncounted);
      // Each criterion reads every sample of a chunk.
      const atMost = Math.ceil(rowsAtOnce / Math.ceil(planned.length / 5));
      const range = { seconds: inside, levels, atMost };
      for await (const { columns, count } of readChunks(counting, range)) {
        for (const assessor of assessors) assessor.add(columns, count);
      }
    }
    return planned.flatMap(({ criterion }, index) =>
      (assessors[index]?.finish() ?? []).map((assessment) => ({ criterion, assessment })),
    );
  });
}

/** The source without counting the first `uncounted` samples: there is at most one sample per second. */
function withoutCounting(source: SampleSource, uncounted: number): SampleSource {
  const checkCount = (samples: number) => source.checkCount(samples - uncounted);
  return { ...source, checkCount };
}

/** A sensor whose windows are assessed part by part. */
export interface AssessedSensor extends Pick<OpenedSource, "seconds" | "source"> {
  readonly criteria: readonly Criterion[];
  readonly calendar: Calendar;
  readonly openExclusions: OpenExclusions;
}

/**
 * Assesses all windows of criteria that overlap a range, some weeks at a time, so that memory does not depend on the
 * range. Samples of a window that extends into the next weeks are read again with those weeks.
 */
export async function* assessRange({
  seconds,
  source,
  criteria,
  calendar,
  openExclusions,
}: AssessedSensor): AsyncGenerator<readonly AssessedWindow[], void> {
  const { first, last } = seconds;
  for (let start = first; start <= last; start += secondsOfPart) {
    const part = { first: start, last: Math.min(last, start + secondsOfPart - 1) };
    const planned = planWindows(criteria, calendar, part, Infinity);
    const beginning = planned?.map(({ criterion, windows }) => ({
      criterion,
      windows: windows.filter((window) => start === first || window.start >= start),
    }));
    const settings = { calendar, seconds: part, needsSamples: true, openExclusions };
    yield assessWindows(source, beginning ?? [], settings);
    // A part without windows reads nothing, and a contract may last for centuries.
    await setImmediate();
  }
}

const secondsOfPart = 28 * secondsOfDay;
