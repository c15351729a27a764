import type { ScheduleRecord } from "#database/limit-schedules.ts";
import type { LimitSchedule } from "#graphql/generated/resolvers.ts";

/** Limits as the schema shows them: clock times written out. */
export function presentSchedule({ rules, holidays }: ScheduleRecord): LimitSchedule {
  return {
    default: rules.default,
    windows: rules.windows.map((window) => ({
      days: window.days,
      from: clockOf(window.fromMinute),
      to: clockOf(window.toMinute),
      limit: window.levels,
    })),
    exceptions: rules.exceptions.map(({ levels, ...exception }) => ({
      ...exception,
      limit: levels,
    })),
    holidays,
  };
}

/** `HH:mm` of the minutes after midnight; 1440 is `24:00`. */
function clockOf(minute: number): string {
  const part = (value: number) => String(value).padStart(2, "0");
  return `${part(Math.floor(minute / 60))}:${part(minute % 60)}`;
}
