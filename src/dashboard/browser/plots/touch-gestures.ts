import type { Seconds } from "../time/range.ts";

/**
 * Fingers on a plot: one that goes sideways moves the window, two stretch it. Up and down scroll the page, which the
 * style sheet's `touch-action: pan-y` leaves to the browser. `onMove` is called at most once a frame, `onEnd` when
 * the fingers are gone and the window has changed.
 */
export function listenToTouch(
  surface: HTMLElement,
  window: Seconds,
  handlers: {
    readonly onMove: (window: Seconds) => void;
    readonly onEnd: (window: Seconds) => void;
  },
): () => void {
  const fingers = new Map<number, { start: number; now: number }>();
  let base = window;
  let current = window;
  let frame = 0;

  const rebase = () => {
    base = current;
    for (const finger of fingers.values()) finger.start = finger.now;
  };
  const shareOf = (event: PointerEvent) => {
    const { left, width } = surface.getBoundingClientRect();
    return (event.clientX - left) / Math.max(1, width);
  };
  const down = (event: PointerEvent) => {
    if (event.pointerType !== "touch" || fingers.size === 2) return;
    const share = shareOf(event);
    fingers.set(event.pointerId, { start: share, now: share });
    rebase();
  };
  const move = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (finger === undefined) return;
    finger.now = shareOf(event);
    current = windowOf(base, [...fingers.values()]);
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      handlers.onMove(current);
    });
  };
  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    rebase();
    const moved = Math.abs(current.first - window.first) + Math.abs(current.last - window.last);
    // A tap trembles.
    const isMoved = moved > (window.last - window.first) / 100;
    if (fingers.size > 0) return;
    // The browser cancels when it scrolls the page instead.
    if (isMoved && event.type === "pointerup") handlers.onEnd(current);
    else handlers.onMove((current = window));
  };
  const leaving = new AbortController();
  const { signal } = leaving;
  surface.addEventListener("pointerdown", down, { signal });
  surface.addEventListener("pointermove", move, { signal });
  surface.addEventListener("pointerup", up, { signal });
  surface.addEventListener("pointercancel", up, { signal });
  return () => {
    cancelAnimationFrame(frame);
    leaving.abort();
  };
}

/** The window in which the fingers stay on the times that they were put on. */
export function windowOf(
  base: Seconds,
  fingers: readonly { readonly start: number; readonly now: number }[],
): Seconds {
  const length = base.last - base.first;
  const [one, two] = fingers;
  if (one === undefined) return base;
  const stretch = two === undefined ? 1 : (two.start - one.start) / (two.now - one.now || 1e-3);
  const longer = length * Math.min(20, Math.max(0.05, Math.abs(stretch)));
  const first = Math.round(base.first + one.start * length - one.now * longer);
  return { first, last: Math.round(first + longer) };
}
