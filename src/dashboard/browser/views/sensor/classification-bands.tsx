import type { Signal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { tableOf } from "../../components/data-table.tsx";
import { numberColumn, textColumn } from "../../components/plain-table.tsx";
import { LabelsNote } from "../../components/labels-note.tsx";
import { counted, durationText } from "../../components/level-text.ts";
import { known, PlotBlock } from "../../components/plot-block.tsx";
import { isInside } from "../../data/drawn-stretches.ts";
import { grouped } from "../../data/grouped.ts";
import { CursorLine } from "../../plots/cursor-line.tsx";
import { areas, type Frame, frameOf, type Stretch } from "../../plots/level-shapes.ts";
import { useElementWidth } from "../../plots/use-element-width.ts";
import type { Seconds } from "../../time/range.ts";
import type { LoadedLevels } from "./use-levels.ts";
import type { LevelPoint } from "../../plots/level-data.ts";

/**
 * One band for each label, with a mark at each sample in which it was heard. A faint mark has a low
 * confidence. Without labels, the reason is shown if it is known.
 */
export function ClassificationBands(props: {
  readonly loaded: LoadedLevels;
  /** Time whose samples do not count. */
  readonly excluded: readonly Stretch[];
  readonly cursor: Signal<number | null>;
}) {
  const { loaded, excluded, cursor } = props;
  const rows = useMemo(
    () => classificationRows(loaded.data.points, loaded.data.interval, excluded),
    [loaded.data, excluded],
  );
  if (rows.length === 0) return <LabelsNote />;
  return <Bands rows={rows} range={loaded.range} cursor={cursor} />;
}

function Bands(props: {
  readonly rows: readonly ClassificationRow[];
  readonly range: Seconds;
  readonly cursor: Signal<number | null>;
}) {
  const { rows, range, cursor } = props;
  const track = useRef<HTMLDivElement>(null);
  const width = useElementWidth(track);
  const edges = { left: 0, right: width, top: 0, bottom: 1 };
  const frame = frameOf(edges, range, { low: 0, high: 1 }, 10);
  return (
    <PlotBlock
      testId="classification-bands"
      title="What was heard"
      counts={null}
      query={known(rows)}
      table={(shown) =>
        tableOf("What was heard, by time", shown, [
          textColumn("Label", ({ label }) => label),
          numberColumn("Time", ({ seconds }) => durationText(Math.round(seconds))),
          numberColumn("Samples", ({ marks }) => marks.length),
        ])
      }
    >
      {(shown) => (
        <>
          <div class="classification-bands column-2">
            {shown.map((row) => (
              <Band key={row.label} row={row} frame={frame} />
            ))}
            <div class="cursor-track" ref={track}>
              <CursorLine cursor={cursor} range={range} />
            </div>
          </div>
          <p class="muted small">The fainter a mark, the less sure the model was.</p>
        </>
      )}
    </PlotBlock>
  );
}

function Band({ row, frame }: { readonly row: ClassificationRow; readonly frame: Frame }) {
  const time = durationText(Math.round(row.seconds));
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
        aria-label={`${row.label}: ${counted(row.marks.length, "sample")}, ${time}`}
        viewBox={`0 0 ${frame.right} 1`}
        preserveAspectRatio="none"
      >
        <rect fill="var(--nodata-soft)" width={frame.right} height="1" />
        {[...grouped(row.marks, ({ confidence }) => confidence.toFixed(1))].map(([sure, marks]) => (
          <path
            key={sure}
            opacity={0.25 + 0.75 * Number(sure)}
            // No mark is thinner than a pixel.
            d={areas(frame, marks, 1)}
          />
        ))}
      </svg>
    </div>
  );
}

/** A recognized sound and its time. */
type ClassificationRow = ReturnType<typeof rowOf>;

type Mark = Stretch & { readonly confidence: number };

const mostRows = 8;

/**
 * One row for each label, the longest first, of the samples that count; labels beyond the first eight are `other`. A
 * sample lasts for the interval, or until the next sample if that is sooner.
 */
function classificationRows(
  points: readonly LevelPoint[],
  interval: number,
  excluded: readonly Stretch[],
): ClassificationRow[] {
  const marked = points.flatMap(({ second: first, label, confidence }, index) => {
    const end = Math.min(first + interval, points[index + 1]?.second ?? Infinity);
    return label === null || isInside(first, excluded)
      ? []
      : [{ label, first, end, confidence: confidence ?? 1 }];
  });
  const rows = [...grouped(marked, ({ label }) => label)]
    .map(([label, marks]) => rowOf(label, marks))
    .toSorted((a, b) => b.seconds - a.seconds || (a.label < b.label ? -1 : 1));
  const others = rows.slice(mostRows).flatMap(({ marks }) => marks);
  const kept = rows.slice(0, mostRows);
  if (others.length === 0) return kept;
  return [...kept, rowOf(`other (${rows.length - mostRows} labels)`, others)];
}

/** The seconds of a row are how long it was heard in all; its marks have a confidence of 0 to 1. */
function rowOf(label: string, marks: readonly Mark[]) {
  const seconds = marks.reduce((sum, { first, end }) => sum + end - first, 0);
  return { label, seconds, marks };
}
