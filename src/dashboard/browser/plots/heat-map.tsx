import "./heat-map.css";
import { useMemo, useRef, useState } from "preact/hooks";
import { type ColourScale, goesBeyond, type HeatColouring } from "./heat-map-colours.ts";
import { HeatLegend } from "./heat-map-legend.tsx";
import { HeatAxis, HeatCells, HeatDayLabels } from "./heat-map-cells.tsx";
import type { HeatDay, HourLevel } from "./heat-map-grid.ts";
import { boxOf, cellAt, type CellPlace, type HeatLayout, heatLayout } from "./heat-map-layout.ts";
import { moveInHeatMap, partsAt } from "./heat-map-keys.ts";
import { inks } from "./inks.tsx";
import { useElementWidth } from "./use-element-width.ts";

/**
 * Local days by the hours of the wall clock. The colour is the level or its distance from the limit; a mark says that
 * an hour has an exceedance. The cell under the pointer, or the one that the arrow keys lead to, is read out below.
 */
export function HeatMap(props: {
  readonly days: readonly HeatDay[];
  readonly colouring: HeatColouring;
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
}) {
  const { days, colouring, scale, quantity, summary, describe, onOpen } = props;
  const block = useRef<HTMLDivElement>(null);
  const measured = useElementWidth(block);
  const width = props.width ?? measured;
  const [selected, setSelected] = useState<CellPlace | null>(null);
  const layout = useMemo(
    () => (width === 0 ? null : heatLayout(days.length, width, props.rowHeight)),
    [days.length, width, props.rowHeight],
  );
  const legend = useMemo(
    () =>
      layout !== null && (
        <HeatLegend
          layout={layout}
          colouring={colouring}
          scale={scale}
          quantity={quantity}
          hasMore={goesBeyond(days, colouring, scale)}
        />
      ),
    [days, layout, colouring, scale, quantity],
  );
  // Thousands of cells are not compared again at each move of the pointer.
  const picture = useMemo(
    () =>
      layout !== null && (
        <>
          <HeatAxis layout={layout} />
          <HeatDayLabels days={days} layout={layout} />
          <HeatCells days={days} layout={layout} colouring={colouring} scale={scale} />
          {legend}
        </>
      ),
    [days, layout, colouring, scale, legend],
  );
  const openPlace = (place: CellPlace | null) => {
    const hour = place === null ? null : partsAt(days, place)[place.part];
    if (hour != null) onOpen?.(hour);
  };
  const day = selected === null ? undefined : days[selected.dayIndex];
  return (
    <div class="heat-map" ref={block}>
      {layout !== null && (
        <div class="heat-scroll">
          {layout.daysAre === "columns" && (
            <>
              <svg
                class="heat-frozen"
                aria-hidden="true"
                width={layout.left}
                height={layout.legendTop}
              >
                <rect class="heat-cover" width="100%" height="100%" />
                <HeatAxis layout={layout} />
              </svg>
              <svg
                class="heat-frozen legend"
                aria-hidden="true"
                width={width}
                height={layout.height - layout.legendTop + 8}
                viewBox={`0 ${layout.legendTop - 8} ${width} ${layout.height - layout.legendTop + 8}`}
              >
                <rect class="heat-cover" y={layout.legendTop - 8} width="100%" height="100%" />
                {legend}
              </svg>
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
              if (!isFinger || isSame(place, selected)) openPlace(place);
              setSelected(place);
            }}
            onKeyDown={(event) => {
              if (event.ctrlKey || event.metaKey || event.altKey) return;
              if (event.key === "Enter") openPlace(selected);
              const next = moveInHeatMap(days, layout, selected, event.key);
              if (next === null) return;
              event.preventDefault();
              setSelected(next);
            }}
          >
            {picture}
            {selected !== null && (
              <rect
                {...inks.curve}
                {...boxOf(layout, selected, Math.max(1, partsAt(days, selected).length))}
              />
            )}
          </svg>
        </div>
      )}
      {describe !== undefined && (
        <p class="heat-readout muted small no-print" aria-live="polite">
          {selected === null || day === undefined
            ? "Point at a cell, or use the arrow keys in the picture."
            : describe(day, selected.hour, partsAt(days, selected)[selected.part] ?? null)}
        </p>
      )}
    </div>
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
  const count = partsAt(days, { dayIndex, hour, part: 0 }).length;
  return { dayIndex, hour, part: Math.max(0, Math.min(count - 1, Math.floor(along * count))) };
}

function isSame(left: CellPlace | null, right: CellPlace | null): boolean {
  return (
    left?.dayIndex === right?.dayIndex && left?.hour === right?.hour && left?.part === right?.part
  );
}
