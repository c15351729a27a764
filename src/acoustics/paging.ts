import { type ContractPeriod, clampToContract, secondsInside } from "./time/contract-period.ts";
import type { ClampedRange, SecondRange } from "./time/contract-period.ts";
import { type Cursor, isCursorInside, type Order, secondsBeyond } from "./cursor.ts";
import type { ParameterIssue } from "./errors.ts";
import type { Instant } from "./time/instant.ts";
import type { Interval } from "./time/interval.ts";
import type { Weighting } from "./levels/weighting.ts";

/** One page of samples or events, as asked for. Invariants: `startAt <= endAt`, `limit` 1 to 2000. */
export interface PageRequest {
  readonly range: Interval;
  readonly limit: number;
  readonly order: Order;
  readonly weighting: Weighting;
  readonly cursor: Cursor;
  readonly withAudio: boolean;
}

export const pageLimit = { default: 288, lowest: 1, highest: 2000 } as const;

/** What is wrong with the bounds of a page, each by the name of its parameter; empty: nothing. */
export function findPageIssues(page: {
  readonly startAt?: Instant | undefined;
  readonly endAt?: Instant | undefined;
  readonly limit?: number | undefined;
}): ParameterIssue[] {
  const issues: ParameterIssue[] = [];
  if (page.startAt !== undefined && page.endAt !== undefined && page.startAt > page.endAt) {
    issues.push({ parameter: "startAt", detail: "must not be after endAt" });
  }
  if (
    page.limit !== undefined &&
    (page.limit < pageLimit.lowest || page.limit > pageLimit.highest)
  ) {
    issues.push({
      parameter: "limit",
      detail: `must be a whole number from ${pageLimit.lowest} to ${pageLimit.highest}`,
    });
  }
  return issues;
}

/** What a page may read: `seconds` null means that no telemetry is to be queried. */
export interface PagePlan extends ClampedRange {
  readonly seconds: SecondRange | null;
}

/**
 * Clamps a request to the contract and starts it beyond its cursor. Without overlap the plan is empty
 * whatever the cursor. Returns "cursor_out_of_range" for a cursor outside the effective range.
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
