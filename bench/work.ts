import type { OpenDatabase } from "../src/database/client/open-database.ts";
import type { BenchDatabase } from "./bench-database.ts";
import { medianOf, type Pace, percentile } from "./drive.ts";
import type { ServedRun, Server } from "./servers.ts";
import type { BenchSize } from "./site.ts";

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
export interface Bench extends ServedRun {
  readonly pace: Pace;
  readonly size: BenchSize;
  /** It is open on `benchDatabase`. */
  readonly database: OpenDatabase;
  /** Both servers use `benchDatabase`. */
  readonly gateway: Server;
  readonly baseline: Server;
  /** A key with every scope for all projects. Secret. */
  readonly key: string;
  /** Returns another database: `large`, which is kept together with the main one, or an empty one, which never is. */
  benchDatabaseOf(role: BenchRole): Promise<BenchDatabase>;
  say(text: string): void;
}

export type BenchRole = "main" | "large" | "storage" | "import";

/** A result of a work. */
export interface Figure {
  readonly name: string;
  /** One value for each round. Their median counts. */
  readonly values: readonly number[];
  readonly unit: "ratio" | "ms" | "MB" | "bytes";
  /** The bar to reach, or null. */
  readonly bar: Bar | null;
  /** Remarks for the report. */
  readonly notes?: readonly string[];
}

/** The highest or the lowest median that is good enough. */
export type Bar = readonly ["≤" | "≥", number];

function isReached({ values, bar }: Figure): boolean {
  if (bar === null) return true;
  const median = medianOf(values);
  return bar[0] === "≥" ? median >= bar[1] : median <= bar[1];
}

/** A figure as one line: the median with the quartiles of the rounds, the bar, and the notes. */
export function presentFigure(figure: Figure): string {
  const { name, values, unit, bar, notes = [] } = figure;
  const [lower, median, upper] = [25, 50, 75].map((percent) => print(percentile(values, percent)));
  const spread = `${median} (${lower}–${upper})`;
  return [
    name.padEnd(17),
    (unit === "ratio" ? `ratio ${spread}` : `${spread} ${unit}`).padEnd(25),
    (bar === null ? "" : `bar ${bar.join(" ")}`).padEnd(11),
    isReached(figure) ? "      " : "missed",
    ...notes,
  ].join("  ");
}

/** Three significant digits, or a whole number. */
function print(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
