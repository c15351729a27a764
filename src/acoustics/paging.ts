import { type ContractPeriod, clampToContract, secondsInside } from "./time/contract-period.ts";
import type { ClampedRange, SecondRange } from "./time/contract-period.ts";
import type { ParameterIssue } from "./errors.ts";
import { type Instant, instantOfSecond, type Interval } from "./time/instant.ts";
import type { Weighting } from "./levels/weighting.ts";

/**
 * Paging by the Unix second of the last record returned (docs/contract.md, 2.4).
 *
 * A sensor has at most one sample per second, and every sample is later than second 0. Each second therefore names one
 * position, and 0 can mean the start. The next page starts strictly after the cursor, in the direction of the order.
 * One record more than the page size is read.
 *
 * Worked example: samples at seconds 100, 200 and 300, page size 2, ascending. Three are fetched, two are returned, and
 * the cursor is 200. The next page searches from 201, finds one, and its cursor is null.
 */
export type Cursor = number & { readonly __unit: "Unix seconds" };

export type Order = "asc" | "desc";

/** A request for one page of samples or events. */
export interface PageRequest {
  readonly range: Interval;
  /** 1 to 2000; clients call it `limit`. */
  readonly pageSize: number;
  readonly order: Order;
  readonly weighting: Weighting;
  readonly cursor: Cursor;
  readonly withAudio: boolean;
}

/** The range and the cursor that a page may read. */
export interface PagePlan extends ClampedRange {
  /** Null means that no telemetry table is queried. */
  readonly seconds: SecondRange | null;
}

/**
 * Clamps a request to the contract and starts it after its cursor. Without overlap the plan is empty for any cursor.
 * Returns "cursor_out_of_range" for a cursor outside the effective range.
 */
export function planPage(
  request: PageRequest,
  contract: ContractPeriod,
): PagePlan | "cursor_out_of_range" {
  const clamp = clampToContract(request.range, contract);
  if (clamp.effectiveRange === null) return { ...clamp, seconds: null };
  if (!isCursorInside(request.cursor, clamp.effectiveRange)) return "cursor_out_of_range";
  const inside = secondsInside(clamp.effectiveRange);
  const seconds = inside && secondsBeyond(inside, request.cursor, request.order);
  return { ...clamp, seconds };
}

/** The seconds strictly after `cursor` in the direction of `order`, or null if there are none. */
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

/** One page of records. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The Unix second of the last record, or null exactly when nothing follows. */
  readonly cursor: Cursor | null;
}

/** Cuts fetched rows to one page: the row beyond `pageSize` shows that another follows. `second` is its Unix second. */
export function cutPage<Row extends { readonly second: number }>(
  fetched: readonly Row[],
  pageSize: number,
): Page<Row> {
  if (fetched.length <= pageSize) return { rows: fetched, cursor: null };
  const rows = fetched.slice(0, pageSize);
  return { rows, cursor: (rows.at(-1)?.second ?? 0) as Cursor };
}

/**
 * Reads a cursor, `0|[1-9][0-9]*` (docs/contract.md, 2.3). Returns null for any other text. Numbers too large
 * to be exact become the largest exact integer, which is later than every sample.
 */
export function parseCursor(text: string): Cursor | null {
  return /^(?:0|[1-9][0-9]*)$/.test(text)
    ? (Math.min(Number(text), Number.MAX_SAFE_INTEGER) as Cursor)
    : null;
}

export const pageSizes = { default: 288, lowest: 1, highest: 2000 } as const;

/** The rule of a page's size, as a message for clients. */
export const pageSizeRule = `must be a whole number from ${pageSizes.lowest} to ${pageSizes.highest}`;

/** Checks the arguments of a page. Returns every issue under the name of its argument. */
export function findPageIssues({
  startAt,
  endAt,
  limit,
}: {
  readonly startAt?: Instant | undefined;
  readonly endAt?: Instant | undefined;
  readonly limit?: number | undefined;
}): ParameterIssue[] {
  const issues: ParameterIssue[] = [];
  if (startAt !== undefined && endAt !== undefined && startAt > endAt) {
    issues.push({ parameter: "startAt", detail: "must not be after endAt" });
  }
  if (limit !== undefined && (limit < pageSizes.lowest || limit > pageSizes.highest)) {
    issues.push({ parameter: "limit", detail: pageSizeRule });
  }
  return issues;
}

/** True if `cursor` is in the range, both ends included; 0 always is. */
export function isCursorInside(cursor: Cursor, { startAt, endAt }: Interval): boolean {
  const instant = instantOfSecond(cursor);
  return cursor === 0 || (startAt <= instant && instant <= endAt);
}
