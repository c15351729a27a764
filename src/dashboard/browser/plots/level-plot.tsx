import "./level-plot.css";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { CursorLine } from "./cursor-line.tsx";
import { extremes } from "./extremes.ts";
import { LevelChart, onScreen } from "./level-chart.tsx";
import { type LevelPicture, shownIn } from "./level-picture.ts";
import { nearestPoint } from "./level-data.ts";
import { stepFrom, stepsOfKeys, zoomed, zoomsOfKeys } from "./level-keys.ts";
import { LevelLegend } from "./level-legend.tsx";
import type { LevelPlotProps, PlotParts } from "./level-plot-props.ts";
import { LevelReadOut } from "./level-read-out.tsx";
import { isReducedIn } from "./reduce.ts";
import { SampleSteps } from "./sample-steps.tsx";
import { listenToTouch } from "./touch-gestures.ts";
import { useElementWidth } from "./use-element-width.ts";

/**
 * Levels over time: line, band, limit and exceedances, with a cursor and its read-out below. Dragging chooses a part,
 * a double click goes back; keys do the same.
 */
export function LevelPlot(props: LevelPlotProps) {
  const { picture, quantity } = props;
  const own = useSignal<number | null>(null);
  const cursor = props.cursor ?? own;
  const spoken = useSignal(false);
  const parts = { ...props, cursor, spoken };
  const host = useRef<HTMLDivElement>(null);
  const width = useElementWidth(host);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { points, interval } = picture.data;
    const index = nearestPoint(points, cursor.value);
    const [step, zoom] = [stepsOfKeys[event.key], zoomsOfKeys[event.key]];
    if (step !== undefined && points.length > 0) {
      const next = stepFrom(points, index, step, event.shiftKey);
      cursor.value = points[next]?.second ?? null;
    } else if (zoom !== undefined) {
      const { first, last } = zoomed(picture.range, zoom, cursor.value, 4 * interval);
      props.onZoom?.(first, last);
    } else if (event.key === "Enter") {
      if (points[index] !== undefined) props.onSelect?.(points[index]);
    } else if (event.key === "Escape") props.onReset?.();
    else return;
    event.preventDefault();
    spoken.value = true;
  };
  const { left, right } = onScreen.room;
  const shown = useMemo(() => shownIn(picture), [picture]);
  return (
    <div class="level-plot column-2">
      <div
        class="level-plot-picture"
        tabIndex={0}
        role="application"
        aria-label={`${quantity}: arrow keys go from sample to sample, plus and minus zoom, Enter opens the sample`}
        onKeyDown={onKeyDown}
        ref={host}
      >
        {width > 0 && <Picture {...parts} width={width} />}
      </div>
      <LevelLegend
        {...props}
        picture={shown}
        isReduced={isReducedIn(shown.data, width - left - right)}
      />
      <LevelReadOut {...parts} />
      <SampleSteps {...parts} />
    </div>
  );
}

/** A press of the pointer: the second at which it began, and whether it has become a drag. */
interface Press {
  readonly x: number;
  readonly second: number;
  readonly isTouch: boolean;
  isDrag: boolean;
}

/** The chart below a surface for the pointer: a drag chooses a time, a click a sample, fingers move and stretch it. */
function Picture(props: PlotParts & { readonly width: number }) {
  const { picture, height, summary, cursor, spoken, width } = props;
  const latest = useRef(props);
  latest.current = props;
  const surface = useRef<HTMLDivElement>(null);
  const press = useRef<Press | null>(null);
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [chosen, setChosen] = useState<readonly [number, number] | null>(null);
  // The part that fingers have moved it to, until the view has another picture.
  const [moved, setMoved] = useState<{ base: LevelPicture; shown: LevelPicture } | null>(null);
  useLayoutEffect(() => props.onDrawn?.(), [picture, width, height]);
  useEffect(() => () => clearTimeout(opening.current), []);
  useLayoutEffect(() => {
    const { range } = picture;
    if (surface.current === null) return undefined;
    return listenToTouch(surface.current, range, {
      onMove: (window) =>
        setMoved({ base: picture, shown: { ...picture, range: { ...range, ...window } } }),
      onEnd: ({ first, last }) => latest.current.onZoom?.(first, last),
    });
  }, [picture]);
  const shown = moved?.base === picture ? moved.shown : picture;
  const { first, last } = shown.range;
  // A drag may leave the surface: it chooses no time outside.
  const secondAt = ({ clientX }: MouseEvent) => {
    const { left, width: size } = surface.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    const share = Math.min(1, Math.max(0, (clientX - left) / size));
    return first + share * (last + 1 - first);
  };
  const isFar = (event: MouseEvent, { x }: Press) => Math.abs(event.clientX - x) >= 4;
  // The point whose step is nearest: it is drawn from its start on.
  const pointAt = (event: MouseEvent) => {
    const { points, interval } = picture.data;
    return points[nearestPoint(points, secondAt(event) - interval / 2)];
  };
  const point = (event: MouseEvent) => {
    spoken.value = false;
    cursor.value = pointAt(event)?.second ?? null;
  };
  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType === "touch") return;
    point(event);
    const { current } = press;
    if (current === null || event.buttons === 0) return;
    current.isDrag ||= isFar(event, current);
    if (current.isDrag) setChosen(extremes([current.second, secondAt(event)]));
  };
  const onPointerUp = () => {
    setChosen(null);
    if (chosen === null) return;
    const [from, to] = chosen;
    // A drag that has come back to its start, or begins at the edge it leaves by, chooses nothing.
    const pixels = ((to - from) / (last + 1 - first)) * (surface.current?.clientWidth ?? 0);
    if (pixels < 4) return;
    props.onZoom?.(Math.max(Math.floor(from), first), Math.min(Math.ceil(to), last));
  };
  // A click opens the nearest sample, unless it ends a drag, is a tap of a finger, or the first of two.
  const onClick = (event: MouseEvent) => {
    clearTimeout(opening.current);
    if (press.current?.isTouch === true) point(event);
    const found = pointAt(event);
    const { isTouch = true, isDrag = true } = press.current ?? {};
    if (isTouch || isDrag || event.detail !== 1 || found === undefined) return;
    opening.current = setTimeout(() => latest.current.onSelect?.(found), 250);
  };
  const shareOf = (second: number) => `${((second - first) / (last + 1 - first)) * 100}%`;
  return (
    <>
      <LevelChart
        picture={shown}
        scaled={picture}
        summary={summary}
        width={width}
        height={height}
        {...(props.image && { image: props.image })}
      />
      <div
        class="level-plot-surface"
        ref={surface}
        onPointerDown={(event) => {
          const isTouch = event.pointerType === "touch";
          press.current = { x: event.clientX, second: secondAt(event), isTouch, isDrag: false };
          if (!isTouch) event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setChosen(null)}
        onClick={onClick}
        onDblClick={() => props.onReset?.()}
      >
        {chosen !== null && (
          <div
            class="level-plot-chosen"
            ref={(area) => {
              area?.style.setProperty("left", shareOf(chosen[0]));
              area?.style.setProperty("right", `calc(100% - ${shareOf(chosen[1])})`);
            }}
          />
        )}
        <CursorLine cursor={cursor} range={shown.range} />
      </div>
    </>
  );
}
