import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import type { Assessment } from "../../../src/acoustics/assessment/assess-window.ts";
import type { Criterion } from "../../../src/acoustics/assessment/criterion.ts";
import { levelOfEnergy, roundLevel } from "../../../src/acoustics/levels/energy.ts";
import { formatInstant, instantOfSecond } from "../../../src/acoustics/time/instant.ts";
import { type Case, cases } from "./arbitraries.ts";
import { assess, hundredths, type Sample } from "./criteria.ts";
import { assessByHand } from "./reference.ts";

const day = 86_400;

/** The assessments of a case within some days of its middle. */
function assessmentsOf(
  { criterion, calendar, around, samples, interval }: Case,
  days = 1,
  changed: Partial<Criterion> = {},
): Assessment[] {
  const text = (second: number) => formatInstant(instantOfSecond(second));
  const range = [text(around - days * day), text(around + days * day)] as const;
  return assess({ ...criterion, ...changed }, calendar, range, samples, interval);
}

test("Random criteria and samples are assessed as by hand", () => {
  fc.assert(
    fc.property(cases, (one) => {
      const byHand = assessByHand(
        one.criterion,
        one.calendar,
        one.around,
        one.samples,
        one.interval,
      );
      const inRange = byHand.filter(
        ({ start, end }) => start <= one.around + day && end > one.around - day,
      );
      const found = assessmentsOf(one);
      expect(found.map(comparable)).toEqual(
        inRange.map(({ budgetUsed: _used, budgetLeft: _left, ...rest }) => rest),
      );
      for (const [index, { budget }] of found.entries()) {
        const { budgetUsed, budgetLeft, remainingSeconds } = inRange[index] ?? {};
        if (budget === null) continue;
        expect(
          Math.abs(budget.used / (budgetUsed ?? 0) - 1) < 1e-12 || budget.used === budgetUsed,
        ).toBe(true);
        if (Math.abs(budget.used - 1) < 1e-6) continue;
        const rest = levelOfEnergy((budgetLeft ?? 0) / (remainingSeconds ?? 0));
        const level = (remainingSeconds ?? 0) > 0 && budget.used < 1 ? roundLevel(rest) : null;
        assert.equal(budget.remainingLevel, level);
      }
    }),
    { numRuns: 40 },
  );
});

function comparable({ window, worst, exceedances, budget, referenceTimes, ...rest }: Assessment) {
  const withoutOver = ({ over: _over, ...reference }: NonNullable<typeof worst>) => reference;
  return {
    ...rest,
    start: window.start,
    end: window.end,
    references: referenceTimes,
    worst: worst === null ? null : withoutOver(worst),
    exceedances: exceedances.map(withoutOver),
    remainingSeconds: budget?.remainingSeconds ?? null,
  };
}

test("A window has the same assessment in every request that lists it", () => {
  fc.assert(
    fc.property(cases, (one) => {
      const long = new Map(assessmentsOf(one, 3).map((found) => [found.window.start, found]));
      for (const found of assessmentsOf(one, 0))
        assert.deepEqual(found, long.get(found.window.start));
    }),
    { numRuns: 60 },
  );
});

test("A shift of all samples shifts every level", () => {
  fc.assert(
    fc.property(cases, fc.integer({ min: -1000, max: 1000 }), (one, shift) => {
      const samples = one.samples
        .filter(({ level }) => level === null || Math.abs(level) < 150)
        .map((sample) => ({
          ...sample,
          level: sample.level === null ? null : sample.level + shift / 100,
        }));
      const before = assessmentsOf(
        {
          ...one,
          samples: samples.map((sample) => ({
            ...sample,
            level: sample.level === null ? null : sample.level - shift / 100,
          })),
        },
        1,
        { round: 1 },
      );
      const after = assessmentsOf({ ...one, samples }, 1, { round: 1 });
      const off = after.filter(({ worst }, index) => {
        const level = before[index]?.worst?.level ?? null;
        return level === null ? worst !== null : Math.abs((worst?.level ?? 0) - level - shift) > 1;
      });
      assert.deepEqual(off, []);
    }),
    { numRuns: 60 },
  );
});

test("A higher limit is exceeded no more often", () => {
  fc.assert(
    fc.property(cases, fc.integer({ min: 1, max: 1000 }), (one, more) => {
      const limit = (one.criterion.limit + more) as Criterion["limit"];
      const [lower, higher] = [assessmentsOf(one), assessmentsOf(one, 1, { limit })];
      const off = higher.filter(({ exceeded }, index) => exceeded > (lower[index]?.exceeded ?? 0));
      assert.deepEqual(off, []);
    }),
    { numRuns: 60 },
  );
});

test("More than the budget is used exactly where the energy over the whole window exceeds", () => {
  const changed = { over: { kind: "window" }, level: "LAeq", adjustments: [] } as const;
  fc.assert(
    fc.property(cases, (one) => {
      for (const { budget, window } of assessmentsOf(one, 1, changed)) {
        const energies = one.samples.flatMap(({ second, duration, level, isExcluded }) =>
          window.start <= second && second < window.end && isExcluded !== true && level !== null
            ? [duration * 10 ** (level / 10)]
            : [],
        );
        const energy = energies.reduce((sum, each) => sum + each, 0);
        const mean = 10 * Math.log10(energy / (window.end - window.start));
        const used = budget?.used ?? 0;
        // So close to the limit, a double does not show on which side of it the mean is.
        if (Math.abs(mean * 100 - one.criterion.limit) < 1e-9) expect(used).toBeCloseTo(1, 9);
        else assert.equal(used > 1, mean * 100 > one.criterion.limit);
      }
    }),
    { numRuns: 60 },
  );
});

test("Samples in gaps never undo an exceedance that is certain", () => {
  const levels = fc.array(fc.constantFrom(null, -20, 60, 65, 70, 75), {
    minLength: 12,
    maxLength: 12,
  });
  const filling = fc.array(fc.constantFrom(null, -20, 0, 60), { minLength: 12, maxLength: 12 });
  const sampleAt = (level: number | null, index: number): Sample[] =>
    level === null ? [] : [{ second: index * 300, duration: 300, level }];
  fc.assert(
    fc.property(cases, levels, filling, ({ criterion }, given, more) => {
      const hour: Case = {
        criterion: {
          ...criterion,
          level: "LAeq",
          over: { kind: "window" },
          allowed: 0,
          adjustments: [],
        },
        calendar: { timeZone: "UTC" as Case["calendar"]["timeZone"], holidays: new Set() },
        around: 1800,
        samples: given.flatMap(sampleAt),
        interval: 300,
      };
      const clock = { fromMinute: 0, toMinute: 60, days: ["thu"] as const, minCoverage: 1 };
      const filled = given.map((level, index) => level ?? more[index] ?? null);
      const [before] = assessmentsOf(hour, 0, clock);
      const [after] = assessmentsOf({ ...hour, samples: filled.flatMap(sampleAt) }, 0, clock);
      if (before?.verdict === "exceeded") assert.equal(after?.verdict, "exceeded");
    }),
    { numRuns: 300 },
  );
});

test("Every second of a window is covered, excluded or missing", () => {
  fc.assert(
    fc.property(cases, (one) => {
      const samples = one.samples.map((sample) => ({ ...sample, level: sample.level ?? 50 }));
      for (const { window, ...found } of assessmentsOf({ ...one, samples })) {
        const inside = samples.filter(
          ({ second, duration }) => second + duration > window.start && second < window.end,
        );
        // The ends of the window lie in gaps, or at the edges of samples.
        if (
          inside.some(
            ({ second, duration }) => second < window.start || second + duration > window.end,
          )
        )
          continue;
        let [missing, coveredTo] = [0, window.start];
        for (const { second, duration } of inside) {
          missing += second - coveredTo;
          coveredTo = second + duration;
        }
        missing += window.end - coveredTo;
        expect(found.coveredSeconds + found.excludedSeconds + missing).toBe(
          window.end - window.start,
        );
      }
    }),
    { numRuns: 60 },
  );
});

test("Over samples, a criterion counts the samples above its limit: the events of a constant schedule", () => {
  fc.assert(
    fc.property(cases, (one) => {
      const changed = {
        over: { kind: "sample" },
        level: "LAeq",
        round: 1,
        adjustments: [],
      } as const;
      for (const { window, exceeded } of assessmentsOf(one, 1, changed)) {
        const events = one.samples.filter(
          ({ second, level, isExcluded }) =>
            window.start <= second &&
            second < window.end &&
            isExcluded !== true &&
            level !== null &&
            hundredths(level) > one.criterion.limit,
        );
        assert.equal(exceeded, events.length);
      }
    }),
    { numRuns: 60 },
  );
});
