import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import { createAdder, createSum } from "../../src/acoustics/aggregates/aggregate.ts";
import { sampleDurations } from "../../src/acoustics/aggregates/sample-durations.ts";
import { createExclusionTest } from "../../src/acoustics/assessment/exclusions.ts";
import { columnsOf, type SampleRow } from "./sample-columns.ts";

const interval = 10;

/** Samples in order of time, each of which may lack its level. */
const samplesOf = fc.uniqueArray(
  fc.record({ second: fc.integer({ min: 0, max: 300 }), hasLevel: fc.boolean() }),
  { selector: ({ second }) => second, maxLength: 60 },
);

/** Stretches from the distances between their edges. */
const stretchesOf = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 })))
  .map((distances) => {
    let second = -20;
    return distances.map(([before, length]) => {
      const start = second + before;
      second = start + length;
      return { start, end: second };
    });
  });

test("Covered, excluded and missing seconds are all seconds, wherever no sample is cut", () => {
  fc.assert(
    fc.property(samplesOf, stretchesOf, (samples, stretches) => {
      const sorted = samples.toSorted((left, right) => left.second - right.second);
      const seconds = Float64Array.from(sorted.map(({ second }) => second));
      const durations = sampleDurations(seconds, interval);
      const rows = sorted.map(({ second, hasLevel }, index): SampleRow => {
        return [second, durations[index] ?? 0, hasLevel ? { LAeq: 60 } : {}];
      });
      const sum = createSum();
      const add = createAdder({
        equivalent: "LAeq",
        parts: { percentiles: false, limits: false },
        limitAt: () => ({ limit: null, limitSource: "none" }),
        isExcluded: createExclusionTest({
          starts: stretches.map(({ start }) => start),
          ends: stretches.map(({ end }) => end),
        }),
      })(columnsOf(rows));
      for (const index of rows.keys()) add(sum, index);
      // Second by second: the last sample that has begun covers it, if it began less than the interval before.
      const told = { covered: 0, excluded: 0, missing: 0 };
      for (let second = 0; second <= 300 + interval; second += 1) {
        const sample = sorted.findLast((each) => each.second <= second);
        const covers = sample !== undefined && second < sample.second + interval && sample.hasLevel;
        if (!covers) told.missing += 1;
        else if (stretches.some(({ start, end }) => start <= sample.second && sample.second < end))
          told.excluded += 1;
        else told.covered += 1;
      }
      expect(sum).toMatchObject({ coveredSeconds: told.covered, excludedSeconds: told.excluded });
      assert.equal(sum.coveredSeconds + sum.excludedSeconds + told.missing, 301 + interval);
    }),
  );
});
