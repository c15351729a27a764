import type { LevelPoint } from "../../plots/level-data.ts";

/** A recognized sound and its time. */
export interface ClassificationRow {
  readonly label: string;
  /** How long in all. */
  readonly seconds: number;
  readonly marks: readonly ClassificationMark[];
}

export interface ClassificationMark {
  readonly second: number;
  readonly seconds: number;
  /** 0 to 1. */
  readonly confidence: number;
}

const mostRows = 8;

/**
 * A row a label, the most time first; labels beyond the first eight are `other`. A sample lasts for the interval, or
 * until the next if that is sooner.
 */
export function classificationRows(
  points: readonly LevelPoint[],
  interval: number,
): ClassificationRow[] {
  const byLabel = new Map<string, ClassificationMark[]>();
  for (const [index, { second, label, confidence }] of points.entries()) {
    if (label === null) continue;
    const seconds = Math.min(interval, (points[index + 1]?.second ?? Infinity) - second);
    const marks = byLabel.get(label) ?? [];
    marks.push({ second, seconds, confidence: confidence ?? 1 });
    byLabel.set(label, marks);
  }
  const rows = [...byLabel]
    .map(([label, marks]) => rowOf(label, marks))
    .toSorted((a, b) => b.seconds - a.seconds || (a.label < b.label ? -1 : 1));
  const others = rows.slice(mostRows).flatMap(({ marks }) => marks);
  const kept = rows.slice(0, mostRows);
  if (others.length === 0) return kept;
  return [...kept, rowOf(`other (${rows.length - mostRows} labels)`, others)];
}

function rowOf(label: string, marks: readonly ClassificationMark[]): ClassificationRow {
  const seconds = marks.reduce((sum, mark) => sum + mark.seconds, 0);
  return { label, seconds, marks };
}
