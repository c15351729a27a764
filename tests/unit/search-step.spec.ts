import fc from "fast-check";
import { expect, test } from "playwright/test";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import { type Cursor, type Order, secondsBeyond } from "#acoustics/paging.ts";
import { lengthOf, type SecondRange } from "#acoustics/time/contract-period.ts";
import type { ExceedanceSearch } from "#database/queries/exceedances.ts";
import { nextSearchSize } from "#operations/search-bound.ts";
import {
  expectedSamples,
  isWorthHalving,
  type SelectExceedances,
  searchStep,
} from "#operations/search-step.ts";

/** Searches samples at ascending seconds, all of them too loud, as the database does; and counts those read. */
function databaseOf(samples: readonly number[]) {
  const database = { statements: 0, read: 0 };
  const select: SelectExceedances = ({ seconds, order, searchAtMost }) => {
    const inRange = samples.filter((second) => seconds.first <= second && second <= seconds.last);
    const searched = (order === "asc" ? inRange : inRange.toReversed()).slice(0, searchAtMost);
    database.statements += 1;
    database.read += searched.length;
    return Promise.resolve({
      exceedances: searched.map((second) => ({ second, level: 9000 as Hundredths })),
      searched: searched.length,
      lastSearched: searched.at(-1) ?? null,
    });
  };
  return { database, select };
}

function searchOf(order: Order, seconds: SecondRange, searchAtMost: number): ExceedanceSearch {
  return { sensorNo: 1, weighting: "A", seconds, order, above: 0 as Hundredths, searchAtMost };
}

/** Searches a quiet range to its end, or to the work bound, as a request does. */
async function searchAll(select: SelectExceedances, range: SecondRange, order: Order) {
  const found: number[] = [];
  let rest: SecondRange | null = range;
  while (rest !== null && nextSearchSize(found.length, 0) > 0) {
    const searchAtMost = nextSearchSize(found.length, 0);
    const expected = expectedSamples(found.length, range, rest);
    const step = await searchStep(select, searchOf(order, rest, searchAtMost), expected);
    expect(step.read).toBeGreaterThanOrEqual(step.searched);
    expect(step.read).toBeLessThanOrEqual(Math.min(searchAtMost, lengthOf(rest)));
    expect(step.exceedances.length).toBe(step.searched);
    for (const { second } of step.exceedances) found.push(second);
    if (step.isAtEnd) break;
    expect(step.lastSearched).toBe(found.at(-1));
    rest = secondsBeyond(rest, step.lastSearched as Cursor, order);
  }
  return found;
}

/** Stretches of samples that follow each other, from the second 1,000 on. */
function stretchesOf(...stretches: readonly (readonly [count: number, gap: number])[]): number[] {
  const samples: number[] = [];
  let second = 1000;
  for (const [count, gap] of stretches) {
    for (let index = 0; index < count; index += 1) samples.push((second += gap));
  }
  return samples;
}

const rangeOf = (samples: readonly number[]) => ({
  first: 1000,
  last: (samples.at(-1) ?? 1000) + 5,
});

for (const [title, stretches, statements, read] of [
  ["a year of five minutes is searched in halves", [[105_120, 300]], 3, 105_120],
  ["a day of seconds is searched in halves, and each sample once", [[86_400, 1]], 3, 86_400],
  ["a month of five minutes is not", [[8928, 300]], 2, 8928],
  ["what the bound will cut is not", [[149_000, 60]], 2, 149_000],
  ["a range that the first search ends needs no other", [[2499, 300]], 1, 2499],
  [
    "of a half that the bound cuts, the other half is read once more",
    [
      [2500, 600],
      [90_000, 60],
      [100, 60_000],
    ],
    4,
    92_600 + 95,
  ],
] as const) {
  for (const order of ["asc", "desc"] as const) {
    test(`${title}, ${order}`, async () => {
      const ascending = stretchesOf(...stretches);
      const last = ascending.at(-1) ?? 0;
      // The other way round, the samples are met in the same order of density.
      const samples =
        order === "asc" ? ascending : ascending.map((second) => 1000 + last - second).toReversed();
      const { database, select } = databaseOf(samples);
      const found = await searchAll(select, rangeOf(ascending), order);
      expect(found).toEqual(order === "asc" ? samples : samples.toReversed());
      expect(database).toEqual({ statements, read });
    });
  }
}

test("without a sample in the second half, the last one searched is in the first", async () => {
  const samples = stretchesOf([10_000, 60]);
  const { select } = databaseOf(samples);
  const seconds = { first: 0, last: 2_000_000 };
  const step = await searchStep(select, searchOf("asc", seconds, 147_500), samples.length);
  expect(step).toMatchObject({ lastSearched: samples.at(-1), isAtEnd: true });
});

test("every sample is found once and in order, however unevenly they are spread", async () => {
  const stretch = fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.constantFrom(1, 2, 60, 601));
  await fc.assert(
    fc.asyncProperty(
      fc.array(stretch, { minLength: 1, maxLength: 5 }),
      fc.constantFrom<Order>("asc", "desc"),
      async (stretches, order) => {
        const samples = stretchesOf(...stretches);
        const { select } = databaseOf(samples);
        const found = await searchAll(select, rangeOf(samples), order);
        const inOrder = order === "asc" ? samples : samples.toReversed();
        expect(found.length).toBe(Math.min(samples.length, 150_000));
        expect(found.findIndex((second, index) => second !== inOrder[index])).toBe(-1);
      },
    ),
    { numRuns: 20 },
  );
});

test("as many samples are expected as there would be at the same density", () => {
  expect(expectedSamples(2500, { first: 1, last: 30 }, { first: 11, last: 30 })).toBe(5000);
  expect(expectedSamples(0, { first: 1, last: 30 }, { first: 1, last: 30 })).toBeNull();
});

for (const [expected, searchAtMost, answer] of [
  [9999, 147_500, false],
  [10_000, 147_500, true],
  [110_625, 147_500, true],
  [110_626, 147_500, false],
] as const) {
  test(`of about ${expected} samples, in a search of ${searchAtMost}, halves are ${answer ? "" : "not "}searched`, () => {
    expect(isWorthHalving(expected, searchAtMost)).toBe(answer);
  });
}
