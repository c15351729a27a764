import { notReported } from "../../../src/acoustics/aggregates/sample-columns.ts";
import type { Assessment } from "../../../src/acoustics/assessment/assess-window.ts";
import { createAssessor } from "../../../src/acoustics/assessment/assessor.ts";
import type {
  Adjustment,
  Calendar,
  Criterion,
} from "../../../src/acoustics/assessment/criterion.ts";
import { windowsOf } from "../../../src/acoustics/assessment/windows.ts";
import type { Hundredths } from "../../../src/acoustics/levels/decibel.ts";
import { limitDays, type LimitDay } from "../../../src/acoustics/limits/limit-rules.ts";
import { instantOf, zoneOf } from "../limit-schedules.ts";

/** A criterion in the words of a site file: clocks as `HH:mm-HH:mm`, levels in dB, days separated by spaces. */
export interface CriterionWords extends Partial<
  Omit<Criterion, "days" | "limit" | "adjustments" | "fromMinute" | "toMinute">
> {
  readonly days?: string;
  readonly clock?: string;
  readonly limit?: number;
  readonly adjustments?: readonly AdjustmentWords[];
}

export interface AdjustmentWords {
  readonly name?: string;
  readonly days?: string;
  readonly clock?: string;
  readonly add: number;
}

/** By default LAeq over the whole of each day, at most 65 dB. */
export function criterionOf({
  days,
  clock = "00:00-24:00",
  limit = 65,
  adjustments = [],
  ...rest
}: CriterionWords): Criterion {
  return {
    id: "works",
    name: "Works",
    level: "LAeq",
    days: daysOf(days),
    ...minutesOf(clock),
    over: { kind: "window" },
    limit: hundredths(limit),
    allowed: 0,
    minCoverage: 0.75,
    round: 1,
    sensors: null,
    startsOn: null,
    endsOn: null,
    adjustments: adjustments.map(adjustmentOf),
    ...rest,
  };
}

export function calendarOf(zone: string, ...holidays: string[]): Calendar {
  return { timeZone: zoneOf(zone), holidays: new Set(holidays) };
}

/** A sample: its Unix second, how long it lasts, its level in dB or null, and whether it is excluded. */
export interface Sample {
  readonly second: number;
  readonly duration: number;
  readonly level: number | null;
  readonly isExcluded?: boolean;
}

/** Samples one after another from an instant on: `count` of `duration` seconds at a level. */
export function series(
  from: string,
  ...parts: readonly (readonly [count: number, duration: number, level: number | null])[]
): Sample[] {
  let second = secondOf(from);
  return parts.flatMap(([count, duration, level]) =>
    Array.from({ length: count }, () => {
      const sample = { second, duration, level };
      second += duration;
      return sample;
    }),
  );
}

/** The assessments of all windows that meet a range of instants, both inside. */
export function assess(
  criterion: Criterion,
  calendar: Calendar,
  [from, to]: readonly [string, string],
  samples: readonly Sample[],
  intervalSeconds = 300,
): Assessment[] {
  const excluded = new Set(samples.filter((one) => one.isExcluded).map(({ second }) => second));
  const range = { first: secondOf(from), last: secondOf(to) };
  const assessor = createAssessor({
    criterion,
    calendar,
    windows: windowsOf(criterion, calendar, range),
    intervalSeconds,
    isExcluded: (second) => excluded.has(second),
  });
  const columns = {
    seconds: Float64Array.from(samples, ({ second }) => second),
    durations: Float64Array.from(samples, ({ duration }) => duration),
    levels: {
      [criterion.level]: Int16Array.from(samples, ({ level }) =>
        level === null ? notReported : Math.round(level * 100),
      ),
    },
  };
  assessor.add(columns, samples.length);
  return assessor.finish();
}

/** The one assessment of 2026-03-02, a Monday, in UTC. */
export function assessDay(words: CriterionWords, samples: readonly Sample[], interval = 300) {
  const criterion = criterionOf({ startsOn: "2026-03-02", endsOn: "2026-03-02", ...words });
  const days = ["2026-03-01", "2026-03-04"] as const;
  const [found] = assess(criterion, calendarOf("UTC"), days, samples, interval);
  if (found === undefined) throw new Error("there is no window");
  return found;
}

export function secondOf(text: string): number {
  return instantOf(text) / 1000;
}

export function hundredths(decibels: number): Hundredths {
  return Math.round(decibels * 100) as Hundredths;
}

function adjustmentOf({ name = "Adjustment", days, clock, add }: AdjustmentWords): Adjustment {
  const minutes = clock === undefined ? { fromMinute: null, toMinute: null } : minutesOf(clock);
  return { name, days: daysOf(days), ...minutes, add: hundredths(add) };
}

function daysOf(days: string | undefined): readonly LimitDay[] {
  return days === undefined ? limitDays : (days.split(" ") as LimitDay[]);
}

function minutesOf(clock: string): { fromMinute: number; toMinute: number } {
  const [fromMinute = 0, toMinute = 0] = clock.split("-").map((text) => {
    const [hours = 0, minutes = 0] = text.split(":").map(Number);
    return hours * 60 + minutes;
  });
  return { fromMinute, toMinute };
}
