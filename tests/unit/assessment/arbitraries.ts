import fc from "fast-check";
import type { Calendar, Criterion } from "../../../src/acoustics/assessment/criterion.ts";
import { limitDays } from "../../../src/acoustics/limits/limit-rules.ts";
import { scenarios } from "../limit-arbitraries.ts";
import { criterionOf, hundredths, type Sample } from "./criteria.ts";

/** A criterion and the samples of some days around a second, often a clock change. */
export interface Case {
  readonly criterion: Criterion;
  readonly calendar: Calendar;
  readonly around: number;
  readonly samples: readonly Sample[];
  readonly interval: number;
}

// Half of the minutes are round, so that windows meet clock changes.
const fromMinute = fc.oneof(
  fc.constantFrom(0, 60, 90, 120, 420, 1320),
  fc.integer({ min: 0, max: 1439 }),
);
const toMinute = fc.oneof(
  fc.constantFrom(0, 60, 90, 120, 420, 1320, 1440),
  fc.integer({ min: 0, max: 1440 }),
);
const days = fc.oneof(fc.constant(limitDays), fc.subarray([...limitDays], { minLength: 1 }));
const clock = fc.oneof(
  fc.record({ fromMinute, toMinute }),
  fc.constant({ fromMinute: null, toMinute: null }),
);

const adjustment = fc
  .tuple(days, clock, fc.constantFrom(-3, 0.5, 5, 6))
  .map(([ofDays, minutes, add]) => ({
    name: "Adjustment",
    days: ofDays,
    ...minutes,
    add: hundredths(add),
  }));

const lengths = fc.constantFrom(600, 900, 1800, 3600, 5400, 43_200);
const over = fc.oneof(
  fc.constantFrom({ kind: "window" } as const, { kind: "sample" } as const),
  fc.record({ kind: fc.constantFrom("block" as const, "rolling" as const), seconds: lengths }),
);

const criteria: fc.Arbitrary<Criterion> = fc
  .record({
    days,
    fromMinute,
    toMinute,
    over,
    level: fc.constantFrom("LAeq" as const, "LAFmax" as const),
    limit: fc.constantFrom(60, 65, 65.01, 66).map(hundredths),
    allowed: fc.nat({ max: 3 }),
    minCoverage: fc.constantFrom(0, 0.5, 0.75, 1),
    round: fc.constantFrom(1 as const, 10 as const, 100 as const),
    adjustments: fc.array(adjustment, { maxLength: 3 }),
  })
  .map((members) => ({ ...criterionOf({}), ...members }));

// Equal levels are frequent, so that means lie at the limit and at halves.
const level = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(55, 60, 64.5, 65, 65.01, 65.5, 75.5) },
  fc.integer({ min: -2000, max: 20_000 }).map((hundredth) => hundredth / 100),
  fc.constant(null),
);

/** Each row is whether it is there, when it starts in its interval, its level, and whether it is excluded. */
const rows = fc.array(
  fc.record({
    isThere: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
    shift: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat({ max: 599 })),
    level,
    isExcluded: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  }),
  { minLength: 20, maxLength: 160, size: "max" },
);

export const cases: fc.Arbitrary<Case> = fc
  .record({
    scenario: scenarios,
    criterion: criteria,
    rows,
    interval: fc.constantFrom(600, 900, 1200),
  })
  .map(({ scenario: { schedule, anchor }, criterion, rows: given, interval }) => {
    const around = Math.floor(anchor / 1000);
    const first = around - Math.floor(given.length / 2) * interval;
    const starts = given.flatMap(({ isThere, shift, ...row }, index) =>
      isThere ? [{ second: first + index * interval + shift, ...row }] : [],
    );
    const samples = starts.map((row, index) => ({
      ...row,
      duration: Math.min(interval, (starts[index + 1]?.second ?? Infinity) - row.second),
    }));
    const calendar = { timeZone: schedule.timeZone, holidays: schedule.holidays };
    return { criterion, calendar, around, samples, interval };
  });
