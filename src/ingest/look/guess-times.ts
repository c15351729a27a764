import { intervalOfTimes, longestInterval } from "../../acoustics/aggregates/sample-interval.ts";
import {
  type DateFormat,
  formsOf,
  isoFormat,
  parseDateFormat,
} from "../../acoustics/time/date-format.ts";
import { createTimeCell, withoutMidnight } from "../csv/read-time.ts";
import {
  clockHeader,
  dateHeaders,
  extremeHeader,
  lengthHeader,
  saysSensor,
} from "../csv/header-names.ts";

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
export function isMidnight(cell: string): boolean {
  return !isDate(cell) && isDate(withoutMidnight(cell));
}

/** A cell of a clock and its end, such as `10:00-11:00`. */
export const clockSpan =
  /^[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})? ?[-–] ?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?$/;

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
 * and a clock. `others` are columns of the same kind beside them; a midnight and a clock are of one kind.
 */
export function findTimes(
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): {
  readonly columns: ReadonlyMap<string, number>;
  readonly others: readonly number[];
} | null {
  const findCells = (test: (cell: string) => boolean) =>
    [...headers.keys()].filter(
      (at) =>
        !lengthHeader.test(headers[at] ?? "") &&
        rows.filter((row) => test(row[at] ?? "")).length * 2 > rows.length,
    );
  const find = (test: (cell: string) => boolean) =>
    findCells(test).filter((at) => !extremeHeader.test(headers[at] ?? ""));
  const named = (pattern: RegExp) => headers.findIndex((header) => pattern.test(header));
  const varies = (at: number) => Number(rows.some((row) => row[at] !== rows[0]?.[at]));
  // A clock that stands still is a length, unless its name is that of a clock: values of a day have one.
  const isClockName = (at: number) => Number(clockHeader.test(headers[at] ?? ""));
  const clocks = find(isClock).toSorted(
    (left, right) => isClockName(right) - isClockName(left) || varies(right) - varies(left),
  );
  const [time = -1] = clocks;
  const dated = find(isMidnight).filter((at) => isDateOf(at, time, headers, rows));
  const dates = [...find(isDate), ...dated];
  const [date = -1] = dates;
  const known = find(isTime).filter((at) => !dated.includes(at));
  // A list of events may have no other time than that of its extremes.
  const wholes = (known.length > 0 || date !== -1 ? known : findCells(isTime)).toSorted(
    (left, right) => varies(right) - varies(left),
  );
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
  const besideClock = [...dates.slice(1), ...clocks.slice(1)];
  const besideWhole = [
    ...wholes.slice(1),
    ...findCells(isClock).filter((at) => varies(at) === 1 || isClockName(at) === 1),
  ];
  const others = isWhole ? besideWhole : besideClock;
  return [...columns.values()].includes(-1) ? null : { columns, others };
}

/**
 * True if the midnights of a column are dates beside a clock: one sensor has a midnight in several rows, and their
 * clocks go one way, but for a clock change. Else they are the times of days, and the clock is that of something else.
 */
function isDateOf(
  date: number,
  time: number,
  headers: readonly string[],
  rows: readonly (readonly string[])[],
): boolean {
  if (time === -1) return false;
  const own = rows.filter((row) => isClock(row[time] ?? ""));
  const texts = textsOf(new Map(Object.entries({ date, time })), own);
  const form = formOf(texts);
  // Rows with other words are those of other sensors, or of other parts of a day. Remarks differ in each row.
  const isKey = (at: number) =>
    own.length < 5 || new Set(own.map((row) => row[at])).size < own.length;
  const keys = [...headers.keys()].filter((at) => saysSensor(headers[at] ?? "") || isKey(at));
  const isOfSensor = (cell: string, at: number) =>
    saysSensor(headers[at] ?? "") || /^\p{L}/u.test(cell);
  const last = new Map<string, number>();
  const steps: number[] = [];
  for (const [index, row] of own.entries()) {
    const words = keys.map((at) => [at, row[at] ?? ""] as const);
    const key = JSON.stringify([row[date], words.filter(([at, cell]) => isOfSensor(cell, at))]);
    const now = form?.parse(texts[index] ?? "")?.milliseconds ?? 0;
    const before = last.get(key);
    if (before !== undefined) steps.push(Math.sign(now - before));
    last.set(key, now);
  }
  const back = steps.filter((step) => step < 0).length;
  const rarer = Math.min(back, steps.length - back);
  return steps.length > 0 && !steps.includes(0) && rarer * 20 <= steps.length;
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

/** The form of times: the declared one if they fit it, or that which all fit. */
export function formOf(
  texts: readonly string[],
  declared: DateFormat = isoFormat,
): DateFormat | undefined {
  const isDeclared = texts.every((text) => declared.parse(text) !== null);
  return isDeclared ? declared : guessForm(texts)?.form;
}

/** The length of an interval in milliseconds that the distances of times in this order show. */
export function intervalOf(times: readonly number[]): number | null {
  const length = intervalOfTimes(times, 1000 * longestInterval)?.length ?? null;
  if (length === null) return null;
  // Times of a log of each second are up to a tenth of a second off (docs/importing.md); shorter rows are to be joined.
  return length < 1000 / 1.1 ? length : Math.round(length / 1000) * 1000;
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
