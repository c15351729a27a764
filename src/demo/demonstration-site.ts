import type { Instant } from "#acoustics/time/instant.ts";
import { offsetAt, type TimeZone } from "#acoustics/time/time-zone.ts";
import { dateOf } from "#acoustics/time/calendar-day.ts";
import { wallClockOf, weekdayOf } from "#acoustics/time/wall-clock.ts";
import type { SoundProfile } from "./generate-sample.ts";

/** A project of the demonstration: what an operator would declare of it, and how it sounds. */
export interface DemonstrationSite {
  /** The members below `project` in a site file. */
  readonly project: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly timeZone: TimeZone;
  readonly sounds: readonly SensorSound[];
}

export interface SensorSound {
  readonly sensorId: string;
  readonly profile: SoundProfile;
}

/** Local dates around `now` in a zone. */
export interface DemonstrationCalendar {
  /** `YYYY-MM-DD`, this many days after today; before it where negative. */
  date(days: number): string;
  /** The last Wednesday at least `days` before today. */
  wednesdayBefore(days: number): string;
}

export function createCalendar(zone: TimeZone, now: Instant): DemonstrationCalendar {
  const { day: today } = wallClockOf(now, offsetAt(zone, now));
  return {
    date: (days) => dateOf(today + days),
    wednesdayBefore(days) {
      let day = today - days;
      while (weekdayOf(day) !== "wed") day -= 1;
      return dateOf(day);
    },
  };
}

/** Said in every project, so that nobody takes the figures for measurements. */
export const generatedNotice =
  "Generated for demonstration: nothing here was measured, and no such contract exists.";
