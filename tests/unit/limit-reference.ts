import type { Instant } from "../../src/acoustics/time/instant.ts";
import type {
  ApplicableLimit,
  LimitDay,
  LimitLevels,
  LimitSchedule,
  LimitSource,
} from "../../src/acoustics/limits/limit-rules.ts";
import type { Weighting } from "../../src/acoustics/levels/weighting.ts";
import { localTimeOf } from "./local-time.ts";

/**
 * A second implementation of the contract's table of limits, slow and plain: it lists every matching
 * entry in order, by the platform's clock and date texts, and takes the first with a level.
 */
export function evaluateLimitByHand(
  schedule: LimitSchedule,
  weighting: Weighting,
  instant: Instant,
): ApplicableLimit {
  const [today = "", clock = ""] = localTimeOf(schedule.timeZone, instant).split("T");
  const eve = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  const sinceMidnight = (hours * 60 + minutes) * 60 + seconds;

  const matches: { source: LimitSource; levels: LimitLevels }[] = [];
  const owners = ["sensor", "project"] as const;
  for (const owner of owners) {
    for (const { startAt, endAt, levels } of schedule[owner].exceptions) {
      if (instant >= startAt && instant < endAt) {
        matches.push({ source: `${owner}_exception`, levels });
      }
    }
  }
  for (const kind of ["holiday", "schedule"] as const) {
    for (const owner of owners) {
      for (const { days, fromMinute, toMinute, levels } of schedule[owner].windows) {
        const length = toMinute > fromMinute ? toMinute - fromMinute : toMinute - fromMinute + 1440;
        const starts = [
          { date: today, elapsed: sinceMidnight - fromMinute * 60 },
          { date: eve, elapsed: sinceMidnight + 86_400 - fromMinute * 60 },
        ];
        const belongs = (date: string) =>
          kind === "holiday"
            ? days.includes("holiday") && schedule.holidays.has(date)
            : days.includes(weekdayNamed(date));
        if (
          starts.some(({ date, elapsed }) => elapsed >= 0 && elapsed < length * 60 && belongs(date))
        ) {
          matches.push({ source: `${owner}_${kind}`, levels });
        }
      }
    }
  }
  for (const owner of owners) {
    const levels = schedule[owner].default;
    if (levels !== null) matches.push({ source: `${owner}_default`, levels });
  }

  const first = matches.find(({ levels }) => levels[weighting] !== null);
  return first === undefined
    ? { limit: null, limitSource: "none" }
    : { limit: first.levels[weighting], limitSource: first.source };
}

function weekdayNamed(date: string): LimitDay {
  const names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
  return names[new Date(date).getUTCDay()] ?? "sun";
}
