import type { OpenDatabase } from "#database/client/open-database.ts";
import type { FillSize } from "./telemetry.ts";
import type { Pace, SideFigures } from "./pair.ts";
import type { Place } from "./place.ts";
import type { Server } from "./servers.ts";
import type { Spread } from "./statistics.ts";

/** One thing that is measured. */
export interface Work {
  readonly name: string;
  /** What is measured, for `--help`. */
  readonly summary: string;
  run(bench: Bench): Promise<readonly Figure[]>;
}

/** What the works of one run share. */
export interface Bench {
  readonly pace: Pace;
  readonly size: BenchSize;
  /** Filled with the run's data. This process holds it open as `database`. */
  readonly place: Place;
  readonly database: OpenDatabase;
  /** Both serve the place. */
  readonly gateway: Server;
  readonly floor: Server;
  /** A key with every scope, for all that the database holds. Secret. */
  readonly key: string;
  /** Of this run: logs and written files. */
  readonly folder: string;
  /** Ends the run before its time. */
  readonly signal: AbortSignal;
  /**
   * Another database, made when it is first asked for: one that is kept with the run's own, or one that
   * is not filled, and that only those open who are told of it.
   */
  placeOf(role: "large" | "spare"): Promise<Place>;
  say(text: string): void;
}

export interface BenchSize extends FillSize {
  /** Samples of the large database that is compared with this one. */
  readonly largeRows: number;
  /** Samples that are imported. */
  readonly importRows: number;
  readonly recordingBytes: number;
}

/** What a work found out. */
export interface Figure {
  readonly name: string;
  readonly value: Spread;
  readonly unit: "ratio" | "ms" | "rows/s" | "MB";
  /** What is aimed at; null: nothing in particular. */
  readonly bar: Bar | null;
  readonly sides: readonly SideFigures[];
  /** What else there is to say. */
  readonly notes: readonly string[];
}

export interface Bar {
  readonly value: number;
  readonly reachedFrom: "above" | "below";
}

/** Reached by what is not less. The second value is that from Node 26 on, where it is another. */
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
