import { type Assessor, createAssessor } from "../../acoustics/assessment/assessor.ts";
import type { Assessment } from "../../acoustics/assessment/assess-window.ts";
import type { Calendar, Criterion } from "../../acoustics/assessment/criterion.ts";
import {
  intersectSeconds,
  lengthOf,
  type SecondRange,
} from "../../acoustics/time/contract-period.ts";
import {
  readChunks,
  type SampleChunk,
  samplesPerStep,
  type SampleSource,
} from "../aggregates/each-sample.ts";
import type { OpenExclusions } from "../exclusions/open-exclusions.ts";
import { type PlannedCriterion, spanOfWindows } from "./plan-windows.ts";

/** The answer for one window, and its criterion. */
export interface AssessedWindow {
  readonly criterion: Criterion;
  readonly assessment: Assessment;
}

/** Settings of an assessment besides its criteria. */
export interface AssessmentSettings {
  readonly calendar: Calendar;
  /** The range that was asked for: windows may reach beyond it, and what they read there is not counted. */
  readonly seconds: SecondRange;
  /** True if samples are read; without them, every window is as one without samples. */
  readonly needsSamples: boolean;
  readonly openExclusions: OpenExclusions;
}

/**
 * Assesses windows of several criteria while the samples of their sensor are read once (docs/contract.md, P2 and P3).
 * The answers come criterion by criterion, each in order of time.
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
      const asked = intersectSeconds(inside, seconds);
      const uncounted = lengthOf(inside) - (asked === null ? 0 : lengthOf(asked));
      const counting = withoutCounting(source, uncounted);
      for await (const chunk of readChunks(counting, { seconds: inside, levels })) {
        await source.run(takeChunk(assessors, chunk));
      }
    }
    return source.run(finish(planned, assessors));
  });
}

/** Every criterion takes the samples of a chunk in turn. */
function* takeChunk(
  assessors: readonly Assessor[],
  { columns, count }: SampleChunk,
): Generator<void, void> {
  for (const assessor of assessors) {
    const take = assessor.open(columns);
    let end = assessor.nextEnd();
    for (let index = 0; index < count; index += 1) {
      const second = columns.seconds[index] ?? 0;
      if (second >= end) {
        yield* assessor.closeUntil(second);
        end = assessor.nextEnd();
      }
      take(index);
      if (index % samplesPerStep === 0) yield;
    }
  }
}

function* finish(
  planned: readonly PlannedCriterion[],
  assessors: readonly Assessor[],
): Generator<void, readonly AssessedWindow[]> {
  const assessed: AssessedWindow[] = [];
  for (const [index, { criterion }] of planned.entries()) {
    const assessor = assessors[index];
    if (assessor === undefined) continue;
    yield* assessor.closeUntil(Infinity);
    for (const assessment of assessor.finish()) assessed.push({ criterion, assessment });
  }
  return assessed;
}

/** The source, which does not count so many samples: there is at most one a second. */
function withoutCounting(source: SampleSource, uncounted: number): SampleSource {
  const checkCount = (samples: number) => source.checkCount(samples - uncounted);
  return { ...source, checkCount };
}
