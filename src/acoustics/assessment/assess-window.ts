import { coverageOf } from "../aggregates/sample-interval.ts";
import type { Hundredths } from "../levels/decibel.ts";
import { EnergySum } from "../levels/energy-sum.ts";
import { energyOf, levelOfEnergy, roundLevel } from "../levels/energy.ts";
import type { CountedSamples } from "./counted-samples.ts";
import { type Criterion, isOfHighest } from "./criterion.ts";
import type { ReferenceSummary, Verdict } from "./reference-list.ts";
import { judgeReferenceTimes } from "./reference-times.ts";
import type { AssessmentWindow } from "./windows.ts";

/*
 * With `x` exceeded and `u` undecided reference times a window is `exceeded` if `x > allowed`; `kept` if there is a
 * reference time and `x + u <= allowed`; else `undecided` (docs/contract.md, P3). The answer depends only on the window
 * and its samples in order of time, so it is the same in every request.
 *
 * Worked example: 32 quarter hours of a night, two allowed. Two exceeded and none undecided: kept. Two and one
 * undecided: undecided, `low_coverage`. Three: exceeded.
 */

export type UndecidedReason =
  | "no_samples"
  | "low_coverage"
  | "interval_too_long"
  | "no_reference_time";

/** The answer for one window of a criterion. */
export interface Assessment extends ReferenceSummary {
  readonly window: AssessmentWindow;
  /** Counted samples of the window, and their durations. */
  readonly samples: number;
  readonly coveredSeconds: number;
  /** Durations of the excluded samples, whatever their levels. */
  readonly excludedSeconds: number;
  /** Coverage of the window. */
  readonly coverage: number;
  readonly verdict: Verdict;
  /** Null unless the verdict is `undecided`. */
  readonly reason: UndecidedReason | null;
  readonly budget: Budget | null;
  readonly adjustments: readonly AppliedAdjustment[];
}

/** An adjustment that applies to counted samples of a window, and their duration. */
export interface AppliedAdjustment {
  readonly name: string;
  readonly add: Hundredths;
  readonly seconds: number;
}

/** The contents of a window: its counted samples, the durations of the excluded ones, and the adjustments' seconds. */
export interface WindowContents {
  readonly samples: CountedSamples;
  readonly excludedSeconds: number;
  /** For each adjustment of the criterion, the durations of the counted samples to which it applies. */
  readonly adjustedSeconds: readonly number[];
}

/** Assesses a window. It is undecided if its blocks or rolling times are shorter than the sensor's interval. */
export function assessWindow(
  criterion: Criterion,
  window: AssessmentWindow,
  { samples, excludedSeconds, adjustedSeconds }: WindowContents,
  intervalSeconds: number,
): Assessment {
  const { over } = criterion;
  const isTooShort =
    (over.kind === "block" || over.kind === "rolling") && over.seconds < intervalSeconds;
  const summary = isTooShort ? noReferenceTimes : judgeReferenceTimes(criterion, window, samples);
  const verdict = verdictOf(summary, criterion.allowed);
  return {
    window,
    ...summary,
    samples: samples.count,
    coveredSeconds: samples.coveredSeconds,
    excludedSeconds,
    coverage: coverageOf(samples.coveredSeconds, window.end - window.start),
    verdict,
    reason: verdict === "undecided" ? reasonOf(isTooShort, samples.count, summary) : null,
    budget: budgetOf(criterion, window, samples),
    adjustments: criterion.adjustments.flatMap(({ name, add }, index) => {
      const seconds = adjustedSeconds[index] ?? 0;
      return seconds === 0 ? [] : [{ name, add, seconds }];
    }),
  };
}

function verdictOf(
  { referenceTimes, exceeded, undecided }: ReferenceSummary,
  allowed: number,
): Verdict {
  if (exceeded > allowed) return "exceeded";
  return referenceTimes > 0 && exceeded + undecided <= allowed ? "kept" : "undecided";
}

/** The first reason that applies. */
function reasonOf(
  isTooShort: boolean,
  samples: number,
  { referenceTimes }: ReferenceSummary,
): UndecidedReason {
  if (isTooShort) return "interval_too_long";
  if (samples === 0) return "no_samples";
  return referenceTimes > 0 ? "low_coverage" : "no_reference_time";
}

const noReferenceTimes: ReferenceSummary = {
  referenceTimes: 0,
  exceeded: 0,
  undecided: 0,
  worst: null,
  exceedances: [],
};

/* Worked example: at most 75 dB over 12 h, and 78 dB for 6 h: 99.76 % is used, 51.76 dB remain for the other 6 h. */

/** The used and the remaining part of the energy that a limit allows in a window. */
export interface Budget {
  /** 1: the energy of the whole window at the limit. Unrounded. */
  readonly used: number;
  /** From the end of the last counted sample to the end of the window. */
  readonly remainingSeconds: number;
  /**
   * The highest mean level, adjustments included, that keeps the limit for the rest of the window; null without
   * remaining time or budget.
   */
  readonly remainingLevel: Hundredths | null;
}

/**
 * The budget of an energy mean over a window; null for other criteria (docs/contract.md, P3). Missing time counts as
 * silence, and the limit is not rounded. Without samples the whole window remains, at the limit.
 */
function budgetOf(
  criterion: Criterion,
  { start, end }: AssessmentWindow,
  { count, seconds, durations, levels }: CountedSamples,
): Budget | null {
  if (criterion.over.kind !== "window" || isOfHighest(criterion)) return null;
  const energy = new EnergySum();
  for (let index = 0; index < count; index += 1) {
    energy.add((durations[index] ?? 0) * energyOf((levels[index] ?? 0) as Hundredths));
  }
  const allowed = (end - start) * energyOf(criterion.limit);
  const share = energy.value / allowed;
  // So close to 1, the difference comes from rounding powers of ten: 6 minutes of 75 dB are one hour of 65 dB.
  const used = Math.abs(share - 1) < 1e-12 ? 1 : share;
  const last = count - 1;
  const coveredTo = count === 0 ? start : (seconds[last] ?? 0) + (durations[last] ?? 0);
  const remainingSeconds = Math.max(0, end - coveredTo);
  const hasRest = remainingSeconds > 0 && used < 1;
  const rest = (allowed - energy.value) / remainingSeconds;
  return {
    used,
    remainingSeconds,
    remainingLevel: hasRest ? roundLevel(levelOfEnergy(rest)) : null,
  };
}
