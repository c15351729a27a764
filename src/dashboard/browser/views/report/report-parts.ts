import {
  type ContractDays,
  cutToContract,
  daysOf,
  isOutside,
  type LocalRange,
  type Seconds,
} from "../../time/range.ts";
import { dateOf, startOfDay, type TimeZone } from "../../time/local-time.ts";

/** Plots of levels of one report at most: a week of a sensor each. */
export const mostPlots = 150;

/**
 * The part of a range that the contract has, in weeks from its first day; the last may be shorter. They end with a
 * local day, or with the range.
 */
export function weeksOf(
  wanted: LocalRange,
  contract: ContractDays | null,
  zone: TimeZone,
): LocalRange[] {
  const range = cutToContract(wanted, contract, zone);
  if (range === null) return [];
  const { from, to } = daysOf(range, zone);
  const weeks: LocalRange[] = [];
  for (let day = from; day <= to; day += 7) {
    const lastDay = Math.min(day + 6, to);
    weeks.push({
      from: day === from ? range.from : dateOf(day),
      to: lastDay === to ? range.to : dateOf(lastDay),
      first: day === from ? range.first : startOfDay(day, zone),
      last: lastDay === to ? range.last : startOfDay(lastDay + 1, zone) - 1,
    });
  }
  return weeks;
}

/** True if all of a wanted range is read, no sample of it is awaited any more, and the contract has a part of it. */
export function isFinal(read: LocalRange, wanted: LocalRange, contract: Seconds | null): boolean {
  return read.last === wanted.last && contract !== null && !isOutside(read, contract);
}
