import { useEffect, useRef, useState } from "preact/hooks";
import { hasShortcuts, isForFieldOrDialog } from "../../components/frame/shortcuts.ts";
import { open } from "../../state/address.ts";

/** The targets of Enter and space; null where there is nothing to play. */
export interface RowTarget {
  readonly event: string;
  readonly play: (() => void) | null;
}

/**
 * The keys of a list of rows: j and k, or the arrows, choose a row, Enter opens it, space plays it. One row can be
 * reached with Tab. Outside the list only j and k work: the arrows scroll the page there.
 */
export function useRowKeys(targets: readonly RowTarget[]) {
  const list = useRef<HTMLTableSectionElement>(null);
  const [chosen, setChosen] = useState(0);
  const current = Math.min(chosen, Math.max(0, targets.length - 1));
  const choose = (index: number) => {
    const row = list.current?.querySelectorAll<HTMLElement>("[data-testid=event-row]")[index];
    if (row === undefined) return;
    setChosen(index);
    row.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (isForFieldOrDialog(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const isInList = list.current?.contains(document.activeElement) ?? false;
    const isOnRow = isInList && event.target instanceof HTMLTableRowElement;
    const target = targets[current];
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (isArrow ? !isInList : event.key !== "Enter" && !hasShortcuts.value) return;
    if (event.key === "ArrowDown" || event.key === "j") choose(isInList ? current + 1 : current);
    else if (event.key === "ArrowUp" || event.key === "k") choose(isInList ? current - 1 : current);
    else if (event.key === "Enter" && isOnRow && target !== undefined) open(target.event);
    else if (event.key === " " && isOnRow && target?.play != null) target.play();
    else return;
    event.preventDefault();
  };
  const latest = useRef(press);
  latest.current = press;
  useEffect(() => {
    const listener = (event: KeyboardEvent) => latest.current(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  /** The properties of the row with an index. */
  const rowProps = (index: number) => ({
    tabIndex: index === current ? 0 : -1,
    onFocus: () => setChosen(index),
  });
  return { list, rowProps };
}
