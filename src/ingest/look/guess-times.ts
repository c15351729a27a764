import {
  type DateFormat,
  formsOf,
  isoFormat,
  parseDateFormat,
} from "../../acoustics/time/date-format.ts";
import { createTimeCell, withoutMidnight } from "../csv/read-time.ts";
import { clockHeader, dateHeaders, lengthHeader } from "../csv/header-names.ts";

const clock = /^[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?:\s*[AaPp]\.?\s?[Mm]\.?)?$/;
const datePattern =
  /^(?:[0-9]{4}([-./])[0-9]{1,2}\1[0-9]{1,2}|[0-9]{1,2}([-./])[0-9]{1,2}\2[0-9]{4})$/;

/** Unix seconds or milliseconds of the years 2001 to 2065. */
const unix = /^[12][0-9]{9}(?:[0-9]{3})?(?:[.,][0-9]+)?$/;

export function isClock(cell: string): boolean {
  return clock.test(cell);
}

function isDate(cell: string): boolean {
  return datePattern.test(cell);
}

/** True for a date with the clock of midnight. */
function isMidnight(cell: string): boolean {
  return !isDate(cell) && isDate(withoutMidnight(cell));
}

/** A clock and its end, such as `10:00-11:00`. */
export const clockSpan =
  /(?<![0-9:T-])[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})? ?[-–] ?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?![0-9])/;

/** True for a whole time in one cell. */
export function isTime(cell: string): boolean {
  if (unix.test(cell)) return true;
  return (
    /[0-9]:[0-9]/.test(cell) &&
    !isClock(cell) &&
    (isoFormat.parse(cell) !== null || formsOf(cell).length > 0)
  );
}

/**
 * Finds the columns of times by our names: one of whole times, or one of dates and one of clocks, or year, month, day
 * and a clock. `others` are columns of the same kind beside them.
 */
export function findTimes(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): {
  readonly columns: ReadonlyMap<string, number>;
  readonly others: readonly number[];
} | null {
  const find = (test: (cell: string) => boolean) =>
    headers.flatMap((header, at) =>
      !lengthHeader.test(header) &&
      rows.filter((row) => test(row[at] ?? "")).length * 2 > rows.length
        ? [at]
        : [],
    );
  const named = (pattern: RegExp) => headers.findIndex((header) => pattern.test(header));
  const varies = (at: number) => Number(rows.some((row) => row[at] !== rows[0]?.[at]));
  const dates = [...find(isDate), ...find(isMidnight)];
  // Values of a day have one clock, and that of their maximum beside it. Other clocks that stand still are lengths.
  const isOfExtreme = (at: number) => /max|peak|of min/i.test(headers[at] ?? "");
  const isClockName = (at: number) =>
    Number(clockHeader.test(headers[at] ?? "") && !isOfExtreme(at));
  const clocks = find(isClock).toSorted(
    (left, right) => isClockName(right) - isClockName(left) || varies(right) - varies(left),
  );
  const [date = -1, time = -1] = [dates[0], clocks[0]];
  // Midnight beside the clock of the rows is that of a date, and one that comes once each is the time of a day.
  const comesTwice = (at: number) => new Set(rows.map((row) => row[at])).size < rows.length;
  const isBesideClock = (at: number) =>
    dates.includes(at) &&
    time !== -1 &&
    !isOfExtreme(time) &&
    (isClockName(time) === 1 || comesTwice(at));
  const wholes = find(isTime)
    .filter((at) => !isBesideClock(at))
    .toSorted((left, right) => varies(right) - varies(left));
  const [whole = -1] = wholes;
  const parts = Object.entries(dateHeaders).map(
    ([name, pattern]) => [name, named(pattern)] as const,
  );
  // A time that stands still beside a clock that does not is that of the whole measurement.
  const isWhole = whole !== -1 && (date === -1 || varies(whole) >= varies(time));
  const columns = new Map<string, number>(
    isWhole
      ? [["datetime", whole]]
      : [...(date !== -1 ? [["date", date] as const] : parts), ["time", time]],
  );
  const others = isWhole ? wholes.slice(1) : [...dates.slice(1), ...clocks.slice(1)];
  return [...columns.values()].includes(-1) ? null : { columns, others };
}

/** The texts of the times of rows. */
export function textsOf(
  columns: ReadonlyMap<string, number>,
  rows: readonly (readonly string[])[],
): string[] {
  const width = Math.max(...columns.values()) + 1;
  const nameAt = (at: number) => [...columns].find(([, position]) => position === at)?.[0] ?? null;
  const names = Array.from({ length: width }, (_, at) => nameAt(at));
  return rows.map(createTimeCell("datetime", names, isoFormat));
}

export interface GuessedForm {
  readonly form: DateFormat;
  /** Another form that all times fit: day and month may be exchanged. */
  readonly other: DateFormat | null;
}

/** Finds the form that all times fit; null: there is none. Of two, a clock with AM and PM is that of the USA. */
export function guessForm(texts: readonly string[]): GuessedForm | null {
  const [first = ""] = texts;
  const fitting = formsOf(first).flatMap((text) => {
    const form = parseDateFormat(text);
    const fits = form !== null && texts.every((time) => form.parse(time) !== null);
    return fits && isPlausible(form, first) ? [form] : [];
  });
  const isHalfDay = /[AaPp]\.?\s?[Mm]/.test(first);
  const preferred = isHalfDay ? "MM" : "DD";
  const [form, other = null] = fitting.toSorted(
    (left, right) =>
      Number(right.text.startsWith(preferred)) - Number(left.text.startsWith(preferred)),
  );
  return form === undefined ? null : { form, other };
}

/** Ten digits are seconds, thirteen are milliseconds. */
function isPlausible({ text }: DateFormat, cell: string): boolean {
  if (!text.startsWith("unix")) return true;
  return (text === "unix") === /^[0-9]{10}(?![0-9])/.test(cell);
}
