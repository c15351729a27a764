import type { Signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { TableContent } from "../../components/data-table.tsx";
import { numbers, texts } from "../../components/plain-table.tsx";
import { LabelsNote } from "../../components/labels-note.tsx";
import { durationText } from "../../components/level-text.ts";
import { PlotBlock } from "../../components/plot-block.tsx";
import { grouped } from "../../data/grouped.ts";
import { CursorLine } from "../../plots/cursor-line.tsx";
import type { LoadedLevels } from "./use-levels.ts";
import type { LevelPoint } from "../../plots/level-data.ts";

/**
 * One band for each label, with a mark at each sample in which it was heard. A faint mark has a low
 * confidence. Without labels, the reason is shown if it is known.
 */
export function ClassificationBands(props: {
  readonly loaded: LoadedLevels;
  readonly cursor: Signal<number | null>;
}) {
  const { loaded, cursor } = props;
  const rows = useMemo(
    () => classificationRows(loaded.data.points, loaded.data.interval),
    [loaded.data],
  );
  if (rows.length === 0) return <LabelsNote />;
  const table = (): TableContent => ({
    caption: "What was heard, by time",
    columns: [...texts("Label"), ...numbers("Time", "Samples")],
    rows: rows.map(({ label, seconds, marks }) => [
      label,
      durationText(Math.round(seconds)),
      String(marks.length),
    ]),
  });
  return (
    <PlotBlock
      testId="classification-bands"
      title="What was heard"
      counts={null}
      isReady
      table={table}
    >
      <div class="classification-bands column-2">
        {rows.map((row) => (
          <Band key={row.label} row={row} range={loaded.range} />
        ))}
        <div class="cursor-track">
          <CursorLine cursor={cursor} range={loaded.range} />
        </div>
      </div>
      <p class="muted small">The fainter a mark, the less sure the model was.</p>
    </PlotBlock>
  );
}

function Band(props: {
  readonly row: ClassificationRow;
  readonly range: { readonly first: number; readonly last: number };
}) {
  const { row, range } = props;
  const time = durationText(Math.round(row.seconds));
  const seconds = range.last - range.first + 1;
  return (
    <div class="classification-band">
      <p class="row spread one-line small">
        <span class="cut" title={row.label}>
          {row.label}
        </span>
        <span class="muted">{time}</span>
      </p>
      <svg
        role="img"
        aria-label={`${row.label}: ${row.marks.length} samples, ${time}`}
        viewBox={`0 0 ${seconds} 1`}
        preserveAspectRatio="none"
      >
        {[...grouped(row.marks, ({ confidence }) => confidence.toFixed(1))].map(([sure, marks]) => (
          <path
            key={sure}
            opacity={0.25 + 0.75 * Number(sure)}
            d={marks.map((mark) => markPath(mark, range.first, seconds / mostPixels)).join("")}
          />
        ))}
      </svg>
    </div>
  );
}

/** A band is hardly wider, so that no mark is thinner than a pixel. */
const mostPixels = 1200;

function markPath({ second, seconds }: ClassificationMark, first: number, least: number): string {
  return `M${second - first} 0h${Math.max(least, seconds)}v1h-${Math.max(least, seconds)}z`;
}

/** A recognized sound and its time. */
interface ClassificationRow {
  readonly label: string;
  /** How long in all. */
  readonly seconds: number;
  readonly marks: readonly ClassificationMark[];
}

interface ClassificationMark {
  readonly second: number;
  readonly seconds: number;
  /** 0 to 1. */
  readonly confidence: number;
}

const mostRows = 8;

/**
 * One row for each label, the longest first; labels beyond the first eight are `other`. A sample
 * lasts for the interval, or until the next sample if that is sooner.
 */
function classificationRows(points: readonly LevelPoint[], interval: number): ClassificationRow[] {
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
