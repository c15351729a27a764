import type { SecondRange } from "./time/contract-period.ts";
import { instantOfSecond } from "./time/instant.ts";
import type { Interval } from "./time/interval.ts";

/**
 * Paging by the Unix second of the last record returned. A sensor has at most one sample a second
 * and every sample lies after second 0, so the second names one place in the sequence and 0 is free
 * to mean the start. The next page begins strictly beyond it, in the direction of the order.
 *
 * Worked example: samples at seconds 100, 200, 300, limit 2, ascending. Three are fetched, two are
 * returned, the cursor is 200; the next page searches from 201, finds one, and its cursor is null.
 */
export type Cursor = number & { readonly __unit: "Unix seconds" };

export type Order = "asc" | "desc";

const cursorPattern = /^(?:0|[1-9][0-9]*)$/;

/** The cursor that `text` is, or null. Beyond exact integers it stands for the end of time. */
export function parseCursor(text: string): Cursor | null {
  return cursorPattern.test(text)
    ? (Math.min(Number(text), Number.MAX_SAFE_INTEGER) as Cursor)
    : null;
}

/** Whether a page that starts at `cursor` starts inside the range; 0 always does. */
export function isCursorInside(cursor: Cursor, effectiveRange: Interval): boolean {
  if (cursor === 0) return true;
  const instant = instantOfSecond(cursor);
  return effectiveRange.startAt <= instant && instant <= effectiveRange.endAt;
}

/** The seconds that are left to search strictly beyond `cursor`, or null where none is. */
export function secondsBeyond(
  seconds: SecondRange,
  cursor: Cursor,
  order: Order,
): SecondRange | null {
  if (cursor === 0) return seconds;
  const rest =
    order === "asc"
      ? { first: Math.max(seconds.first, cursor + 1), last: seconds.last }
      : { first: seconds.first, last: Math.min(seconds.last, cursor - 1) };
  return rest.first <= rest.last ? rest : null;
}

/** One page cut from `limit + 1` fetched records. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Null exactly when nothing follows. */
  readonly cursor: Cursor | null;
}

/** Cuts what was fetched (`limit + 1` rows where there are that many) to one page. */
export function cutPage<Row extends { readonly second: number }>(
  fetched: readonly Row[],
  limit: number,
): Page<Row> {
  if (fetched.length <= limit) return { rows: fetched, cursor: null };
  const rows = fetched.slice(0, limit);
  return { rows, cursor: (rows.at(-1)?.second ?? 0) as Cursor };
}
