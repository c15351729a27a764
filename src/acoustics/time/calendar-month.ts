/** A month of the calendar in UTC, counted from January 1970. Example: 2026-11 is 682. */
export type Month = number & { readonly __unit: "months since January 1970" };

/** The month of a Unix second. */
export function monthOfSecond(unixSecond: number): Month {
  const date = new Date(unixSecond * 1000);
  return monthOf(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

/** The month of a year, 1 to 12. */
export function monthOf(year: number, month: number): Month {
  return ((year - 1970) * 12 + month - 1) as Month;
}

/** The first Unix second of a month. */
export function firstSecondOfMonth(month: Month): number {
  return Date.UTC(1970, month, 1) / 1000;
}

export function addMonths(month: Month, count: number): Month {
  return (month + count) as Month;
}

/** The year and the month of it, 1 to 12. */
export function partsOfMonth(month: Month): { readonly year: number; readonly month: number } {
  const year = 1970 + Math.floor(month / 12);
  return { year, month: month - (year - 1970) * 12 + 1 };
}
