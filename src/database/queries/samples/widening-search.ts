import type { Order } from "../../../acoustics/paging.ts";
import type { SecondRange } from "../../../acoustics/time/contract-period.ts";
import {
  addMonths,
  firstSecondOfMonth,
  monthOfSecond,
} from "../../../acoustics/time/calendar-month.ts";

/*
 * The server plans for and opens the table of each month of a range, and the first two months mostly suffice. Each
 * wider read begins at the start again, so that its result is of one moment also during an import. The discarded
 * results are small.
 */

/** Searches a range from its first end in `order`: two months, five years, then all, until enough is found. */
export async function searchWidening<Found>(
  seconds: SecondRange,
  order: Order,
  read: (seconds: SecondRange) => Promise<Found>,
  isEnough: (found: Found) => boolean,
): Promise<Found> {
  for (const months of [2, 60]) {
    const near = firstMonths(seconds, order, months);
    if (near === seconds) break;
    const found = await read(near);
    if (isEnough(found)) return found;
  }
  return read(seconds);
}

/** The part of a range in the first months that it touches in `order`, or the range itself if it is no longer. */
export function firstMonths(seconds: SecondRange, order: Order, months: number): SecondRange {
  const { first, last } = seconds;
  if (order === "asc") {
    const end = firstSecondOfMonth(addMonths(monthOfSecond(first), months));
    return end > last ? seconds : { first, last: end - 1 };
  }
  const start = firstSecondOfMonth(addMonths(monthOfSecond(last), 1 - months));
  return start <= first ? seconds : { first: start, last };
}
