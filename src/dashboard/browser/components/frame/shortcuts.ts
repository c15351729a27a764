import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { linkTo, open, pushParameters } from "#dashboard/browser/state/address.ts";
import type { ProjectScope } from "#dashboard/browser/state/project-scope.tsx";
import { showsTables } from "#dashboard/browser/state/tables.ts";
import { cutToContract, shiftRange } from "#dashboard/browser/time/range.ts";

/** Whether single keys do something. A person may switch them off in the help. */
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
];

/** Whether a key belongs to the field that has the focus, or to an open dialog. A checkbox takes no letters. */
export function isForFieldOrDialog({ target }: KeyboardEvent): boolean {
  if (document.querySelector("dialog:modal") !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox]), select, textarea"))
  );
}

/** Listens to the keys of all views; without a project, those of ranges and events do nothing. */
export function useShortcuts(scope: ProjectScope | null): void {
  // A key pressed right after a render acts on what the person sees; effects run later.
  const shown = useRef(scope);
  shown.current = scope;
  const isGoing = useRef(false);
  useEffect(() => {
    const step = (direction: -1 | 1) => {
      if (shown.current === null) return;
      const { range, zone, contract } = shown.current;
      const target = cutToContract(shiftRange(range, direction, zone), contract, zone);
      if (target !== null) pushParameters({ from: target.from, to: target.to });
    };
    const actions: Readonly<Record<string, () => void>> = {
      "[": () => step(-1),
      "]": () => step(1),
      t: () => (showsTables.value = !showsTables.value),
    };
    const listener = (event: KeyboardEvent) => {
      const isOurs = hasShortcuts.value && !isForFieldOrDialog(event) && !event.defaultPrevented;
      if (!isOurs || event.ctrlKey || event.metaKey || event.altKey) return;
      // However long after: nobody has to type in a hurry.
      const follows = isGoing.current;
      isGoing.current = event.key === "g";
      if (follows && event.key === "o") open("#/");
      else if (follows && event.key === "e" && shown.current !== null)
        open(linkTo({ view: "events" }));
      else actions[event.key]?.();
    };
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
