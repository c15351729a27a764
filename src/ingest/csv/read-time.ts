import type { Instant } from "../../acoustics/time/instant.ts";
import { type LocalTime, resolveLocalTime } from "../../acoustics/time/local-time.ts";
import { offsetSpanAt } from "../../acoustics/time/time-zone.ts";
import { clockOfMinute } from "../../acoustics/time/clock-text.ts";
import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import { type CsvFormat, quoteCell } from "./csv-format.ts";
import type { ColumnNames } from "./csv-table.ts";
import { formsOf, isoFormat } from "../../acoustics/time/date-format.ts";

/** The reason for rejecting a sample or recording at Unix second 0 or before: a cursor of 0 means the start. */
export const beforeFirst = "is before 1970-01-01T00:00:01Z, the first second that is kept";

/**
 * A time in a column: the instants that its local time may mean, or the reason that it is no time. A time with an
 * offset, or without a zone, is one instant.
 */
export type ReadTime = LocalTime | { readonly kind: "bad"; readonly reason: string };

export interface TimeReaderOptions extends Pick<
  CsvFormat,
  "dateFormat" | "timeZone" | "intervalSeconds" | "labels"
> {
  /** The present time: a time more than a day after it is rejected. Null: no time is rejected for this reason. */
  readonly now: Instant | null;
}

export function createTimeReader(options: TimeReaderOptions) {
  const { dateFormat, timeZone, now } = options;
  const lastMilliseconds = now === null ? Infinity : now + millisecondsOfDay;
  /*
   * Labels at the end are one interval later than the start, counted in elapsed time. Worked example in Dublin,
   * 2019-10-27, five minutes: the end 01:00 of the second pass (01:00Z) is the sample from 00:55Z, 01:55 of the first
   * pass.
   */
  const early = options.labels === "end" ? (options.intervalSeconds ?? 0) * 1000 : 0;
  let hasOffset = true;
  let span = { startAt: 0, endAt: 0, offset: 0 };
  return {
    read(column: string, cell: string): ReadTime {
      const time = dateFormat.parse(cell);
      if (time === null)
        return { kind: "bad", reason: `${column} ${quoteCell(cell)} ${adviceFor(cell)}` };
      ({ hasOffset } = time);
      if (hasOffset || timeZone === null)
        return { kind: "one", instant: time.milliseconds as Instant };
      // Most times are far from the last clock change and from the next one.
      const instant = time.milliseconds - span.offset;
      if (instant - millisecondsOfDay < span.startAt || instant + millisecondsOfDay >= span.endAt) {
        span = offsetSpanAt(timeZone, instant as Instant);
        return resolveLocalTime(timeZone, time.milliseconds);
      }
      return { kind: "one", instant: instant as Instant };
    },
    /**
     * The start in milliseconds of a row with this time, or the reason for rejecting it. `decided` is the instant of a
     * local time that exists twice; null if the order of the rows does not determine it.
     */
    startOf(column: string, cell: string, time: ReadTime, decided: number | null): number | string {
      if (time.kind === "bad") return time.reason;
      if (time.kind === "none") {
        const [from, to] = [clockAt(time.from), clockAt(time.to)];
        return `${column} ${quoteCell(cell)} does not exist in ${timeZone}: the clock went from ${from} to ${to}`;
      }
      const instant = time.kind === "one" ? time.instant : decided;
      if (instant === null) {
        return `${column} ${quoteCell(cell)} exists twice in ${timeZone}, and the order of the rows does not decide which is meant`;
      }
      const start = instant - early;
      if (start < 1000) return `${column} ${quoteCell(cell)} ${beforeFirst}`;
      return start > lastMilliseconds
        ? `${column} ${quoteCell(cell)} is more than a day in the future (--allow-future accepts it)`
        : start;
    },
    /** True if the last time named its offset. */
    get hadOffset() {
      return hasOffset;
    },
    /** True if the last time had no offset and was read as UTC, because no zone is given. */
    get wasReadAsUtc() {
      return timeZone === null && !hasOffset;
    },
  };

  function adviceFor(cell: string): string {
    const forms = formsOf(cell).filter((text) => text !== dateFormat.text);
    const fitting = forms.map((text) => JSON.stringify(text)).join(" or ");
    if (dateFormat.text !== isoFormat.text) {
      const fits =
        isoFormat.parse(cell) === null ? fitting : "ISO 8601, which needs no --date-format,";
      return `is no time of the form ${dateFormat.text}${fits === "" ? "" : `: ${fits} fits`}`;
    }
    const isDate = /^\d{1,4}[/.]\d|^\d{1,2}-\d/.test(cell);
    const other = isDate ? ": --date-format reads years of four digits, with a clock" : "";
    const advice = forms.length > 0 ? `: use --date-format ${fitting}` : other;
    return `is no instant such as 2019-03-01T00:00:00Z${advice}`;
  }
}

/** The text of the time of a record, from its one column or from its parts. */
export function createTimeCell(
  start: string,
  names: ColumnNames,
  dateFormat: CsvFormat["dateFormat"],
): (cells: readonly string[]) => string {
  const cellOf = (name: string) => {
    const position = names.indexOf(name);
    return (cells: readonly string[]) => cells[position] ?? "";
  };
  if (names.includes(start)) return cellOf(start);
  const [date, time] = [cellOf("date"), cellOf("time")];
  if (names.includes("date")) return (cells) => `${withoutMidnight(date(cells))} ${time(cells)}`;
  const [year, month, day] = [cellOf("year"), cellOf("month"), cellOf("day")];
  return (cells) => `${dateFormat.dateOf(year(cells), month(cells), day(cells))} ${time(cells)}`;
}

/** The date of a cell that also has midnight, as in spreadsheets: `17/03/2026 00:00:00`. With `Z` it is a time. */
export function withoutMidnight(cell: string): string {
  return cell.length > 10 ? cell.replace(midnight, "") : cell;
}

const midnight = /(?: +|T)(?:0?0:00(?::00(?:[.,]0+)?)?|12:00(?::00)? ?AM)$/i;

/** `HH:mm` of a local time in milliseconds. */
export function clockAt(local: number): string {
  const clock = ((local % millisecondsOfDay) + millisecondsOfDay) % millisecondsOfDay;
  return clockOfMinute(Math.floor(clock / 60_000));
}
