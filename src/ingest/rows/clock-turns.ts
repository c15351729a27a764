import type { DateFormat } from "../../acoustics/time/date-format.ts";
import { clockAt } from "../csv/read-time.ts";
import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";

/*
 * A clock of half a day without AM and PM goes back from 12:xx to 01:xx of one date, and a clock whose date stays over
 * midnight to 00:xx. Such a turn is one step on by the clock: about as long as the step before it, or, for the first
 * step of a sensor, as the next step on. A file with another step back, by an hour or more to a new time, has its
 * rows in another order, and no turn.
 *
 * Worked example: 12:45, 12:50, 12:55, 01:00 of one date turn before 01:00. Counter-examples: 17 11:55 and 16 12:00
 * have two dates; 23:55 and 18:00 of one date are pieces of 6 h, the newest first.
 */
export interface ClockTurns {
  /** Adds the next row of a sensor, and its distance from the row before. `isNew`: no row before has its time. */
  add(row: TurnRow, distance: number, isNew: boolean): void;
  /** The first turn, if the only steps back are turns; null: there is none. */
  find(): { readonly line: number; readonly issue: string } | null;
}

interface TurnRow {
  readonly text: string;
  readonly line: number;
}

/** Looks for turns in the times of a sensor. */
export function createClockTurns(format: DateFormat): ClockTurns {
  /** The text of the last time; null: there is none. */
  let last: string | null = null;
  /** The last step on between two rows; null: there is none. */
  let step: number | null = null;
  let turn: (Turn & { readonly line: number }) | null = null;
  /** False: there is a step back that is no turn. */
  let isInOrder = true;
  return {
    add({ text, line }, distance, isNew) {
      if (distance > 0) {
        if (step === null && turn !== null && !isAbout(turn.step, distance)) turn = null;
        step = distance;
      } else if (last !== null && isNew && distance <= -millisecondsOfHour && isInOrder) {
        const found = turnBetween(localOf(format, last), localOf(format, text), step);
        isInOrder = found !== null;
        if (found !== null) turn ??= { ...found, line };
      }
      last = text;
    },
    find: () => (isInOrder && step !== null ? turn : null),
  };
}

interface Turn {
  /** The way of the clock, in milliseconds. */
  readonly step: number;
  readonly issue: string;
}

const millisecondsOfHour = 3_600_000;

/** The turns: what the clock leaves out, the time of the day that it does not reach, and why. */
const kinds = [
  {
    left: 12 * millisecondsOfHour,
    end: 13 * millisecondsOfHour,
    why: "AM and PM are missing, write them",
  },
  {
    left: millisecondsOfDay,
    end: millisecondsOfDay,
    why: "its date stays over midnight, write it",
  },
];

function turnBetween(from: number | null, to: number | null, stepBefore: number | null) {
  if (from === null || to === null) return null;
  const start = from - (from % millisecondsOfDay);
  if (to < start || to >= start + millisecondsOfDay) return null;
  const before = from - start;
  for (const { left, end, why } of kinds) {
    const step = to + left - from;
    if (before >= end || before + step < end) continue;
    if (left === millisecondsOfDay && to - start >= millisecondsOfHour) continue;
    if (stepBefore !== null && !isAbout(step, stepBefore)) continue;
    const issue =
      `the time goes back from ${clockAt(from)} to ${clockAt(to)} of one date: if ${why}; ` +
      "if parts of the file are in another order, split it before this line";
    return { step, issue };
  }
  return null;
}

function isAbout(step: number, other: number): boolean {
  return Math.abs(step - other) <= Math.max(1000, other / 10);
}

/** The time as it is written, without its offset. Null for Unix times, which have no clock. */
function localOf(format: DateFormat, text: string): number | null {
  const time = format.parse(text);
  if (time === null || !time.hasOffset) return time?.milliseconds ?? null;
  const [, utc, sign, hours, minutes] = /(?:(Z)|([+-])([0-9]{2}):?([0-9]{2}))$/i.exec(text) ?? [];
  if (utc !== undefined) return time.milliseconds;
  if (sign === undefined) return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return time.milliseconds + (sign === "-" ? -offset : offset);
}
