/*
 * An adjustment matches an instant like a window of limits: by the wall clock, and by the day on which the adjustment
 * starts. Both passes of a repeated hour match alike.
 *
 * Worked example: 6 dB from 22:00 to 07:00 of `sat` apply to Sunday 06:00. If the Saturday is a holiday, they do not
 * apply, because it then counts as `holiday` and not as `sat`.
 */

import { edgesOf } from "../limits/pieces.ts";
import { startOfOccurrence } from "../limits/window-occurrence.ts";
import { type LimitDay, minutesOfDay } from "../limits/limit-rules.ts";
import { localDayOf, secondsOfDay, spansBetween } from "../time/local-day.ts";
import { type Adjustment, type Calendar, ruleDayOf } from "./criterion.ts";
import type { AssessmentWindow } from "./windows.ts";

/** The adjustments that apply at the same time. */
export interface AdjustmentSet {
  /** Their sum in hundredths of a dB; it may be outside the range of stored levels. */
  readonly add: number;
  /** Their indexes in the criterion's list. */
  readonly indexes: readonly number[];
}

/** A stretch of a window: `set` applies from the second `start` to the start of the next stretch. */
export interface AdjustedStretch {
  readonly start: number;
  readonly set: AdjustmentSet;
}

/** Returns a function that cuts a window into stretches of the same adjustments, by time (docs/contract.md, P3). */
export function createAdjuster(
  adjustments: readonly Adjustment[],
  calendar: Calendar,
): (window: AssessmentWindow) => readonly AdjustedStretch[] {
  const rules = adjustments.map(({ days, fromMinute, toMinute, add }) => ({
    days: new Set(days),
    fromMinute: fromMinute ?? 0,
    toMinute: toMinute ?? minutesOfDay,
    add,
  }));
  const clocks = edgesOf([0, ...rules.flatMap((rule) => [rule.fromMinute, rule.toMinute])]);
  const clocksOfDay = clocks.filter((minute) => minute < minutesOfDay);
  /** By the day before and the day: there are 64 pairs at most. */
  const known = new Map<string, readonly AdjustedStretch[]>();
  return rules.length === 0 ? ({ start }) => [{ start, set: noAdjustments }] : cutWindow;

  function cutWindow({ start, end }: AssessmentWindow): readonly AdjustedStretch[] {
    const stretches: AdjustedStretch[] = [];
    for (const span of spansBetween(calendar.timeZone, start, end - 1)) {
      const from = Math.max(start, span.start);
      const to = Math.min(end, span.end);
      for (let { day } = localDayOf(from, span); day * secondsOfDay - span.offset < to; day += 1) {
        const midnight = day * secondsOfDay - span.offset;
        const ofDay = stretchesOf(ruleDayOf(calendar, day - 1), ruleDayOf(calendar, day));
        for (const [index, { start: clock, set }] of ofDay.entries()) {
          const next = midnight + (ofDay[index + 1]?.start ?? secondsOfDay);
          const begin = Math.max(from, midnight + clock);
          if (begin < Math.min(to, next)) stretches.push({ start: begin, set });
        }
      }
    }
    return stretches;
  }

  /** The stretches of a local day, in seconds after its midnight. */
  function stretchesOf(eve: LimitDay, today: LimitDay): readonly AdjustedStretch[] {
    const pair = `${eve} ${today}`;
    let stretches = known.get(pair);
    if (stretches === undefined) {
      stretches = Array.from(clocksOfDay, (minute) => ({
        start: minute * 60,
        set: setAt(eve, today, minute),
      }));
      known.set(pair, stretches);
    }
    return stretches;
  }

  function setAt(eve: LimitDay, today: LimitDay, minute: number): AdjustmentSet {
    const wallClock = { day: 0, millisecond: minute * 60_000 };
    const matching = [...rules.entries()].filter(([, rule]) => {
      const startsOn = startOfOccurrence(rule, wallClock);
      return startsOn !== null && rule.days.has(startsOn === 0 ? today : eve);
    });
    return {
      add: matching.reduce((sum, [, { add }]) => sum + add, 0),
      indexes: matching.map(([index]) => index),
    };
  }
}

const noAdjustments: AdjustmentSet = { add: 0, indexes: [] };
