interface Window {
  readonly first: number;
  readonly last: number;
}

/**
 * Fingers on a plot: one that goes sideways moves the window, two stretch it. Up and down scroll the page, which the
 * style sheet's `touch-action: pan-y` leaves to the browser. `onMove` is called at most once a frame, `onEnd` when
 * the fingers are gone and the window has changed.
 */
export function listenToTouch(
  surface: HTMLElement,
  window: Window,
  handlers: {
    readonly onMove: (window: Window) => void;
    readonly onEnd: (window: Window) => void;
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
  surface.addEventListener("pointerdown", down);
  surface.addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"] as const) surface.addEventListener(name, up);
  return () => {
    cancelAnimationFrame(frame);
    surface.removeEventListener("pointerdown", down);
    surface.removeEventListener("pointermove", move);
    for (const name of ["pointerup", "pointercancel"] as const) {
      surface.removeEventListener(name, up);
    }
  };
}

/** The window in which the fingers stay on the times that they were put on. */
export function windowOf(
  base: Window,
  fingers: readonly { readonly start: number; readonly now: number }[],
): Window {
  const length = base.last - base.first;
  const [one, two] = fingers;
  if (one === undefined) return base;
  const stretch = two === undefined ? 1 : (two.start - one.start) / (two.now - one.now || 1e-3);
  const longer = length * Math.min(20, Math.max(0.05, Math.abs(stretch)));
  const first = Math.round(base.first + one.start * length - one.now * longer);
  return { first, last: Math.round(first + longer) };
}
