import { useEffect, useRef, useState } from "preact/hooks";
import { useProject } from "../../state/project-scope.tsx";
import { rangeText } from "../../time/range-text.ts";
import { type LocalRange, rangeOfDays } from "../../time/range.ts";
import { localDay, type TimeZone } from "../../time/local-time.ts";
import type { Zoom } from "./use-zoom.ts";

interface Window {
  readonly first: number;
  readonly last: number;
}

/** The shown range over the strip: dragged, it moves; dragged at an edge, it grows; beside it, a new one begins. */
export function StripBrush(props: {
  readonly contract: Window;
  readonly range: LocalRange;
  readonly zoom: Zoom;
}) {
  const { contract, range, zoom } = props;
  const { zone } = useProject();
  const [dragged, setDragged] = useState<Window | null>(null);
  const start = useRef<{ at: number; window: Window; part: Part } | null>(null);
  const track = useRef<HTMLDivElement>(null);
  const brush = useRef<HTMLDivElement>(null);
  const length = contract.last - contract.first + 1;
  const { first, last } = dragged ?? range;
  const share = (second: number) =>
    Math.min(1, Math.max(0, (second - contract.first) / length)) * 100;
  useEffect(() => {
    const style = brush.current?.style;
    style?.setProperty("left", `${share(first)}%`);
    style?.setProperty("width", `${share(last + 1) - share(first)}%`);
  }, [first, last, length]);
  useEffect(() => setDragged(null), [range.first, range.last]);

  const secondAt = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (box === undefined) return contract.first;
    const part = Math.min(1, Math.max(0, (event.clientX - box.left) / Math.max(1, box.width)));
    return Math.round(contract.first + part * length);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const at = secondAt(event);
    const reach = (length / Math.max(1, track.current?.clientWidth ?? 1)) * 6;
    start.current = { at, window: { first, last }, part: partAt(at, { first, last }, reach) };
    track.current?.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (start.current !== null) setDragged(draggedWindow(start.current, secondAt(event), contract));
  };
  const onPointerUp = () => {
    start.current = null;
    if (dragged === null) return;
    const { first: from, last: to } = wholeDays(dragged, zone);
    zoom.show(from, to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (direction === 0) return;
    event.preventDefault();
    zoom.page(direction);
  };
  return (
    <div
      class="strip-track no-print"
      ref={track}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        start.current = null;
        setDragged(null);
      }}
    >
      <div
        class="strip-brush"
        ref={brush}
        tabIndex={0}
        role="slider"
        aria-label="Shown range; ← and → move it by its length"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share(first))}
        aria-valuetext={rangeText(range, zone)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** The nearest whole days, of what is two days or longer. */
function wholeDays(window: Window, zone: TimeZone): Window {
  const half = 43_200;
  if (window.last - window.first < 4 * half) return window;
  return rangeOfDays(localDay(window.first + half, zone), localDay(window.last - half, zone), zone);
}

type Part = "whole" | "first" | "last" | "new";

function partAt(at: number, { first, last }: Window, reach: number): Part {
  if (Math.abs(at - first) <= reach && last - first > 3 * reach) return "first";
  if (Math.abs(at - last) <= reach && last - first > 3 * reach) return "last";
  return at >= first - reach && at <= last + reach ? "whole" : "new";
}

function draggedWindow(
  { at, window, part }: { at: number; window: Window; part: Part },
  now: number,
  contract: Window,
): Window {
  if (part === "new") return { first: Math.min(at, now), last: Math.max(at, now) };
  if (part === "first") return { first: Math.min(now, window.last - 600), last: window.last };
  if (part === "last") return { first: window.first, last: Math.max(now, window.first + 600) };
  const moved = Math.max(
    contract.first - window.first,
    Math.min(now - at, contract.last - window.last),
  );
  return { first: window.first + moved, last: window.last + moved };
}
