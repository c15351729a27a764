import type { FillSize } from "./fill.ts";
import type { Pace, SideFigures } from "./pair.ts";
import type { Place } from "./place.ts";
import type { Spread } from "./statistics.ts";

/** One thing that is measured. */
export interface Work {
  readonly name: string;
  /** What is measured, in a sentence for `--help`. */
  readonly summary: string;
  run(bench: Bench): Promise<readonly Figure[]>;
}

/** What the works of one run share. */
export interface Bench {
  readonly pace: Pace;
  readonly place: Place;
  readonly size: FillSize;
  /** A key with every scope, for all projects. Secret. */
  readonly key: string;
  say(text: string): void;
}

/** What one work found out. */
export interface Figure {
  readonly name: string;
  readonly value: Spread;
  readonly unit: "ratio" | "ms" | "rows/s" | "MB";
  /** What is aimed at; null where there is no such figure. */
  readonly bar: Bar | null;
  readonly sides: readonly SideFigures[];
  /** What else there is to say. */
  readonly notes: readonly string[];
}

export interface Bar {
  readonly value: number;
  readonly reachedFrom: "above" | "below";
}

/** A ratio of requests per second that is to be reached, by default whatever the Node. */
export function atLeast(value: number, fromNode26: number = value): Bar {
  const [major = ""] = process.versions.node.split(".");
  return { value: Number(major) >= 26 ? fromNode26 : value, reachedFrom: "above" };
}

export function atMost(value: number): Bar {
  return { value, reachedFrom: "below" };
}

export function isReached({ value, bar }: Figure): boolean {
  if (bar === null) return true;
  return bar.reachedFrom === "above" ? value.median >= bar.value : value.median <= bar.value;
}
