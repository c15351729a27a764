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
 * Focuses the heading, or scrolls and focuses as it was when this entry of the history was left, as soon as the view
 * has its rows. A person who does something first is not interrupted. Returns what ends the waiting.
 */
export function takePlace(): () => void {
  const place = places.get(current);
  const { scroll, focused } = place ?? { scroll: 0, focused: null };
  if (place === undefined) scrollTo(0, 0);
  let target: HTMLElement | null = null;
  const take = () => {
    // The heading of a view that is loading is replaced, and the focus goes on to that which stays.
    if (target !== null && (target.isConnected || document.activeElement !== document.body)) return;
    const found = document.querySelector<HTMLElement>(`#main ${focused ?? "h1"}`);
    const room = document.documentElement.scrollHeight - innerHeight;
    if (found === null || room < scroll) return;
    target = found;
    scrollTo(0, scroll);
    if (focused === null) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(take);
  const ends = ["pointerdown", "keydown", "wheel"];
  const stop = () => {
    observer.disconnect();
    for (const name of ends) removeEventListener(name, stop);
  };
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  for (const name of ends) addEventListener(name, stop, { passive: true });
  take();
  return stop;
}

/** Finds it again in the content of the view; null for what stands outside. */
function selectorOf(element: Element | null): string | null {
  if (element?.closest("#main") == null) return null;
  const href = element.getAttribute("href");
  if (href != null) return `a[href="${CSS.escape(href)}"]`;
  const id = element.getAttribute("data-id");
  if (id != null) return `[data-id="${CSS.escape(id)}"]`;
  // The plot from which a sample was opened.
  const block = element.role === "application" && element.closest<HTMLElement>("[data-testid]");
  return block ? `[data-testid="${block.dataset["testid"]}"] [role="application"]` : null;
}

function numberOfEntry(): number {
  const state = history.state as { readonly place?: number } | null;
  if (state?.place !== undefined) return state.place;
  newest += 1;
  history.replaceState({ place: newest }, "");
  return newest;
}
