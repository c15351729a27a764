/** The place of a person in a view that was left: how far it was scrolled, and the link, row or plot with the focus. */
interface Place {
  readonly scroll: number;
  /** A selector; null where the focus was elsewhere. */
  readonly focused: string | null;
}

/** By the number that an entry of the history has in its state. Forgotten with the page. */
const places = new Map<number, Place>();
let newest = 0;
let current = numberOfEntry();

// The browser would scroll before the view has its rows again.
history.scrollRestoration = "manual";

/** Notes the place in the view that is left. To be called before another one is rendered. */
export function leavePlace(): void {
  places.set(current, { scroll: scrollY, focused: selectorOf(document.activeElement) });
  current = numberOfEntry();
}

/**
 * Scrolls and focuses as it was when this entry of the history was left, as soon as the view has its rows again; a
 * person who does something first is not interrupted. Returns what ends the waiting; null for a new entry.
 */
export function restorePlace(main: Element): (() => void) | null {
  const place = places.get(current);
  if (place === undefined) return null;
  const { scroll, focused } = place;
  const restore = () => {
    const target = main.querySelector<HTMLElement>(focused ?? "h1");
    const room = document.documentElement.scrollHeight - innerHeight;
    if (target === null || room < scroll) return;
    stop();
    scrollTo(0, scroll);
    if (focused === null) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(restore);
  const ends = ["pointerdown", "keydown", "wheel"];
  const stop = () => {
    observer.disconnect();
    for (const name of ends) removeEventListener(name, stop);
  };
  observer.observe(main, { childList: true, subtree: true, attributes: true });
  for (const name of ends) addEventListener(name, stop, { passive: true });
  restore();
  return stop;
}

function selectorOf(element: Element | null): string | null {
  const href = element?.getAttribute("href");
  if (href != null) return `a[href="${CSS.escape(href)}"]`;
  const id = element?.getAttribute("data-id");
  if (id != null) return `[data-id="${CSS.escape(id)}"]`;
  // The plot from which a sample was opened.
  const block = element?.role === "application" && element.closest<HTMLElement>("[data-testid]");
  return block ? `[data-testid="${block.dataset["testid"]}"] [role="application"]` : null;
}

function numberOfEntry(): number {
  const state = history.state as { readonly place?: number } | null;
  if (state?.place !== undefined) return state.place;
  newest += 1;
  history.replaceState({ place: newest }, "");
  return newest;
}
