import { notReported, type SampleColumns } from "../../src/acoustics/aggregates/sample-columns.ts";
import { type LevelName, levelNames } from "../../src/acoustics/levels/level-names.ts";

/** A sample: its Unix second, how long it lasts, and its levels in dB. */
export type SampleRow = readonly [
  second: number,
  duration: number,
  levels?: Partial<Readonly<Record<LevelName, number>>>,
];

/** Samples as columns of all levels. */
export function columnsOf(rows: readonly SampleRow[]): SampleColumns {
  const levels = levelNames.map((name) => {
    const column = rows.map(([, , given]) => given?.[name]);
    return [name, Int16Array.from(column.map(hundredthsOf))] as const;
  });
  return {
    seconds: Float64Array.from(rows.map(([second]) => second)),
    durations: Float64Array.from(rows.map(([, duration]) => duration)),
    levels: Object.fromEntries(levels),
  };
}

function hundredthsOf(decibels: number | undefined): number {
  return decibels === undefined ? notReported : Math.round(decibels * 100);
}
