import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { linkTo, open, pushParameters } from "../../state/address.ts";
import type { ProjectScope } from "../../state/project-scope.tsx";
import { showsTables } from "../../state/tables.ts";
import { shownUntil } from "../../state/shown-until.ts";
import { movedRange } from "../../time/range.ts";

/** True if single keys do something. A person may switch them off in the help. */
export const hasShortcuts = signal(true);

/** The keys of all views, for the help. */
export const shortcuts: readonly (readonly [string, string])[] = [
  ["g o", "overview"],
  ["g e", "events of the project"],
  ["[ and ]", "range back and forward"],
  ["t", "all plots as tables"],
  ["?", "this help"],
  ["← →", "in a plot: previous and next sample; with Shift a day"],
  ["PgUp PgDn", "in a plot: a page back and forward"],
  ["+ −", "in a plot: zoom"],
  ["n p", "in a plot: next and previous exceedance"],
  ["Enter", "in a plot: open the sample"],
  ["Esc", "in a plot: reset the zoom"],
  ["j k, ↓ ↑", "in a list of events: next and previous row"],
  ["Enter, Space", "on a row of that list: open it, play its recording"],
  ["Space, ← →", "on the page of an event: play or pause, a second back and forward"],
];

/** True if a key is that of an open dialog, or of the focused field; checkboxes and sliders take no letters. */
export function isForFieldOrDialog({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector("dialog:modal") !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  const isLetter = key.length === 1 && key !== " ";
  if (target.matches("[type=checkbox], [type=radio], [type=range]")) return !isLetter;
  return target.isContentEditable || target.matches("input, select, textarea");
}

/** Listens to the keys of all views; without a project, those of ranges and events do nothing. */
export function useShortcuts(scope: ProjectScope | null): void {
  // A key pressed right after a render acts on what the person sees; effects run later.
  const shown = useRef(scope);
  shown.current = scope;
  useEffect(() => {
    const step = (direction: -1 | 1) => {
      if (shown.current === null) return;
      const target = movedRange(shown.current, direction, shownUntil.value);
      if (target !== null) pushParameters({ from: target.from, to: target.to });
    };
    const actions: Readonly<Record<string, () => void>> = {
      "[": () => step(-1),
      "]": () => step(1),
      t: () => (showsTables.value = !showsTables.value),
    };
    // The key after a `g` may come at any time: nobody has to type in a hurry. Any other key, and any click, ends the
    // wait for it.
    let isGoing = false;
    const stopGoing = () => {
      isGoing = false;
    };
    const listener = (event: KeyboardEvent) => {
      const follows = isGoing;
      stopGoing();
      const isOurs = hasShortcuts.value && !isForFieldOrDialog(event) && !event.defaultPrevented;
      if (!isOurs || event.ctrlKey || event.metaKey || event.altKey) return;
      isGoing = event.key === "g";
      if (follows && event.key === "o") open("#/");
      else if (follows && event.key === "e" && shown.current !== null)
        open(linkTo({ view: "events" }));
      else actions[event.key]?.();
    };
    document.addEventListener("keydown", listener);
    const moves = ["pointerdown", "focusin"];
    for (const move of moves) document.addEventListener(move, stopGoing);
    return () => {
      document.removeEventListener("keydown", listener);
      for (const move of moves) document.removeEventListener(move, stopGoing);
    };
  }, []);
}
