import { useLayoutEffect, useRef } from "preact/hooks";

/** A part below a row is not of the grid: its controls are stops of Tab. */
const control = "tr:not([data-below]) :is(a, button)";

const moves: Readonly<Partial<Record<string, readonly [rows: number, columns: number]>>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/**
 * Makes the controls of a table one stop of Tab (ARIA Authoring Practices, grid): the arrows go from control to
 * control, also inside a cell, and Tab comes back to the cell that was last focused.
 */
export function useGridKeys() {
  const table = useRef<HTMLTableElement>(null);
  const last = useRef<HTMLElement | null>(null);
  const settle = () => {
    const controls = controlsOf(table.current ?? undefined);
    const pressed = controls.find((each) => each.getAttribute("aria-pressed") === "true");
    const known = last.current !== null && controls.includes(last.current) ? last.current : null;
    const stop = known ?? pressed ?? controls[0];
    for (const each of controls) each.tabIndex = each === stop ? 0 : -1;
  };
  useLayoutEffect(settle);
  return {
    ref: table,
    onFocusIn: (event: FocusEvent) => {
      if (!(event.target instanceof HTMLElement) || !event.target.matches(control)) return;
      last.current = event.target;
      settle();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const { key, target } = event;
      const move = moves[key];
      if (move === undefined || !(target instanceof HTMLElement) || !target.matches(control))
        return;
      const next = controlFrom(target, move);
      if (next === null) return;
      event.preventDefault();
      next.focus();
    },
  };
}

/** The next control in a direction; of an infinite move the furthest. */
function controlFrom(
  from: HTMLElement,
  [rows, columns]: readonly [number, number],
): HTMLElement | null {
  const cell = from.closest<HTMLTableCellElement>("td, th");
  const row = cell?.closest("tr");
  const body = row?.parentElement;
  if (cell == null || row == null || body == null) return null;
  const place = controlsOf(cell).indexOf(from);
  const all = [...body.children].filter((each) => each instanceof HTMLTableRowElement);
  const beside = all.flatMap(({ cells }) => {
    const controls = controlsOf(cells[cell.cellIndex]);
    return controls[place] ?? controls[0] ?? [];
  });
  const line = rows === 0 ? controlsOf(row) : beside;
  const own = line.indexOf(from);
  const isForward = rows + columns > 0;
  const beyond = isForward ? line.slice(own + 1) : line.slice(0, own).toReversed();
  return (Number.isFinite(rows + columns) ? beyond[0] : beyond.at(-1)) ?? null;
}

function controlsOf(part: Element | undefined): HTMLElement[] {
  return [...(part?.querySelectorAll<HTMLElement>(control) ?? [])];
}
