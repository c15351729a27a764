import type { Instant } from "../../acoustics/time/instant.ts";
import { type LocalTime, resolveLocalTime } from "../../acoustics/time/local-time.ts";
import { clockOfMinute } from "../../acoustics/time/wall-clock.ts";
import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import { type CsvFormat, quoteCell } from "./csv-format.ts";
import { parseWrittenTime } from "./date-format.ts";
import { beforeFirst } from "../first-second.ts";

/**
 * Reads the time in a column in Unix seconds. Adds issues to `reasons`. `decided` is the instant of a local time that
 * exists twice; null if the order of the rows does not determine it.
 *
 * Labels at the end are one interval later than the start, counted in elapsed time. Worked example in Dublin,
 * 2019-10-27, five minutes: the end 01:00 of the second pass (01:00Z) is the sample from 00:55Z, 01:55 of the first
 * pass.
 */
export type ReadTime = (
  column: string,
  cell: string,
  decided: number | null,
  reasons: string[],
) => number;

export interface TimeReaderOptions extends Pick<
  CsvFormat,
  "dateFormat" | "timeZone" | "intervalSeconds"
> {
  /** The present time: a time more than a day after it is rejected. Null: no time is rejected for this reason. */
  readonly now: Instant | null;
}

export function createTimeReader({
  dateFormat,
  timeZone,
  intervalSeconds,
  now,
}: TimeReaderOptions) {
  const lastMilliseconds = now === null ? Infinity : now + millisecondsOfDay;
  let wasReadAsUtc = false;
  const instantOf = (cell: string, decided: number | null): number | string => {
    const time = parseWrittenTime(cell, dateFormat);
    wasReadAsUtc = time !== null && !time.hasOffset && timeZone === null;
    if (time === null) {
      if (dateFormat !== null) return `is no time of the form ${dateFormat.text}`;
      const advice = /^\d{1,4}[/.]\d|^\d{1,2}-\d/.test(cell) ? ": use --date-format" : "";
      return `is no instant such as 2019-03-01T00:00:00Z${advice}`;
    }
    if (time.hasOffset || timeZone === null) return time.milliseconds;
    const local = resolveLocalTime(timeZone, time.milliseconds);
    if (local.kind === "one") return local.instant;
    if (local.kind === "two") {
      return (
        decided ??
        `exists twice in ${timeZone}, and the order of the rows does not decide which is meant`
      );
    }
    const [from, to] = [clockAt(local.from), clockAt(local.to)];
    return `does not exist in ${timeZone}: the clock went from ${from} to ${to}`;
  };
  const read: ReadTime = (column, cell, decided, reasons) => {
    const instant = instantOf(cell, decided);
    if (typeof instant === "string") {
      reasons.push(`${column} ${quoteCell(cell)} ${instant}`);
      return 0;
    }
    const second = Math.floor(instant / 1000) - (intervalSeconds ?? 0);
    if (second <= 0) reasons.push(`${column} ${quoteCell(cell)} ${beforeFirst}`);
    if (second * 1000 > lastMilliseconds) {
      reasons.push(
        `${column} ${quoteCell(cell)} is more than a day in the future (--allow-future accepts it)`,
      );
    }
    return second;
  };
  return {
    read,
    /** The instants of a local time; null for a time with an offset, and for any other text. */
    localOf(cell: string): LocalTime | null {
      const time = timeZone === null ? null : parseWrittenTime(cell, dateFormat);
      if (time === null || timeZone === null || time.hasOffset) return null;
      return resolveLocalTime(timeZone, time.milliseconds);
    },
    /** True if the last time had no offset and was read as UTC, because no zone is given. */
    get wasReadAsUtc() {
      return wasReadAsUtc;
    },
  };
}

/** `HH:mm` of a local time in milliseconds. */
function clockAt(local: number): string {
  const clock = ((local % millisecondsOfDay) + millisecondsOfDay) % millisecondsOfDay;
  return clockOfMinute(Math.floor(clock / 60_000));
}
