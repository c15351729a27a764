import { type Hundredths, levelOfNumber } from "../../../../acoustics/levels/decibel.ts";
import type { Instant } from "../../../../acoustics/time/instant.ts";
import type { LimitLevels, LimitRules } from "../../../../acoustics/limits/limit-rules.ts";
import type { LimitLevels as ServedLevels, ScheduleFacts } from "../../data/limit-words.ts";

/** A schedule as the server sends it, in the form that the rules of limits take. */
export function limitRulesOf(schedule: ScheduleFacts): LimitRules {
  return {
    exceptions: schedule.exceptions.map(({ name, startAt, endAt, limit }) => ({
      name,
      startAt: Date.parse(startAt) as Instant,
      endAt: Date.parse(endAt) as Instant,
      levels: levelsOf(limit),
    })),
    windows: schedule.windows.map(({ days, from, to, limit }) => ({
      days,
      fromMinute: minuteOf(from),
      toMinute: minuteOf(to),
      levels: levelsOf(limit),
    })),
    default: schedule.default === null ? null : levelsOf(schedule.default),
  };
}

export const noRules: LimitRules = { exceptions: [], windows: [], default: null };

function levelsOf({ A, C, Z }: ServedLevels): LimitLevels {
  return { A: hundredthsOf(A), C: hundredthsOf(C), Z: hundredthsOf(Z) };
}

function hundredthsOf(level: number | null): Hundredths | null {
  return level === null ? null : levelOfNumber(level);
}

/** Minutes after midnight of `HH:mm`; `24:00` is the end of the day. */
function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}
