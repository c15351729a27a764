/*
 * The verdict of a reference time (docs/contract.md, P3):
 *
 * - `exceeded`: it exceeds the limit, and `minCoverage` is reached or it exceeds whatever the levels in the missing
 *   time. An energy mean does that if it exceeds with silence in the missing time; a highest level always does.
 * - `kept`: it does not exceed, and `minCoverage` is reached.
 * - `undecided`: all others, and those without a counted sample for any `minCoverage`.
 *
 * Worked example: a limit of 65 dB over one hour, and nothing but 15 minutes of 75 dB. With silence for the rest the
 * mean is 68.98 dB: exceeded for certain. With 15 minutes of 70 dB it is 63.98 dB: undecided.
 */

import { coverageOf } from "../aggregates/sample-interval.ts";
import { exceedsLimit, type Hundredths, subtractLevels } from "../levels/decibel.ts";
import { levelOfEnergy, roundLevel } from "../levels/energy.ts";
import type { Criterion } from "./criterion.ts";

export type Verdict = "kept" | "exceeded" | "undecided";

/** A stretch of time over which a criterion sets its limit: the seconds from `start` to before `end`. */
export interface ReferenceTime {
  readonly start: number;
  readonly end: number;
  /** Rounded as it was compared; null without a counted sample. */
  readonly level: Hundredths | null;
  /** Level minus limit. */
  readonly over: Hundredths | null;
  readonly coverage: number;
  readonly verdict: Verdict;
}

/** The summary of the reference times of one window. */
export interface ReferenceSummary {
  readonly referenceTimes: number;
  readonly exceeded: number;
  readonly undecided: number;
  /** The one with the highest rounded level, and of equal ones the earliest; null if none has a level. */
  readonly worst: ReferenceTime | null;
  /** The first hundred exceeded ones, in order of time. */
  readonly exceedances: readonly ReferenceTime[];
}

/** The greatest number of listed exceeded reference times of a window. All are counted. */
const listedExceedances = 100;

/** Judges reference times, added in order of time. The level is rounded once and then compared. */
export function createReferenceList({
  limit,
  minCoverage,
  round,
}: Pick<Criterion, "limit" | "minCoverage" | "round">) {
  const exceedances: ReferenceTime[] = [];
  let referenceTimes = 0;
  let exceeded = 0;
  let undecided = 0;
  let worst: ReferenceTime | null = null;
  let worstLevel = -Infinity;

  const meanOver = (energy: number, seconds: number) =>
    roundLevel(levelOfEnergy(energy / seconds), round);

  /** `energy` is that of its samples; Infinity if a level above the limit exceeds it whatever is missing. */
  function add(
    start: number,
    end: number,
    covered: number,
    level: Hundredths,
    energy: number,
  ): void {
    const coverage = coverageOf(covered, end - start);
    const isCovered = coverage >= minCoverage;
    const verdict = exceedsLimit(level, limit)
      ? isCovered || exceedsLimit(meanOver(energy, end - start), limit)
        ? "exceeded"
        : "undecided"
      : isCovered
        ? "kept"
        : "undecided";
    referenceTimes += 1;
    if (verdict === "undecided") undecided += 1;
    const isListed = verdict === "exceeded" && exceedances.length < listedExceedances;
    if (verdict === "exceeded") exceeded += 1;
    if (!isListed && level <= worstLevel) return;
    const over = subtractLevels(level, limit);
    const reference = { start, end, level, over, coverage, verdict } as const;
    if (isListed) exceedances.push(reference);
    if (level <= worstLevel) return;
    worst = reference;
    worstLevel = level;
  }

  return {
    /** Adds one by the highest level of its samples, in hundredths of a dB. */
    addHighest(start: number, end: number, covered: number, highest: number): void {
      add(start, end, covered, roundLevel(highest / 100, round), Infinity);
    },
    /** Adds one by the sum of duration times energy of its samples. */
    addEnergy(start: number, end: number, covered: number, energy: number): void {
      // If samples last longer than the reference time, it is fully covered.
      add(start, end, covered, meanOver(energy, covered), energy);
    },
    /** Adds one without a counted sample. */
    addEmpty(): void {
      referenceTimes += 1;
      undecided += 1;
    },
    finish: (): ReferenceSummary => ({ referenceTimes, exceeded, undecided, worst, exceedances }),
  };
}

export type ReferenceList = ReturnType<typeof createReferenceList>;
