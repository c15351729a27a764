/*
 * Worked example: at most 75 dB over 12 hours, and 78 dB for the first 6: 99.76 % of the budget is used, and 51.76
 * dB remain for the other 6 hours.
 */

import type { Hundredths } from "../levels/decibel.ts";
import { energyOf, levelOfEnergy, roundLevel } from "../levels/energy.ts";
import { EnergySum } from "../levels/energy-sum.ts";
import type { CountedSamples } from "./counted-samples.ts";
import { type Criterion, isOfHighest } from "./criterion.ts";
import type { AssessmentWindow } from "./windows.ts";

/** How much of the energy that a limit allows in a window has been used, and what remains of it. */
export interface Budget {
  /** 1: the energy of the whole window at the limit. Unrounded. */
  readonly used: number;
  /** From the end of the last counted sample to the end of the window. */
  readonly remainingSeconds: number;
  /**
   * The mean level of the remaining seconds, adjustments included, at which the limit would just be kept, to 0.01 dB;
   * null where no time or no budget is left.
   */
  readonly remainingLevel: Hundredths | null;
}

/**
 * The budget of an energy mean over a window; null for other criteria (docs/contract.md, P3). Missing time counts as
 * silence, and the limit is taken unrounded. Without samples the whole window remains, at the limit.
 */
export function budgetOf(
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
  // So near to 1, the difference is the rounding of powers of ten: 6 minutes of 75 dB are one hour of 65 dB.
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
