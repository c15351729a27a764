import type { OpenDatabase } from "../src/database/client/open-database.ts";
import type { BenchDatabase } from "./bench-database.ts";
import type { Comparison, Pace, SideFigures } from "./compare.ts";
import type { FillSize } from "./fill.ts";
import type { Server } from "./servers.ts";
import { type Spread, spreadOf } from "./statistics.ts";

/** One measurement of the benchmark. */
export interface Work {
  readonly name: string;
  /** A line for `--help`. */
  readonly summary: string;
  /** True: it runs only where it is named, for it compares the servers of `DATABASE_URL` and `CITUS_URL`. */
  readonly isOnlyByName?: true;
  run(bench: Bench): Promise<readonly Figure[]>;
}

/** The context that the works of one run share. */
export interface Bench {
  readonly pace: Pace;
  readonly size: BenchSize;
  /** The database with the data of the run. `database` is open on it. */
  readonly benchDatabase: BenchDatabase;
  readonly database: OpenDatabase;
  /** The coordinator of `CITUS_URL`; null: none. */
  readonly citusServer: string | null;
  /** Both servers use `benchDatabase`. */
  readonly gateway: Server;
  readonly baseline: Server;
  /** A key with every scope for all projects. Secret. */
  readonly key: string;
  /** The folder of this run, for logs and other files. */
  readonly folder: string;
  /** Aborts the run. */
  readonly signal: AbortSignal;
  /** Returns another database: `large`, which is kept together with the main one, or `spare`, which never is. */
  benchDatabaseOf(role: "large" | "spare"): Promise<BenchDatabase>;
  say(text: string): void;
}

export interface BenchSize extends FillSize {
  /** The number of samples in the large database of `growth`. */
  readonly largeRows: number;
  /** The number of samples that `beside-import` imports. */
  readonly importRows: number;
}

/** A result of a work. */
export interface Figure {
  readonly name: string;
  readonly value: Spread;
  readonly unit: "ratio" | "ms" | "MB" | "bytes";
  /** The bar to reach, or null. */
  readonly bar: Bar | null;
  readonly sides: readonly SideFigures[];
  /** Remarks for the report. */
  readonly notes: readonly string[];
}

/** The figure of a comparison. */
export function compared(
  name: string,
  { ratio, sides }: Comparison,
  bar: Bar | null,
  ...notes: string[]
): Figure {
  return { name, value: ratio, unit: "ratio", bar, sides, notes };
}

/** The figure of one value, which has no spread. */
export function measuredOnce({
  value,
  ...figure
}: Omit<Figure, "value" | "sides"> & { readonly value: number }): Figure {
  return { ...figure, value: spreadOf([value]), sides: [] };
}

/** The memory of the gateway in megabytes. */
export async function memoryOf(
  { gateway }: Bench,
  name: string,
  which: "peakMemory" | "memory",
  bar: number,
): Promise<Figure> {
  const value = ((await gateway.observe())?.[which] ?? NaN) / 2 ** 20;
  return measuredOnce({ name, value, unit: "MB", bar: atMost(bar), notes: [] });
}

export interface Bar {
  readonly value: number;
  readonly reachedFrom: "above" | "below";
}

/** A lower bound. `fromNode26` is the bound on Node 26 and later. */
export function atLeast(value: number, fromNode26: number = value): Bar {
  const major = Number(process.versions.node.split(".")[0]);
  return { value: major >= 26 ? fromNode26 : value, reachedFrom: "above" };
}

export function atMost(value: number): Bar {
  return { value, reachedFrom: "below" };
}

export function isReached({ value, bar }: Figure): boolean {
  if (bar === null) return true;
  return bar.reachedFrom === "above" ? value.median >= bar.value : value.median <= bar.value;
}

/** A figure as one line: the median with the quartiles of the rounds, the bar, the two sides, and the notes. */
export function presentFigure(figure: Figure): string {
  const { name, value, unit, bar, sides, notes } = figure;
  const spread = `${print(value.median)} (${print(value.lowerQuartile)}–${print(value.upperQuartile)})`;
  return [
    name.padEnd(17),
    (unit === "ratio" ? `ratio ${spread}` : `${spread} ${unit}`).padEnd(25),
    (bar === null ? "" : `bar ${bar.reachedFrom === "above" ? "≥" : "≤"} ${bar.value}`).padEnd(11),
    isReached(figure) ? "      " : "missed",
    ...sides.map(presentSide),
    ...notes,
  ].join("  ");
}

function presentSide({ name, perSecond, p50, p99, cpu, peakMemory }: SideFigures): string {
  const latency = `${name} ${print(perSecond)}/s p50 ${print(p50)} p99 ${print(p99)} ms`;
  if (cpu === null || peakMemory === null) return latency;
  return `${latency} cpu ${print(cpu)} ms ${print(peakMemory)} MB`;
}

/** Three significant digits, or a whole number. */
function print(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
