import type { ProjectScope } from "../../state/project-scope.tsx";
import { weekdayOf, weekdays } from "../../../../acoustics/time/wall-clock.ts";
import { localDay } from "../../time/local-time.ts";
import {
  cutToContract,
  daysOfMonth,
  type LocalRange,
  monthOf,
  rangeOfDays,
} from "../../time/range.ts";

/** A named range; null where the contract holds none of its days. */
export interface PresetRange {
  readonly name: string;
  readonly range: LocalRange | null;
}

/**
 * The ranges of the buttons. "7 days" and "28 days" end with the newest sample and "Month" is the month of it,
 * because data may be weeks old; "Today", "Yesterday", "Last week" (from Monday, ISO 8601) and "Last month" are those
 * of the project's calendar at `now`.
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
  const lastMonth = daysOfMonth(monthOf(today).index - 1);
  const monday = today - weekdays.indexOf(weekdayOf(today));
  return [
    { name: "Today", range: between(today, today) },
    { name: "Yesterday", range: between(today - 1, today - 1) },
    { name: "Last week", range: between(monday - 7, monday - 1) },
    { name: "Last month", range: between(lastMonth.from, lastMonth.to) },
    { name: "7 days", range: between(newest - 6, newest) },
    { name: "28 days", range: between(newest - 27, newest) },
    { name: "Month", range: between(month.from, month.to) },
    {
      name: "Contract",
      range: contract === null ? null : rangeOfDays(contract.fromDay, contract.toDay, zone),
    },
  ];
}
