import "./heat-map.css";
import type { ComponentChildren } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { ColourScale } from "./heat-map-colours.ts";
import { HeatLegend } from "./heat-map-legend.tsx";
import { dayLabels, HeatCells, hourLabels } from "./heat-map-cells.tsx";
import { type HeatDay, type HourLevel, partsAt } from "./heat-map-grid.ts";
import {
  boxOf,
  cellAt,
  type CellPlace,
  type HeatLayout,
  heatLayout,
  moveInHeatMap,
} from "./heat-map-layout.ts";
import { inks } from "./inks.tsx";
import { Labels } from "./svg-plot.tsx";
import { useElementWidth } from "./use-element-width.ts";

interface HeatMapProps {
  readonly days: readonly HeatDay[];
  readonly scale: ColourScale;
  /** The quantity of the colours: `LAeq,1 h in dB(A)`. */
  readonly quantity: string;
  /** One sentence that says what the picture shows. */
  readonly summary: string;
  /** An hour in words, which paper does not need; null is an hour without samples, or that there was none. */
  readonly describe?: (day: HeatDay, hour: number, part: HourLevel | null) => string;
  readonly onOpen?: (hour: HourLevel) => void;
  /** A fixed width, for paper; else all that there is. */
  readonly width?: number;
  /** The height of a day at most, for paper. */
  readonly rowHeight?: number;
}

/**
 * Local days by the hours of the wall clock. The colour is the level or its distance from the limit; a mark says that
 * an hour has an exceedance. The cell under the pointer, or the one that the arrow keys lead to, is read out below.
 */
export function HeatMap(props: HeatMapProps) {
  const place = useRef<HTMLDivElement>(null);
  const measured = useElementWidth(place);
  const width = props.width ?? measured;
  return (
    <div class="heat-map" ref={place}>
      {width > 0 && <HeatPicture {...props} width={width} />}
    </div>
  );
}

function HeatPicture(props: HeatMapProps & { readonly width: number }) {
  const { days, scale, quantity, summary, describe, onOpen, width, rowHeight } = props;
  const [selected, setSelected] = useState<CellPlace | null>(null);
  const layout = heatLayout(days.length, width, rowHeight);
  // Thousands of cells are not compared again at each move of the pointer.
  const drawn = useMemo(() => {
    const hours = <Labels labels={hourLabels(layout)} />;
    const legend = <HeatLegend days={days} layout={layout} scale={scale} quantity={quantity} />;
    const picture = (
      <g>
        {hours}
        <Labels labels={dayLabels(days, layout)} />
        <HeatCells days={days} layout={layout} scale={scale} />
        {legend}
      </g>
    );
    return { hours, legend, picture };
  }, [days, scale, quantity, width, rowHeight]);
  const hourAt = (place: CellPlace | null) =>
    (place === null ? null : partsAt(days, place)[place.part]) ?? null;
  const open = (hour: HourLevel | null) => hour !== null && onOpen?.(hour);
  const day = selected === null ? undefined : days[selected.dayIndex];
  const below = layout.legendTop - 8;
  return (
    <>
      <div class="heat-scroll">
        {layout.daysAre === "columns" && (
          <>
            <Frozen y={0} width={layout.left} height={layout.legendTop}>
              {drawn.hours}
            </Frozen>
            <Frozen name="legend" y={below} width={width} height={layout.height - below}>
              {drawn.legend}
            </Frozen>
          </>
        )}
        <svg
          class={onOpen === undefined ? "heat-picture" : "heat-picture opens"}
          role="img"
          aria-label={summary}
          tabindex={0}
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          onPointerMove={(event) => {
            if (event.pointerType !== "touch") setSelected(placeUnder(event, days, layout));
          }}
          onPointerLeave={(event) => event.pointerType !== "touch" && setSelected(null)}
          onBlur={() => setSelected(null)}
          onClick={(event) => {
            const place = placeUnder(event, days, layout);
            // A finger covers what it points at: it selects first, and opens what is selected.
            const isFinger = (event as unknown as PointerEvent).pointerType === "touch";
            if (!isFinger || hourAt(place) === hourAt(selected)) open(hourAt(place));
            setSelected(place);
          }}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            if (event.key === "Enter") open(hourAt(selected));
            const next = moveInHeatMap(days, layout, selected, event.key);
            if (next === null) return;
            event.preventDefault();
            setSelected(next);
          }}
        >
          {drawn.picture}
          {selected !== null && (
            <rect
              {...inks.curve}
              {...boxOf(layout, selected, Math.max(1, partsAt(days, selected).length))}
            />
          )}
        </svg>
      </div>
      {describe !== undefined && (
        <p class="heat-readout muted small no-print" aria-live="polite">
          {selected === null || day === undefined
            ? "Point at a cell, or use the arrow keys in the picture."
            : describe(day, selected.hour, hourAt(selected))}
        </p>
      )}
    </>
  );
}

/** A part of the picture that stays while the days scroll. */
function Frozen(props: {
  readonly name?: string;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly children: ComponentChildren;
}) {
  const { name = "", y, width, height, children } = props;
  return (
    <svg
      class={`heat-frozen ${name}`}
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 ${y} ${width} ${height}`}
    >
      <rect class="heat-cover" y={y} width={width} height={height} />
      {children}
    </svg>
  );
}

function placeUnder(
  event: MouseEvent & { readonly currentTarget: SVGSVGElement },
  days: readonly HeatDay[],
  layout: HeatLayout,
): CellPlace | null {
  const shown = event.currentTarget.getBoundingClientRect();
  const scaled = layout.width / shown.width;
  const cell = cellAt(
    layout,
    (event.clientX - shown.left) * scaled,
    (event.clientY - shown.top) * scaled,
  );
  if (cell === null) return null;
  const { dayIndex, hour, along } = cell;
  const count = partsAt(days, cell).length;
  return { dayIndex, hour, part: Math.max(0, Math.min(count - 1, Math.floor(along * count))) };
}
