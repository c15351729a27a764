import type { ScheduleRecord } from "#database/queries/limit-rules.ts";
import { decibelsOf } from "#acoustics/levels/decibel.ts";
import type { LimitLevels } from "#acoustics/limits/limit-rules.ts";
import type { LimitSchedule } from "#graphql/generated/resolvers.ts";
import { presentInterval } from "#operations/present-interval.ts";

/** Limits as the schema shows them: clock times written out. */
export function presentSchedule({ rules, holidays }: ScheduleRecord): LimitSchedule {
  return {
    default: rules.default && presentLevels(rules.default),
    windows: rules.windows.map((window) => ({
      days: window.days,
      from: clockOf(window.fromMinute),
      to: clockOf(window.toMinute),
      limit: presentLevels(window.levels),
    })),
    exceptions: rules.exceptions.map((exception) => ({
      name: exception.name,
      ...presentInterval(exception),
      limit: presentLevels(exception.levels),
    })),
    holidays,
  };
}

function presentLevels({ A, C, Z }: LimitLevels) {
  return { A: decibelsOf(A), C: decibelsOf(C), Z: decibelsOf(Z) };
}

/** `HH:mm` of the minutes after midnight; 1440 is `24:00`. */
function clockOf(minute: number): string {
  const part = (value: number) => String(value).padStart(2, "0");
  return `${part(Math.floor(minute / 60))}:${part(minute % 60)}`;
}
