import { expect, test } from "../support/expect.ts";
import {
  createTally,
  createTallyAdder,
  distributionOf,
} from "../../src/acoustics/aggregates/distribution.ts";
import { excludesNothing } from "../../src/acoustics/assessment/exclusions.ts";
import { decibelsOf, type Hundredths } from "../../src/acoustics/levels/decibel.ts";
import { columnsOf, type SampleRow } from "./sample-columns.ts";

/** The distribution of LA90, given as `level×duration` of each sample, in dB and seconds. */
function spreadOf(samples: string, binWidth = 1, percents: readonly number[] = [50]) {
  const rows = samples === "" ? [] : samples.split(" ");
  const columns = columnsOf(
    rows.map((row, index) => {
      const [LA90 = 0, seconds = 0] = row.split("×").map(Number);
      return [index, seconds, { LA90 }];
    }),
  );
  const tally = createTally();
  const add = createTallyAdder(tally, "LA90", excludesNothing)(columns);
  for (const index of rows.keys()) add(index);
  return distributionOf(tally, (binWidth * 100) as Hundredths, percents);
}

/** Each bin as its lower end in dB, its samples and its seconds. */
const binsOf = (...args: Parameters<typeof spreadOf>) =>
  spreadOf(...args).bins.map(({ from, samples, seconds }) => [from / 100, samples, seconds]);

test("Bins begin at multiples of their width, negative levels included, and have no holes", () => {
  const samples = "-0.5×10 -1×20 -1.01×5 0×1 2.99×2 2×4";
  expect(binsOf(samples)).toEqual([
    [-2, 1, 5],
    [-1, 2, 30],
    [0, 1, 1],
    [1, 0, 0],
    [2, 2, 6],
  ]);
  expect(binsOf(samples, 2)).toEqual([
    [-2, 3, 35],
    [0, 1, 1],
    [2, 2, 6],
  ]);
  expect(binsOf(samples, 5)).toEqual([
    [-5, 3, 35],
    [0, 3, 7],
  ]);
  expect(binsOf("-0.5×1 -0.51×2 0.49×3 0.5×4", 0.5)).toEqual([
    [-1, 1, 2],
    [-0.5, 1, 1],
    [0, 1, 3],
    [0.5, 1, 4],
  ]);
});

test("A bin ends where the next one begins", () => {
  const { bins } = spreadOf("59.99×1 60×1", 0.5);
  expect(bins.map(({ from, to }) => [from, to])).toEqual([
    [5950, 6000],
    [6000, 6050],
  ]);
});

test("The mode is the bin with the most seconds, whatever its samples, and the lowest of equals", () => {
  expect(spreadOf("50×10 60×4 60×5").mode).toBe(5000);
  expect(spreadOf("60×9 50×4 50.99×5").mode).toBe(5000);
  expect(spreadOf("60×10 50×9").mode).toBe(6000);
});

test("The mean is of decibels by duration, rounded halves away from zero", () => {
  for (const [samples, mean] of [
    ["50×300 60×100", 52.5],
    ["0.01×1 0.02×1", 0.02],
    ["-0.01×1 -0.02×1", -0.02],
    ["-0.01×2 -0.02×1", -0.01],
    ["0.01×1 -0.01×1", 0],
  ] as const) {
    expect(decibelsOf(spreadOf(samples).arithmeticMean), samples).toBe(mean);
  }
});

test("Levels that are exceeded are in the requested order, with their percentages", () => {
  expect(spreadOf("60×300 50×2700", 1, [90, 10, 0.1]).exceeded).toEqual([
    { percent: 90, level: 5000 },
    { percent: 10, level: 6000 },
    { percent: 0.1, level: 6000 },
  ]);
});

test("Samples without the level do not count", () => {
  const rows: SampleRow[] = [
    [0, 300, { LA90: 40, LAeq: 60 }],
    [300, 300, { LAeq: 60 }],
  ];
  const tally = createTally();
  const add = createTallyAdder(tally, "LA90", excludesNothing)(columnsOf(rows));
  for (const index of rows.keys()) add(index);
  expect(distributionOf(tally, 100 as Hundredths, [])).toMatchObject({
    samples: 1,
    seconds: 300,
    lowest: 4000,
    highest: 4000,
  });
});

test("Without a level there are no bins, and each exceeded level is null", () => {
  expect(spreadOf("", 1, [10, 50])).toEqual({
    samples: 0,
    seconds: 0,
    bins: [],
    lowest: null,
    highest: null,
    mode: null,
    arithmeticMean: null,
    exceeded: [
      { percent: 10, level: null },
      { percent: 50, level: null },
    ],
  });
});
