import { type Instant, intersectIntervals, type Interval, isPrintableInstant } from "./instant.ts";
import { parseTimeZone, type TimeZone } from "./time-zone.ts";

/**
 * The contract period of a project: data and events are read only inside it (docs/contract.md, 2.4). Both boundaries
 * are inside. Example: the contract ends at 2019-04-28T22:59:59Z and a request at 2019-05-01; the page reads to
 * 22:59:59, and its `meta` has `clamped: true`.
 */
export type ContractPeriod = Interval & { readonly __checked: "contract" };

/** A stored contract after its check: its period and time zone, or the issue as a message for the operator. */
export type ContractConfiguration =
  | { readonly isValid: true; readonly contract: ContractPeriod; readonly timeZone: TimeZone }
  | { readonly isValid: false; readonly issue: string };

/** Checks a stored contract. Bounds are in milliseconds; a contract without bounds counts as missing. */
export function parseContractConfiguration({
  startAt,
  endAt,
  timezone,
}: {
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly timezone: string;
}): ContractConfiguration {
  const invalid = (issue: string) => ({ isValid: false, issue }) as const;
  if (startAt === null && endAt === null) return invalid("no contract is configured");
  if (startAt === null) return invalid("the contract has no start");
  if (endAt === null) return invalid("the contract has no end");
  if (!isPrintableInstant(startAt) || !isPrintableInstant(endAt)) {
    return invalid("the contract has a bound outside the years 0001 to 9999");
  }
  if (startAt > endAt) return invalid("the contract starts after it ends");
  const timeZone = parseTimeZone(timezone);
  if (timeZone === null) return invalid(`the time zone "${timezone}" is unknown`);
  return { isValid: true, contract: { startAt, endAt } as ContractPeriod, timeZone };
}

/** A requested range cut to the contract. */
export interface ClampedRange {
  /** True if the contract has cut the range. */
  readonly clamped: boolean;
  /** The part inside the contract, or null without overlap. */
  readonly effectiveRange: Interval | null;
}

/** Cuts a requested range to the contract. */
export function clampToContract(requested: Interval, contract: ContractPeriod): ClampedRange {
  const effectiveRange = intersectIntervals(requested, contract);
  const clamped =
    effectiveRange === null ||
    effectiveRange.startAt !== requested.startAt ||
    effectiveRange.endAt !== requested.endAt;
  return { clamped, effectiveRange };
}

/** The whole Unix seconds inside a range, or null if there are none. Samples lie on whole seconds. */
export function secondsInside(range: Interval): SecondRange | null {
  // Rounding up before 1970 may return -0; adding 0 makes it 0.
  const first = Math.ceil(range.startAt / 1000) + 0;
  const last = Math.floor(range.endAt / 1000);
  return first <= last ? { first, last } : null;
}

/** The seconds up to `now`, where a latest sample is searched: one of the future must not hide a silent sensor. */
export function latestSeconds({ startAt, endAt }: Interval, now: Instant): SecondRange | null {
  if (now < startAt) return null;
  return secondsInside({ startAt, endAt: now < endAt ? now : endAt });
}

/** The seconds in both ranges, or null if there are none. */
export function intersectSeconds(left: SecondRange, right: SecondRange): SecondRange | null {
  const first = Math.max(left.first, right.first);
  const last = Math.min(left.last, right.last);
  return first <= last ? { first, last } : null;
}

/** The number of seconds in a range. */
export function lengthOf({ first, last }: SecondRange): number {
  return last - first + 1;
}

/** A range of whole Unix seconds, both ends included. Invariant: `first <= last`. */
export interface SecondRange {
  readonly first: number;
  readonly last: number;
}
