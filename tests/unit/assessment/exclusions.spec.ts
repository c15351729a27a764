import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import { createExclusionTest } from "../../../src/acoustics/assessment/exclusions.ts";

test("a sample is excluded if its start lies in a stretch: its first second is inside, its end outside", () => {
  const isExcluded = createExclusionTest({ starts: [10, 30], ends: [20, 31] });
  const seconds = [9, 10, 19, 20, 29, 30, 31, 40];
  expect(seconds.filter((second) => isExcluded(second))).toEqual([10, 19, 30]);
});

test("nothing is excluded without stretches", () => {
  expect(createExclusionTest({ starts: [], ends: [] })(0)).toBe(false);
});

test("seconds may be skipped, and repeated", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 20 }),
      fc.array(fc.integer({ min: 0, max: 60 })),
      (edges, asked) => {
        const sorted = edges.toSorted((a, b) => a - b).slice(0, edges.length - (edges.length % 2));
        const starts = sorted.filter((_, index) => index % 2 === 0);
        const ends = sorted.filter((_, index) => index % 2 === 1);
        const isExcluded = createExclusionTest({ starts, ends });
        for (const second of asked.toSorted((a, b) => a - b)) {
          const expected = starts.some(
            (start, index) => start <= second && second < (ends[index] ?? 0),
          );
          assert.equal(isExcluded(second), expected);
        }
      },
    ),
  );
});
