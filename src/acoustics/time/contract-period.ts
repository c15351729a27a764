import { isPrintableInstant } from "./instant.ts";
import { type Interval, intersectIntervals } from "./interval.ts";
import { parseTimeZone, type TimeZone } from "./time-zone.ts";

/**
 * The contract period of a project: the only time of which data and events may be read
 * (specification, section 8). Both boundaries are inside. Example: a contract to
 * 2019-04-28T22:59:59Z and a request to 2019-05-01 read to 22:59:59, and the answer says so.
 */
export type ContractPeriod = Interval & { readonly __checked: "contract" };

/** The period of two stored bounds in milliseconds, or null where they are no valid configuration. */
export function parseContractPeriod(
  startAt: number | null,
  endAt: number | null,
): ContractPeriod | null {
  if (startAt === null || endAt === null) return null;
  if (!isPrintableInstant(startAt) || !isPrintableInstant(endAt) || startAt > endAt) return null;
  return { startAt, endAt } as ContractPeriod;
}

/** A contract whose limits can be worked out: its period, and the zone in which its clock runs. */
export interface ContractConfiguration {
  readonly contract: ContractPeriod;
  readonly timeZone: TimeZone;
}

/** What is stored of a contract, or null where a bound or the time zone makes it invalid. */
export function parseContractConfiguration(stored: {
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly timezone: string;
}): ContractConfiguration | null {
  const contract = parseContractPeriod(stored.startAt, stored.endAt);
  const timeZone = parseTimeZone(stored.timezone);
  return contract === null || timeZone === null ? null : { contract, timeZone };
}

/** A requested range cut to the contract. */
export interface ClampedRange {
  /** Whether anything was cut off. */
  readonly clamped: boolean;
  /** What is left, or null where nothing is. */
  readonly effectiveRange: Interval | null;
}

export function clampToContract(requested: Interval, contract: ContractPeriod): ClampedRange {
  const effectiveRange = intersectIntervals(requested, contract);
  const clamped =
    effectiveRange === null ||
    effectiveRange.startAt !== requested.startAt ||
    effectiveRange.endAt !== requested.endAt;
  return { clamped, effectiveRange };
}

/** The whole seconds inside a range, or null where there is none: samples lie on whole seconds. */
export function secondsInside(range: Interval): SecondRange | null {
  // Adding 0 turns the -0 that rounding up gives before the epoch into 0.
  const first = Math.ceil(range.startAt / 1000) + 0;
  const last = Math.floor(range.endAt / 1000);
  return first <= last ? { first, last } : null;
}

/** Whole Unix seconds with both ends inside. Invariant: `first <= last`. */
export interface SecondRange {
  readonly first: number;
  readonly last: number;
}
