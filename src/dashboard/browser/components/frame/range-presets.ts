import type { ProjectScope } from "../../state/project-scope.tsx";
import { dateOf, dayNumber, localDay } from "../../time/local-time.ts";
import { cutToContract, type LocalRange, rangeOfDays } from "../../time/range.ts";

/** A named range; null where the contract holds none of its days. */
export interface PresetRange {
  readonly name: string;
  readonly range: LocalRange | null;
}

/**
 * The ranges of the buttons. "7 days" and "28 days" end with the newest sample and "Month" is the month of it,
 * because data may be weeks old; "Today" and "Yesterday" are those of the project's calendar at `now`.
 */
export function presetRanges(
  { zone, contract, newestSecond }: Pick<ProjectScope, "zone" | "contract" | "newestSecond">,
  now: number,
): PresetRange[] {
  const today = localDay(now, zone);
  const newest = newestSecond === null ? today : localDay(newestSecond, zone);
  const between = (from: number, to: number) =>
    cutToContract(rangeOfDays(from, to, zone), contract, zone);
  const month = monthOf(newest);
  return [
    { name: "Today", range: between(today, today) },
    { name: "Yesterday", range: between(today - 1, today - 1) },
    { name: "7 days", range: between(newest - 6, newest) },
    { name: "28 days", range: between(newest - 27, newest) },
    { name: "Month", range: between(month.from, month.to) },
    {
      name: "Contract",
      range: contract === null ? null : rangeOfDays(contract.fromDay, contract.toDay, zone),
    },
  ];
}

/** The first and the last day of the calendar month of a day. */
function monthOf(day: number): { from: number; to: number } {
  const [year = 0, month = 1] = dateOf(day).split("-").map(Number);
  const first = (of: number) => Date.UTC(year, of, 1) / 86_400_000;
  return { from: dayNumber(dateOf(first(month - 1))) ?? day, to: first(month) - 1 };
}
