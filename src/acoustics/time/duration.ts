import { millisecondsOfDay } from "./calendar-day.ts";

/** The units of durations, in milliseconds. Days have 24 hours. */
const units = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: millisecondsOfDay,
  w: 7 * millisecondsOfDay,
} as const;

export type DurationUnit = keyof typeof units;

/** Milliseconds of a whole number and one of these units, such as `30d`. Null for any other text. */
export function parseDuration(text: string, allowed: readonly DurationUnit[]): number | null {
  const found = /^(?<count>0|[1-9][0-9]{0,5})(?<unit>[a-z]{1,2})$/.exec(text)?.groups;
  const unit = allowed.find((name) => name === found?.["unit"]);
  return unit === undefined ? null : Number(found?.["count"]) * units[unit];
}
