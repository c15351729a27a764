/*
 * The samples of a rolling stretch lie in two parts. The front part has a fold from each of its samples to its end,
 * computed backwards; the samples behind it are folded forwards, one after the other. A stretch combines one fold of
 * each part. When its start leaves the front part, all samples so far become the new front part. So each sample is
 * folded twice, and no energy is ever subtracted: a loud sample that has left a stretch causes no rounding error.
 *
 * Worked example: stretches of three samples. 1, 2, 3 become the front part with the folds 1+2+3, 2+3, 3. Then 4 is
 * folded behind it, and the second stretch is (2+3) + 4, the third 3 + (4+5). For the fourth stretch, 4, 5, 6 become
 * the front part.
 */

import type { Hundredths } from "../levels/decibel.ts";
import { energyOf } from "../levels/energy.ts";
import { EnergySum } from "../levels/energy-sum.ts";
import type { CountedSamples } from "./counted-samples.ts";

/** Receives the stretch that begins with a sample: its index, the sum of durations, and the folded levels. */
export type VisitStretch = (index: number, covered: number, folded: number) => void;

/** Calls `visit` for each stretch of `seconds` from a sample's start that ends inside the window, by time. */
export function forEachStretch(
  { count, seconds, durations }: CountedSamples,
  length: number,
  windowEnd: number,
  fold: Fold,
  visit: VisitStretch,
): void {
  let front = 0;
  let pushed = 0;
  let covered = 0;
  for (let index = 0; index < count; index += 1) {
    const end = (seconds[index] ?? 0) + length;
    if (end > windowEnd) return;
    while (pushed < count && (seconds[pushed] ?? 0) < end) {
      fold.push(pushed);
      covered += durations[pushed] ?? 0;
      pushed += 1;
    }
    if (index >= front) {
      fold.turn(index, pushed);
      front = pushed;
    }
    visit(index, covered, fold.from(index));
    covered -= durations[index] ?? 0;
  }
}

/** Folds the samples of a stretch. */
export interface Fold {
  /** Folds the sample at an index behind the front part. */
  push(index: number): void;
  /** Makes the samples from `first` to before `end` the front part, with no samples behind it. */
  turn(first: number, end: number): void;
  /** The fold of the samples from an index of the front part to the last pushed sample. */
  from(index: number): number;
}

/** Folds to the sum of duration times energy, with the error bound of `EnergySum`. */
export function createEnergyFold({ count, durations, levels }: CountedSamples): Fold {
  const highs = new Float64Array(count);
  const lows = new Float64Array(count);
  const sum = new EnergySum();
  const push = (index: number) =>
    sum.add((durations[index] ?? 0) * energyOf((levels[index] ?? 0) as Hundredths));
  return {
    push,
    turn(first, end) {
      sum.clear();
      for (let index = end - 1; index >= first; index -= 1) {
        push(index);
        highs[index] = sum.high;
        lows[index] = sum.low;
      }
      sum.clear();
    },
    from: (index) => (highs[index] ?? 0) + sum.high + ((lows[index] ?? 0) + sum.low),
  };
}

/** Folds to the highest level. */
export function createHighestFold({ count, levels }: CountedSamples): Fold {
  const fronts = new Int32Array(count);
  let behind = -Infinity;
  return {
    push(index) {
      behind = Math.max(behind, levels[index] ?? 0);
    },
    turn(first, end) {
      let highest = -Infinity;
      for (let index = end - 1; index >= first; index -= 1) {
        highest = Math.max(highest, levels[index] ?? 0);
        fronts[index] = highest;
      }
      behind = -Infinity;
    },
    from: (index) => Math.max(fronts[index] ?? 0, behind),
  };
}
