import { useLayoutEffect, useRef } from "preact/hooks";

const control = "a, button";

const moves: Readonly<Partial<Record<string, readonly [rows: number, columns: number]>>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

/**
 * Makes the controls of a table one stop of Tab (ARIA Authoring Practices, grid): the arrows go from cell to cell, past
 * those without a control, and Tab comes back to the cell that was last focused.
 */
export function useGridKeys() {
  const table = useRef<HTMLTableElement>(null);
  const last = useRef<HTMLElement | null>(null);
  const settle = () => {
    const controls = [...(table.current?.querySelectorAll<HTMLElement>(control) ?? [])];
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
      const move = moves[event.key];
      if (move === undefined || !(event.target instanceof HTMLElement)) return;
      const cell = event.target.closest<HTMLTableCellElement>("td, th");
      const next = cell === null ? null : controlFrom(cell, move);
      if (next === null) return;
      event.preventDefault();
      next.focus();
    },
  };
}

/** The next control in a direction; of an infinite move the furthest. */
function controlFrom(
  cell: HTMLTableCellElement,
  [rows, columns]: readonly [number, number],
): HTMLElement | null {
  const row = cell.closest("tr");
  const body = row?.parentElement;
  if (row == null || body == null) return null;
  const all = [...body.children].filter((each) => each instanceof HTMLTableRowElement);
  const line = rows === 0 ? [...row.cells] : all.map((each) => each.cells[cell.cellIndex]);
  const place = rows === 0 ? cell.cellIndex : all.indexOf(row);
  const isForward = rows + columns > 0;
  const beyond = isForward ? line.slice(place + 1) : line.slice(0, place).toReversed();
  const found = beyond.flatMap((each) => each?.querySelector<HTMLElement>(control) ?? []);
  const isFar = !Number.isFinite(rows + columns);
  return (isFar ? found.at(-1) : found[0]) ?? null;
}
