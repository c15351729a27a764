export const millisecondsOfDay = 86_400_000;

/**
 * The date of a day, counted from 1970-01-01, in the Gregorian calendar: `YYYY-MM-DD`. The millisecond
 * after the last year of four digits is on `+010000-01-01`.
 */
export function dateOf(day: number): string {
  let date = printedDates.get(day);
  if (date === undefined) {
    [date = ""] = new Date(day * millisecondsOfDay).toISOString().split("T");
    if (printedDates.size >= datesKept) printedDates.clear();
    printedDates.set(day, date);
  }
  return date;
}

/** A year's timeline asks for each date many times; printing it costs more than all the rest. */
const printedDates = new Map<number, string>();
const datesKept = 1000;
