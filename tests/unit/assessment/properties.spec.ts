import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import type { Assessment } from "../../../src/acoustics/assessment/assess-window.ts";
import { levelOfEnergy, roundLevel } from "../../../src/acoustics/levels/energy.ts";
import { formatInstant, instantOfSecond } from "../../../src/acoustics/time/instant.ts";
import { type Case, cases } from "./arbitraries.ts";
import { assess } from "./criteria.ts";
import { assessByHand } from "./reference.ts";

const day = 86_400;

/** The assessments of a case within some days of its middle. */
function assessmentsOf({ criterion, calendar, around, samples, interval }: Case, days = 1) {
  const text = (second: number) => formatInstant(instantOfSecond(second));
  const range = [text(around - days * day), text(around + days * day)] as const;
  return assess(criterion, calendar, range, samples, interval);
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
    { numRuns: 100 },
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
    { numRuns: 100 },
  );
});
