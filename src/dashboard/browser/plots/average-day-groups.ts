/*
 * Worked example of a mean: hours of 50 and 60 dB, covered alike, are 57.4 dB on average, from 50 to 60.
 */

import { energyOfDecibels, levelOfEnergy } from "../../../acoustics/levels/energy.ts";
import { weekdayOf } from "../../../acoustics/time/wall-clock.ts";
import { grouped } from "../data/grouped.ts";
import { dateOf, localDay, type TimeZone } from "../time/local-time.ts";
import { clockHour, type HourLevel } from "./heat-map-grid.ts";

const dayGroups = ["weekday", "saturday", "sunday"] as const;
type DayGroup = (typeof dayGroups)[number];

/** A group with the days that have data and its 24 hours, whose levels are null where no hour has data. */
export type AverageDay = ReturnType<typeof averageDays>[number];

/**
 * The average weekday, Saturday, and Sunday or holiday. The mean is of energies: 10 lg of the mean of 10^(L/10). The
 * ends of the range are levels of hours, by the nearest rank. Percentiles are never averaged.
 */
export function averageDays(
  hours: readonly HourLevel[],
  holidays: ReadonlySet<string>,
  zone: TimeZone,
) {
  const known = hours
    .filter(({ Leq }) => Leq !== null)
    .map((hour) => ({ ...hour, day: localDay(hour.start, zone) }));
  const groups = grouped(known, ({ day }) => groupOf(day, holidays));
  return dayGroups.map((group) => {
    const own = groups.get(group) ?? [];
    const ofHours = grouped(own, ({ start }) => clockHour(start, zone));
    const averages = Array.from({ length: 24 }, (_, hour) => {
      return { hour, ...averageOf(ofHours.get(hour) ?? []) };
    });
    return { group, days: new Set(own.map(({ day }) => day)).size, hours: averages };
  });
}

function groupOf(day: number, holidays: ReadonlySet<string>): DayGroup {
  const weekday = weekdayOf(day);
  if (weekday === "sun" || holidays.has(dateOf(day))) return "sunday";
  return weekday === "sat" ? "saturday" : "weekday";
}

function averageOf(hours: readonly HourLevel[]) {
  let [energy, seconds] = [0, 0];
  for (const { Leq, coveredSeconds } of hours) {
    if (Leq === null) continue;
    energy += coveredSeconds * energyOfDecibels(Leq);
    seconds += coveredSeconds;
  }
  const sorted = hours.flatMap(({ Leq }) => Leq ?? []).toSorted((left, right) => left - right);
  return {
    /** Both passes of a repeated hour count. */
    hours: sorted.length,
    /** Mean energy, weighted by the seconds that samples cover. */
    mean: seconds === 0 ? null : levelOfEnergy(energy / seconds),
    /** The levels of an hour that 10 % and 90 % of the hours do not exceed. */
    low: nearestRank(sorted, 10),
    high: nearestRank(sorted, 90),
  };
}

/** The lowest of ascending values that `percent` of them do not exceed. */
function nearestRank(sorted: readonly number[], percent: number): number | null {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? null;
}
