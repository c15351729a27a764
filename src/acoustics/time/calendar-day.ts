export const millisecondsOfDay = 86_400_000;

/**
 * The Gregorian date of a day, counted from 1970-01-01, as `YYYY-MM-DD`. The day after 9999-12-31 is
 * `+010000-01-01`: a range that ends with the year 9999 ends, exclusively, on it.
 */
export function dateOf(day: number): string {
  let date = cachedDates.get(day);
  if (date === undefined) {
    [date = ""] = new Date(day * millisecondsOfDay).toISOString().split("T");
    if (cachedDates.size >= cacheSize) cachedDates.clear();
    cachedDates.set(day, date);
  }
  return date;
}

// A timeline of a year needs each date many times, and formatting it is most of the work.
const cachedDates = new Map<number, string>();
const cacheSize = 1000;
