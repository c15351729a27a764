/*
 * Worked example: a window of 50 minutes has three blocks of 15 minutes. With samples at 0, 5, 10 and 40 minutes it
 * has three rolling times of 30 minutes, and the blocks from 15 and 30 minutes on are undecided.
 */

import type { Hundredths } from "../levels/decibel.ts";
import { energyOf } from "../levels/energy.ts";
import { EnergySum } from "../levels/energy-sum.ts";
import type { CountedSamples } from "./counted-samples.ts";
import { type Criterion, isOfHighest } from "./criterion.ts";
import {
  createReferenceList,
  type ReferenceList,
  type ReferenceSummary,
} from "./reference-list.ts";
import { createEnergyFold, createHighestFold, forEachStretch } from "./rolling.ts";
import type { AssessmentWindow } from "./windows.ts";

/**
 * Judges the reference times of a window (docs/contract.md, P2): the window itself; whole blocks from its start; the
 * rolling stretch from each sample, if it ends inside the window; or each sample.
 */
export function judgeReferenceTimes(
  criterion: Criterion,
  window: AssessmentWindow,
  samples: CountedSamples,
): ReferenceSummary {
  const list = createReferenceList(criterion);
  const { over } = criterion;
  switch (over.kind) {
    case "window":
      addBlocks(list, criterion, window, window.end - window.start, samples);
      break;
    case "block":
      addBlocks(list, criterion, window, over.seconds, samples);
      break;
    case "rolling":
      addRolling(list, criterion, window, over.seconds, samples);
      break;
    case "sample":
      addSamples(list, samples);
      break;
  }
  return list.finish();
}

function addBlocks(
  list: ReferenceList,
  criterion: Criterion,
  window: AssessmentWindow,
  length: number,
  { count, seconds, durations, levels }: CountedSamples,
): void {
  const energy = new EnergySum();
  let index = 0;
  for (let start = window.start; start + length <= window.end; start += length) {
    const end = start + length;
    let covered = 0;
    let highest = -Infinity;
    energy.clear();
    for (; index < count && (seconds[index] ?? 0) < end; index += 1) {
      const level = levels[index] ?? 0;
      const duration = durations[index] ?? 0;
      covered += duration;
      highest = Math.max(highest, level);
      energy.add(duration * energyOf(level as Hundredths));
    }
    if (covered === 0) list.addEmpty();
    else if (isOfHighest(criterion)) list.addHighest(start, end, covered, highest);
    else list.addEnergy(start, end, covered, energy.value);
  }
}

function addRolling(
  list: ReferenceList,
  criterion: Criterion,
  window: AssessmentWindow,
  length: number,
  samples: CountedSamples,
): void {
  const ofHighest = isOfHighest(criterion);
  const fold = ofHighest ? createHighestFold(samples) : createEnergyFold(samples);
  forEachStretch(samples, length, window.end, fold, (index, covered, folded) => {
    const start = samples.seconds[index] ?? 0;
    if (ofHighest) list.addHighest(start, start + length, covered, folded);
    else list.addEnergy(start, start + length, covered, folded);
  });
}

/** The energy mean of one sample is its level. */
function addSamples(
  list: ReferenceList,
  { count, seconds, durations, levels }: CountedSamples,
): void {
  for (let index = 0; index < count; index += 1) {
    const start = seconds[index] ?? 0;
    const duration = durations[index] ?? 0;
    list.addHighest(start, start + duration, duration, levels[index] ?? 0);
  }
}
