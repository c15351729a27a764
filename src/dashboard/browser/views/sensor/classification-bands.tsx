import type { Signal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { TableContent } from "../../components/data-table.tsx";
import { numbers, texts } from "../../components/plain-table.tsx";
import { LabelsNote } from "../../components/labels-note.tsx";
import { durationText } from "../../components/level-text.ts";
import { PlotBlock } from "../../components/plot-block.tsx";
import { paletteOf } from "../../plots/palette.ts";
import { useElementWidth } from "../../plots/use-element-width.ts";
import { CursorLine } from "./cursor-line.tsx";
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
        <CursorLine cursor={cursor} range={loaded.range} />
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
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useElementWidth(canvas);
  useLayoutEffect(() => {
    if (canvas.current !== null && width > 0) drawBand(canvas.current, width, row, range);
  }, [row, range, width]);
  const time = durationText(Math.round(row.seconds));
  return (
    <div class="classification-band">
      <p class="row spread one-line small">
        <span class="cut" title={row.label}>
          {row.label}
        </span>
        <span class="muted">{time}</span>
      </p>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${row.label}: ${row.marks.length} samples, ${time}`}
      />
    </div>
  );
}

const height = 12;

function drawBand(
  canvas: HTMLCanvasElement,
  width: number,
  { marks }: ClassificationRow,
  { first, last }: { readonly first: number; readonly last: number },
): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = height * ratio;
  const palette = paletteOf(canvas);
  context.fillStyle = palette.nodataSoft;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = palette.level;
  const scale = canvas.width / (last - first + 1);
  for (const { second, seconds, confidence } of marks) {
    context.globalAlpha = 0.25 + 0.75 * Math.max(0, Math.min(1, confidence));
    context.fillRect((second - first) * scale, 0, Math.max(ratio, seconds * scale), canvas.height);
  }
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
