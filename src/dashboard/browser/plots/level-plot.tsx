import "uplot/dist/uPlot.min.css";
import "./level-plot.css";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type uPlot from "uplot";
import { createLevelCanvas, drawLevelCanvas, type LevelPicture } from "./level-canvas.ts";
import { type LevelPoint, nearestPoint } from "./level-data.ts";
import { plotAction, zoomed } from "./level-keys.ts";
import { LevelLegend } from "./level-legend.tsx";
import { LevelReadOut } from "./level-read-out.tsx";
import { SampleSteps } from "./sample-steps.tsx";
import { listenToTouch } from "./touch-gestures.ts";
import { useElementWidth } from "./use-element-width.ts";
import { useThemeRound } from "./use-theme-round.ts";

export interface LevelPlotProps {
  readonly picture: LevelPicture;
  readonly height: number;
  /** One sentence: the name of the picture for those who do not see it. */
  readonly summary: string;
  /** `LAeq,5 min`: what the read-out calls the level. */
  readonly quantity: string;
  readonly onDrawn?: () => void;
  /** A part of the time has been chosen, in Unix seconds, both inside. */
  readonly onZoom?: (first: number, last: number) => void;
  readonly onReset?: () => void;
  /** A point has been clicked, or opened with Enter. */
  readonly onSelect?: (point: LevelPoint) => void;
  /** Shows or hides LAFmax, which the picture says; without it there is no switch. */
  readonly onToggleMaxima?: () => void;
  /** Second of the cursor, shared with other plots of the view; null without one. */
  readonly cursor?: Signal<number | null>;
  /** Called with a function that draws the picture again, enlarged, for a file. */
  readonly onPicture?: (draw: (scale: number) => Promise<HTMLCanvasElement>) => void;
}

/**
 * Levels over time: line, band, limit and exceedances, with a cursor and its read-out below. Dragging chooses a part,
 * a double click goes back; keys do the same.
 */
export function LevelPlot(props: LevelPlotProps) {
  const { picture, height, summary, quantity } = props;
  const own = useSignal<number | null>(null);
  const cursor = props.cursor ?? own;
  const spoken = useSignal(false);
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const width = useElementWidth(host);
  const round = useThemeRound();
  const latest = useRef(props);
  latest.current = props;
  const [isReduced, setReduced] = useState(false);

  useLayoutEffect(() => {
    const element = host.current;
    if (element === null || width === 0) return undefined;
    const { range } = picture;
    const created = createLevelCanvas(
      element,
      picture,
      { width, height },
      () => latest.current.onDrawn?.(),
      mouseCursor(latest, cursor, spoken),
    );
    plot.current = created.plot;
    setReduced(created.isReduced);
    const canvas = created.plot.ctx.canvas;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", latest.current.summary);
    props.onPicture?.((scale) => drawLevelCanvas(element, picture, { width, height, scale }));
    const stopTouch = listenToTouch(created.plot.over, range, {
      onMove: ({ first, last }) => created.plot.setScale("x", { min: first, max: last + 1 }),
      onEnd: ({ first, last }) => latest.current.onZoom?.(first, last),
    });
    const stopClicks = listenToClicks(created.plot, latest);
    const stopCursor = cursor.subscribe((second) => showCursor(created.plot, second));
    return () => {
      stopCursor();
      stopClicks();
      stopTouch();
      created.plot.destroy();
    };
  }, [picture, width, height, round]);
  useEffect(() => {
    plot.current?.ctx.canvas.setAttribute("aria-label", summary);
  }, [summary, picture, width, height, round]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { points, interval } = picture.data;
    const second = cursor.value;
    const index = second === null ? -1 : nearestPoint(points, second);
    const action = plotAction(event, points, index);
    if (action === null) return;
    event.preventDefault();
    spoken.value = true;
    if (action.kind === "point") cursor.value = points[action.index]?.second ?? null;
    else if (action.kind === "reset") props.onReset?.();
    else if (action.kind === "zoom") {
      const { first, last } = zoomed(picture.range, action.factor, second, 4 * interval);
      props.onZoom?.(first, last);
    } else {
      const point = points[index];
      if (point !== undefined) props.onSelect?.(point);
    }
  };

  return (
    <div class="level-plot column-2">
      <div
        class="level-plot-canvas"
        tabIndex={0}
        role="application"
        aria-label={`${quantity}: arrow keys go from sample to sample, plus and minus zoom, Enter opens the sample`}
        onKeyDown={onKeyDown}
        ref={host}
      />
      <LevelLegend
        picture={picture}
        quantity={quantity}
        isReduced={isReduced}
        onToggleMaxima={props.onToggleMaxima}
      />
      <LevelReadOut
        cursor={cursor}
        spoken={spoken}
        picture={picture}
        quantity={quantity}
        onSelect={props.onSelect}
      />
      <SampleSteps cursor={cursor} picture={picture} onZoom={props.onZoom} />
    </div>
  );
}

/** A click opens the nearest sample, unless it ends a drag, is a tap of a finger, or the first of two. */
function listenToClicks(plot: uPlot, latest: { readonly current: LevelPlotProps }): () => void {
  let down: PointerEvent | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onDown = (event: PointerEvent) => {
    down = event;
  };
  const onClick = (event: MouseEvent) => {
    clearTimeout(timer);
    const isStill = down !== null && Math.abs(event.clientX - down.clientX) < 4;
    if (!isStill || down?.pointerType === "touch" || event.detail !== 1) return;
    const left = event.clientX - plot.over.getBoundingClientRect().left;
    const point = pointAt(plot, latest.current.picture, left);
    if (point === undefined) return;
    timer = setTimeout(() => latest.current.onSelect?.(point), 250);
  };
  plot.over.addEventListener("pointerdown", onDown);
  plot.over.addEventListener("click", onClick);
  return () => clearTimeout(timer);
}

/** The point whose step is nearest to a distance from the left, in pixels. */
function pointAt(plot: uPlot, { data }: LevelPicture, left: number): LevelPoint | undefined {
  const { points, interval } = data;
  return points[nearestPoint(points, plot.posToVal(left, "x") - interval / 2)];
}

/** A cursor that snaps to nothing: the read-out shows the nearest sample. A drag chooses a time, a click a sample. */
function mouseCursor(
  latest: { readonly current: LevelPlotProps },
  cursor: Signal<number | null>,
  spoken: Signal<boolean>,
): uPlot.Cursor {
  let isTouch = false;
  return {
    y: false,
    points: { show: false },
    drag: { x: true, y: false, setScale: false, dist: 4 },
    move: (plot, left, top) => {
      if (left >= 0) {
        spoken.value = false;
        cursor.value = pointAt(plot, latest.current.picture, left)?.second ?? null;
      }
      return [left, top];
    },
    bind: {
      mousedown: (_plot, target, handler) => {
        target.addEventListener("pointerdown", (event) => {
          isTouch = event.pointerType === "touch";
        });
        return (event) => {
          if (!isTouch) handler(event);
          return null;
        };
      },
      mouseup: (plot, _target, handler) => (event) => {
        const isDrag = plot.select.width >= 4;
        handler(event);
        if (isDrag) {
          const { left, width } = plot.select;
          const [first, last] = [plot.posToVal(left, "x"), plot.posToVal(left + width, "x")];
          plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
          latest.current.onZoom?.(Math.floor(first), Math.ceil(last));
        }
        return null;
      },
      dblclick: () => () => {
        latest.current.onReset?.();
        return null;
      },
    },
  };
}

/** Moves the line of the cursor to where another plot or a key has put it. */
function showCursor(plot: uPlot, second: number | null): void {
  const line = plot.over.querySelector<HTMLElement>(".level-cursor") ?? addCursorLine(plot.over);
  const left = second === null ? -1 : plot.valToPos(second, "x");
  const isShown = left >= 0 && left <= plot.over.clientWidth;
  line.hidden = !isShown;
  if (isShown) line.style.setProperty("transform", `translateX(${Math.round(left)}px)`);
}

function addCursorLine(over: HTMLElement): HTMLElement {
  const line = document.createElement("div");
  line.className = "level-cursor";
  over.append(line);
  return line;
}
