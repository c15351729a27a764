import fc from "fast-check";
import { expect, test } from "playwright/test";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import type { Order } from "#acoustics/paging.ts";
import type { ExceedanceSearch } from "#database/queries/exceedances.ts";
import {
  isWorthHalving,
  type SelectExceedances,
  searchHalves,
  searchWhole,
} from "#operations/search-halves.ts";

/** Searches samples at some seconds, all of them too loud, as the database does. */
function selectAmong(samples: readonly number[]): SelectExceedances {
  return ({ seconds, order, searchAtMost }) => {
    const inRange = samples.filter((second) => seconds.first <= second && second <= seconds.last);
    const searched = (order === "asc" ? inRange : inRange.toReversed()).slice(0, searchAtMost);
    return Promise.resolve({
      exceedances: searched.map((second) => ({ second, level: 9000 as Hundredths })),
      searched: searched.length,
      lastSearched: searched.at(-1) ?? null,
    });
  };
}

function searchOf(order: Order, searchAtMost: number): ExceedanceSearch {
  const seconds = { first: 0, last: 99 };
  return { sensorNo: 1, weighting: "A", seconds, order, above: 0 as Hundredths, searchAtMost };
}

for (const [rule, samples, order, found, figures] of [
  ["both halves are searched", [10, 90], "asc", [10, 90], { searched: 2, read: 2, isAtEnd: true }],
  ["the later half is first", [10, 90], "desc", [90, 10], { lastSearched: 10, isAtEnd: true }],
  [
    "a half begins where the other ends",
    [49, 50],
    "asc",
    [49, 50],
    { lastSearched: 50, isAtEnd: true },
  ],
  ["the later half is empty", [10], "asc", [10], { lastSearched: 10, isAtEnd: true }],
  ["no half has a sample", [], "asc", [], { lastSearched: null, searched: 0, isAtEnd: true }],
  [
    "what does not follow on a half that was cut is read for nothing",
    [1, 2, 3, 60],
    "asc",
    [1, 2],
    { lastSearched: 2, searched: 2, read: 3, isAtEnd: false },
  ],
  [
    "a cut of the half that comes last is none of the other",
    [1, 60, 61, 62],
    "asc",
    [1, 60, 61],
    { lastSearched: 61, searched: 3, read: 3, isAtEnd: false },
  ],
] as const) {
  test(`of two halves, each of at most two samples, ${rule}`, async () => {
    const part = await searchHalves(selectAmong(samples), searchOf(order, 4));
    expect(part.exceedances.map(({ second }) => second)).toEqual(found);
    expect(part).toMatchObject(figures);
  });
}

test("halves find the first exceedances of the whole, in its order, and as far as they say", async () => {
  const seconds = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(
      seconds,
      fc.constantFrom<Order>("asc", "desc"),
      fc.integer({ min: 2, max: 80 }),
      async (unsorted, order, searchAtMost) => {
        const select = selectAmong(unsorted.toSorted((a, b) => a - b));
        const halves = await searchHalves(select, searchOf(order, searchAtMost));
        const { exceedances } = await searchWhole(select, searchOf(order, 1000));
        expect(halves.exceedances).toEqual(exceedances.slice(0, halves.searched));
        expect(halves.lastSearched).toBe(exceedances[halves.searched - 1]?.second ?? null);
        if (halves.isAtEnd) expect(halves.searched).toBe(exceedances.length);
        else expect(halves.searched).toBeGreaterThanOrEqual(Math.floor(searchAtMost / 2));
        expect(halves.searched).toBeLessThanOrEqual(halves.read);
        expect(halves.read).toBeLessThanOrEqual(searchAtMost);
      },
    ),
  );
});

for (const [expected, searchAtMost, answer, rule] of [
  [100_000, 147_500, true, "a year of five minutes is divided"],
  [9999, 147_500, false, "a month is not"],
  [10_000, 10_000, true, "what the bound may just hold is divided"],
  [147_501, 147_500, false, "what the bound will cut is not: one half would be read for nothing"],
  [NaN, 2500, false, "the first search is not"],
] as const) {
  test(`of about ${expected} samples in a search of ${searchAtMost}: ${rule}`, () => {
    expect(isWorthHalving(expected, searchAtMost)).toBe(answer);
  });
}
