import assert from "node:assert/strict";
import type { GrantedSensorNo } from "../../src/database/queries/keys/grants.ts";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import { tableOf } from "../support/table.ts";
import type { Hundredths } from "../../src/acoustics/levels/decibel.ts";
import type { Cursor, Order } from "../../src/acoustics/paging.ts";
import { lengthOf, type SecondRange } from "../../src/acoustics/time/contract-period.ts";
import {
  expectedSamples,
  isWorthHalving,
  type SelectExceedances,
  searchInSteps,
} from "../../src/operations/events/search-steps.ts";

/** One sample in sixty is loud: after so few, a step may search up to the work bound. */
const loudAmong = (samples: readonly number[], first = 0) =>
  samples.filter((_, index) => index % 60 === first);

/**
 * Searches samples at ascending seconds as a request does. The database counts what it reads, and reads no more than
 * was charged to the budget before.
 */
async function searchAll(
  samples: readonly number[],
  loud: readonly number[],
  { seconds, order }: { readonly seconds: SecondRange; readonly order: Order },
  mayHalve = true,
) {
  const isLoud = new Set(loud);
  const counts = { statements: 0, read: 0, taken: 0 };
  let readable = 0;
  const select: SelectExceedances = (search) => {
    const { first, last } = search.seconds;
    const inRange = samples.filter((second) => first <= second && second <= last);
    const inOrder = order === "asc" ? inRange : inRange.toReversed();
    const searched = inOrder.slice(0, search.searchAtMost);
    counts.statements += 1;
    counts.read += searched.length;
    readable -= Math.min(search.searchAtMost, lengthOf(search.seconds));
    assert.ok(readable >= 0);
    const found = searched.filter((second) => isLoud.has(second));
    return Promise.resolve({
      exceedances: found.map((second) => ({ second, level: 9000 as Hundredths })),
      searched: searched.length,
      lastSearched: (searched.at(-1) ?? null) as Cursor | null,
    });
  };
  const budget = {
    chargeSearch: (taken: number) => {
      readable = taken;
      counts.taken += taken;
    },
    refundSearch: (unused: number) => {
      counts.taken -= unused;
    },
  };
  const about = { sensorNo: 1 as GrantedSensorNo, weighting: "A", above: 0 as Hundredths } as const;
  const found: number[] = [];
  let cutAt: number | null = null;
  for await (const step of searchInSteps(select, budget, { ...about, seconds, order }, mayHalve)) {
    assert.equal(cutAt, null);
    for (const { second } of step.exceedances) found.push(second);
    ({ cutAt } = step);
  }
  return { found, cutAt, ...counts };
}

/** Stretches of samples that follow each other, from the second 1,000 on, as `count×gap`. */
function stretchesOf(stretches: string): number[] {
  const samples: number[] = [];
  let second = 1000;
  for (const stretch of stretches.split(" ")) {
    const [count = 0, gap = 0] = stretch.split("×").map(Number);
    for (let index = 0; index < count; index += 1) samples.push((second += gap));
  }
  return samples;
}

const rangeOf = (samples: readonly number[]) => ({
  first: 1000,
  last: (samples.at(-1) ?? 1000) + 5,
});

for (const [title, stretches = "", statements, read] of tableOf(`
  a year of five minutes is searched in halves | 105120×300 | 3 | 105120
  a day of seconds is searched in halves, and each sample once | 86400×1 | 3 | 86400
  a month of five minutes is not | 8928×300 | 2 | 8928
  what the bound will cut is not | 149000×60 | 2 | 149000
  a range that the first search ends needs no other | 2499×300 | 1 | 2499
  of a half that the bound cuts, the other half is read once more, and charged | 2500×600 90000×60 100×60000 | 4 | 92695
`)) {
  for (const order of ["asc", "desc"] as const) {
    test(`${title}, ${order}`, async () => {
      const ascending = stretchesOf(stretches);
      const last = ascending.at(-1) ?? 0;
      // The other way round, the samples are met in the same order of density.
      const samples =
        order === "asc" ? ascending : ascending.map((second) => 1000 + last - second).toReversed();
      const loud = loudAmong(samples);
      const answer = await searchAll(samples, loud, { seconds: rangeOf(ascending), order });
      const found = order === "asc" ? loud : loud.toReversed();
      const counts = { statements: Number(statements), read: Number(read), taken: Number(read) };
      expect(answer).toEqual({ found, cutAt: null, ...counts });
    });
  }
}

test("a search that may not use two statements at once is not halved", async () => {
  const samples = stretchesOf("105120×300");
  const range = { seconds: rangeOf(samples), order: "asc" } as const;
  const found = loudAmong(samples);
  const answer = { found, cutAt: null, statements: 2, read: 105_120, taken: 105_120 };
  expect(await searchAll(samples, found, range, false)).toEqual(answer);
});

test("each sample of a search in halves is searched, at whichever second", async () => {
  const samples = stretchesOf("20000×1");
  for (let first = 0; first < 60; first += 1) {
    const loud = loudAmong(samples, first);
    for (const order of ["asc", "desc"] as const) {
      const answer = await searchAll(samples, loud, { seconds: rangeOf(samples), order });
      assert.deepEqual(answer.found, order === "asc" ? loud : loud.toReversed());
      assert.equal(answer.statements, 3);
    }
  }
});

test("without a sample in the second half, the search ends with the first", async () => {
  const samples = stretchesOf("20000×60");
  const seconds = { first: 1000, last: 3_000_000 };
  const { found, ...rest } = await searchAll(samples, loudAmong(samples), {
    seconds,
    order: "asc",
  });
  expect(found).toEqual(loudAmong(samples));
  expect(rest).toEqual({ cutAt: null, statements: 3, read: 20_000, taken: 20_000 });
});

for (const [title, stretches, read] of [
  ["", "150010×60", 150_000],
  [", of which a half was thrown away", "2500×300 147510×60", 150_000 + 73_750],
] as const) {
  test(`the work bound cuts a search${title} at the last sample searched`, async () => {
    const samples = stretchesOf(stretches);
    const answer = await searchAll(samples, [], { seconds: rangeOf(samples), order: "asc" });
    expect(answer).toMatchObject({ cutAt: samples[149_999], read, taken: read });
  });
}

test("a search that the budget refuses reads nothing", async () => {
  let statements = 0;
  const select: SelectExceedances = () => {
    statements += 1;
    return Promise.resolve({ exceedances: [], searched: 0, lastSearched: null });
  };
  const refuse = () => {
    throw new Error("too many samples");
  };
  const budget = { chargeSearch: refuse, refundSearch: refuse };
  const seconds = { first: 1, last: 10 };
  const above = 0 as Hundredths;
  const search = {
    sensorNo: 1 as GrantedSensorNo,
    weighting: "A",
    order: "asc",
    above,
    seconds,
  } as const;
  await expect(searchInSteps(select, budget, search).next()).rejects.toThrow("too many samples");
  expect(statements).toBe(0);
});

test("if every sample is loud, no step brings more than 2,500", async () => {
  const samples = stretchesOf("9000×60");
  const answer = await searchAll(samples, samples, { seconds: rangeOf(samples), order: "asc" });
  expect(answer).toMatchObject({ found: samples, statements: 4, read: 9000 });
});

test("every loud sample is found once and in order, however unevenly the samples are spread", async () => {
  const stretch = fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.constantFrom(1, 2, 60, 601));
  await fc.assert(
    fc.asyncProperty(
      fc.array(stretch, { minLength: 1, maxLength: 5 }),
      fc.constantFrom<Order>("asc", "desc"),
      fc.integer({ min: 0, max: 59 }),
      async (stretches, order, first) => {
        const samples = stretchesOf(stretches.map((parts) => parts.join("×")).join(" "));
        const loud = loudAmong(samples, first);
        const answer = await searchAll(samples, loud, { seconds: rangeOf(samples), order });
        const isCut = samples.length > 150_000;
        const searched = order === "asc" ? samples : samples.toReversed();
        const cutAt = isCut ? searched[149_999] : null;
        const reached = new Set(searched.slice(0, 150_000));
        const inOrder = order === "asc" ? loud : loud.toReversed();
        assert.deepEqual(
          answer.found,
          inOrder.filter((second) => reached.has(second)),
        );
        assert.equal(answer.cutAt, cutAt);
        assert.equal(answer.taken, answer.read);
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
