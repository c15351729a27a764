import type { Calendar, Criterion } from "../../acoustics/assessment/criterion.ts";
import { secondsOfDay } from "../../acoustics/time/local-day.ts";
import type { OpenedSource } from "../aggregates/open-source.ts";
import type { OpenExclusions } from "../exclusions/open-exclusions.ts";
import { type AssessedWindow, assessWindows } from "./assess-windows.ts";
import { planWindows } from "./plan-windows.ts";

/** A sensor whose windows are assessed part by part. */
export interface AssessedSensor extends Pick<OpenedSource, "seconds" | "source"> {
  readonly criteria: readonly Criterion[];
  readonly calendar: Calendar;
  readonly openExclusions: OpenExclusions;
}

/**
 * Assesses all windows of criteria that meet a range, those that begin in some weeks at a time: memory does not grow
 * with the range. Samples of a window that reaches into the next weeks are read again with those.
 */
export async function* assessRange({
  seconds,
  source,
  criteria,
  calendar,
  openExclusions,
}: AssessedSensor): AsyncGenerator<readonly AssessedWindow[], void> {
  const { first, last } = seconds;
  for (let start = first; start <= last; start += secondsOfPart) {
    const part = { first: start, last: Math.min(last, start + secondsOfPart - 1) };
    const planned = await source.run(planWindows(criteria, calendar, part, Infinity));
    const beginning = planned?.map(({ criterion, windows }) => ({
      criterion,
      windows: windows.filter((window) => start === first || window.start >= start),
    }));
    const settings = { calendar, seconds: part, needsSamples: true, openExclusions };
    yield assessWindows(source, beginning ?? [], settings);
  }
}

const secondsOfPart = 28 * secondsOfDay;
