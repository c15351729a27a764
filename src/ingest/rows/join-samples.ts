import type { Hundredths } from "../../acoustics/levels/decibel.ts";
import { energyOf, levelOfEnergy, roundLevel } from "../../acoustics/levels/energy.ts";
import { EnergySum } from "../../acoustics/levels/energy-sum.ts";
import type { LevelName } from "../../acoustics/levels/level-names.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { type GridStep, gridStepAt } from "../../acoustics/time/wall-clock-grid.ts";
import type { TimeZone } from "../../acoustics/time/time-zone.ts";
import type { CsvRecord } from "../csv/csv-records.ts";
import type { FlagExclusion, ImportedSample } from "./sample-rows.ts";

/** How rows of each level are joined. Statistical levels, limits and classifications cannot be. */
const joined = {
  LAeq: "energy",
  LCeq: "energy",
  LZeq: "energy",
  LAFmax: "highest",
  LCpeak: "highest",
  LAFmin: "lowest",
} as const satisfies Partial<Record<LevelName, "energy" | "highest" | "lowest">>;

type JoinedLevel = keyof typeof joined;

const joinedLevels = Object.keys(joined) as JoinedLevel[];

export function isJoined(column: string): boolean {
  return column in joined;
}

/** A row with the stretch of time that it stands for, in Unix milliseconds. */
export interface LastingRow {
  readonly record: CsvRecord;
  readonly row: ImportedSample;
  readonly start: number;
  readonly end: number;
}

/** A joined sample, or the rows that do not cover enough of one. */
export type JoinedRow =
  | { readonly sample: ImportedSample }
  | { readonly sample: null; readonly records: readonly CsvRecord[]; readonly reason: string };

/*
 * Levels are averaged by energy over the time that rows last (ISO 1996-1), or are extremes. A sample needs rows that
 * cover three quarters of its true length, and so does each equivalent level that some of them have.
 *
 * Worked example: of 90.1 dB and 30.1 dB for half a second each, the second has 87.09 dB.
 */

/** Joins the rows of each sensor, in order of time, to samples of `length` ms on the grid of its zone's midnight. */
export function createJoiner(length: number, zoneOf: (sensorNo: number) => TimeZone) {
  const open = new Map<number, OpenSample>();
  return {
    /** Adds a row to the samples in which it lies. Returns those before them that are complete. */
    add({ record, row, start, end }: LastingRow): JoinedRow[] {
      const complete: JoinedRow[] = [];
      let isOwned = false;
      for (let from = start; from < end;) {
        let sample = open.get(row.sensorNo);
        if (sample === undefined || from >= sample.step.end || from < sample.step.start) {
          if (sample !== undefined) complete.push(close(row.sensorNo, sample));
          const step = gridStepAt(zoneOf(row.sensorNo), length, from);
          open.set(row.sensorNo, (sample = openSample(step, row)));
        }
        const lasts = Math.min(end, sample.step.end) - from;
        // Its extremes are those of the sample in which most of it lies.
        const isOwn: boolean = !isOwned && lasts * 2 >= end - start;
        isOwned ||= isOwn;
        extend(sample, row, lasts, isOwn);
        if (isOwn) sample.records.push(record);
        // A sample that is covered is not rejected any more.
        if (uncovered(sample) === null) sample.records = [];
        from += lasts;
      }
      return complete;
    },
    finish: (): JoinedRow[] => [...open].map(([sensorNo, sample]) => close(sensorNo, sample)),
  };
}

const leastCoverage = 0.75;

interface OpenSample {
  readonly step: GridStep;
  readonly columns: ImportedSample["columns"];
  covered: number;
  readonly energies: Map<JoinedLevel, { readonly sum: EnergySum; covered: number }>;
  readonly extremes: Map<JoinedLevel, Hundredths>;
  readonly exclusions: FlagExclusion[];
  records: CsvRecord[];
}

function openSample(step: GridStep, { columns }: ImportedSample): OpenSample {
  return {
    step,
    columns: columns.filter(isJoined),
    covered: 0,
    energies: new Map(),
    extremes: new Map(),
    exclusions: [],
    records: [],
  };
}

function extend(
  sample: OpenSample,
  { levels, exclusions }: ImportedSample,
  lasts: number,
  isOwn: boolean,
): void {
  sample.covered += lasts;
  sample.exclusions.push(...exclusions);
  for (const name of joinedLevels) {
    const level = levels[name];
    if (level === undefined) continue;
    if (joined[name] === "energy") {
      let energy = sample.energies.get(name);
      if (energy === undefined)
        sample.energies.set(name, (energy = { sum: new EnergySum(), covered: 0 }));
      energy.sum.add(energyOf(level) * lasts);
      energy.covered += lasts;
    } else if (isOwn) {
      const held = sample.extremes.get(name) ?? level;
      const isHigher = joined[name] === "highest" ? level > held : level < held;
      sample.extremes.set(name, isHigher ? level : held);
    }
  }
}

/** The coverage of a sample that is too low, or of one of its equivalent levels; null: all are covered. */
function uncovered({ step, covered, energies }: OpenSample) {
  const coverageOf = (lasting: number) => lasting / (step.end - step.start);
  if (coverageOf(covered) < leastCoverage) return { of: "", coverage: coverageOf(covered) };
  for (const [name, sum] of energies) {
    const coverage = coverageOf(sum.covered);
    if (coverage < leastCoverage) return { of: ` with ${name}`, coverage };
  }
  return null;
}

function close(sensorNo: number, sample: OpenSample): JoinedRow {
  const second = sample.step.start / 1000;
  const lack = uncovered(sample);
  if (lack !== null) {
    const at = formatInstant(instantOfSecond(second));
    const percent = Math.floor(lack.coverage * 100);
    const reason = `the rows${lack.of} of the sample of ${at} cover ${percent} % of it, less than 75 %`;
    return { sample: null, records: sample.records, reason };
  }
  const levels: Partial<Record<LevelName, Hundredths>> = Object.fromEntries(sample.extremes);
  for (const [name, { sum, covered }] of sample.energies) {
    levels[name] = roundLevel(levelOfEnergy(sum.value / covered));
  }
  return {
    sample: {
      sensorNo,
      second,
      levels,
      collectedLimit: null,
      collectedClassification: null,
      exclusions: sample.exclusions,
      columns: sample.columns,
    },
  };
}
