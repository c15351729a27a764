import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import {
  type Aggregate,
  type AggregateParts,
  createAdder,
  createSum,
  summarize,
} from "../../src/acoustics/aggregates/aggregate.ts";
import { LevelSeconds } from "../../src/acoustics/aggregates/level-seconds.ts";
import {
  coverageOf,
  expectedSamples,
  inferInterval,
  type SampleInterval,
} from "../../src/acoustics/aggregates/sample-interval.ts";
import { type ExclusionTest, excludesNothing } from "../../src/acoustics/assessment/exclusions.ts";
import type { Hundredths } from "../../src/acoustics/levels/decibel.ts";
import { energyOf, levelOfEnergy, roundLevel } from "../../src/acoustics/levels/energy.ts";
import type { EquivalentLevel } from "../../src/acoustics/levels/level-names.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { tableOf } from "../support/table.ts";
import { columnsOf, type SampleRow } from "./sample-columns.ts";

test("The energy of a level is a tenth of it as a power of ten, and leads back to it", () => {
  for (const [decibels, energy] of [
    [-20, 0.01],
    [0, 1],
    [60, 1e6],
    [63.01, 1_999_861.869_632_744],
    [200, 1e20],
  ] as const) {
    const found = energyOf((decibels * 100) as Hundredths);
    expect(found / energy, `${decibels} dB`).toBeCloseTo(1, 12);
    expect(levelOfEnergy(energy)).toBeCloseTo(decibels, 10);
  }
});

test("Levels are rounded to hundredths, halves away from zero", () => {
  // Eighths are exact in binary.
  for (const [decibels, hundredths] of [
    [60.125, 6013],
    [60.124, 6012],
    [60.375, 6038],
    [-0.125, -13],
    [-0.124, -12],
    [-0.375, -38],
    [0.004, 0],
    [-0.004, 0],
  ] as const) {
    expect(roundLevel(decibels), String(decibels)).toBe(hundredths);
  }
});

interface Settings {
  readonly equivalent?: EquivalentLevel;
  readonly parts?: AggregateParts;
  /** In dB; null: none. */
  readonly limitAt?: (second: number) => number | null;
  readonly seconds?: number;
  readonly minCoverage?: number;
  readonly isExcluded?: ExclusionTest;
}

const everyFiveMinutes: SampleInterval = { seconds: 300, source: "declared", agrees: true };

/** The aggregate of samples in a period of one hour, under a limit of 60 dB. */
function aggregateOf(
  rows: readonly SampleRow[],
  {
    equivalent = "LAeq",
    parts = { percentiles: true, limits: true },
    limitAt = () => 60,
    seconds = 3600,
    minCoverage = 0,
    isExcluded = excludesNothing,
  }: Settings = {},
): Aggregate {
  const limitOf = (instant: Instant) => {
    const limit = limitAt(instant / 1000);
    return limit === null
      ? { limit, limitSource: "none" as const }
      : { limit: (limit * 100) as Hundredths, limitSource: "project_default" as const };
  };
  const add = createAdder({ equivalent, parts, limitAt: limitOf, isExcluded })(columnsOf(rows));
  const sum = createSum();
  for (const index of rows.keys()) add(sum, index);
  return summarize(sum, seconds, everyFiveMinutes, minCoverage);
}

/** Members of an aggregate without samples; all others are null. */
const nothing =
  "seconds 3600 samples 0 expectedSamples 12 coveredSeconds 0 excludedSeconds 0 coverage 0 limitedSeconds 0 events 0 overSeconds 0";
const names =
  "Leq Leq10 Leq50 Leq90 LeqMax LeqMin LAFmax LAFmin LCpeak overFraction maxOver lowestLimit highestLimit";

/** An aggregate whose members are named with their values; the others are those of `nothing`. */
function expectedOf(text: string) {
  const words = `${nothing} ${text}`.trim().split(/\s+/);
  return {
    ...Object.fromEntries(names.split(" ").map((name) => [name, null])),
    ...Object.fromEntries(
      words.flatMap((name, at) => (at % 2 === 0 ? [[name, Number(words[at + 1])]] : [])),
    ),
  };
}

/** 60 dB for a tenth of 3,000 s and 50 dB for the rest: the mean energy is 190,000. */
const loudAndLong: SampleRow[] = [
  [0, 300, { LAeq: 60, LCeq: 70 }],
  [300, 2700, { LAeq: 50, LCeq: 70 }],
];

const cases: readonly (readonly [
  title: string,
  rows: readonly SampleRow[],
  settings: Settings,
  expected: string,
])[] = [
  ["Without samples, counts are zero and everything else is null", [], {}, ""],
  [
    "Energies are averaged by duration; a limit that is reached is not exceeded",
    loudAndLong,
    {},
    `samples 2 coveredSeconds 3000 coverage ${3000 / 3600} Leq 5279 Leq10 6000 Leq50 5000 Leq90 5000 LeqMax 6000 LeqMin 5000
      limitedSeconds 3000 overFraction 0 maxOver 0 lowestLimit 6000 highestLimit 6000`,
  ],
  [
    "The equivalent level of another weighting is counted where it is asked for",
    loudAndLong,
    { equivalent: "LCeq", parts: { percentiles: false, limits: false } },
    `samples 2 coveredSeconds 3000 coverage ${3000 / 3600} Leq 7000 LeqMax 7000 LeqMin 7000`,
  ],
  [
    "A coverage below the least takes averages, percentiles and fractions away, and nothing else",
    [[0, 1800, { LAeq: 61, LAFmax: 80 }]],
    { minCoverage: 0.501 },
    `samples 1 coveredSeconds 1800 coverage 0.5 LeqMax 6100 LeqMin 6100 LAFmax 8000
      limitedSeconds 1800 events 1 overSeconds 1800 maxOver 100 lowestLimit 6000 highestLimit 6000`,
  ],
  [
    "A coverage of exactly the least is enough",
    [[0, 1800, { LAeq: 61 }]],
    { minCoverage: 0.5 },
    `samples 1 coveredSeconds 1800 coverage 0.5 Leq 6100 Leq10 6100 Leq50 6100 Leq90 6100 LeqMax 6100 LeqMin 6100
      limitedSeconds 1800 events 1 overSeconds 1800 overFraction 1 maxOver 100 lowestLimit 6000 highestLimit 6000`,
  ],
  [
    "Extremes of other levels are of all samples, with or without Leq",
    [
      [0, 300, { LAFmax: 70, LAFmin: 40, LCpeak: 90 }],
      [300, 300, { LAFmax: 71, LAFmin: 41, LCpeak: 89 }],
      [600, 300, { LAFmin: -1 }],
    ],
    {},
    "LAFmax 7100 LAFmin -100 LCpeak 9000",
  ],
  [
    "Only samples with a limit are limited, and fractions are of their seconds",
    [
      [0, 300, { LAeq: 70 }],
      [300, 100, { LAeq: 61 }],
      [400, 300, { LAeq: 55 }],
    ],
    { limitAt: (second) => [null, 60, 56][Math.ceil(second / 300)] ?? null },
    // 3,000,000,000 + 125,892,541 + 94,868,330 over 700 s.
    `samples 3 coveredSeconds 700 coverage ${700 / 3600} Leq 6663 Leq10 7000 Leq50 6100 Leq90 5500 LeqMax 7000 LeqMin 5500
      limitedSeconds 400 events 1 overSeconds 100 overFraction 0.25 maxOver 100 lowestLimit 5600 highestLimit 6000`,
  ],
  [
    "Where no sample exceeds its limit, the highest distance is negative",
    [
      [0, 300, { LAeq: 50 }],
      [300, 300, { LAeq: 50 }],
    ],
    { limitAt: (second) => (second === 0 ? 55 : 52), parts: { percentiles: false, limits: true } },
    `samples 2 coveredSeconds 600 coverage ${600 / 3600} Leq 5000 LeqMax 5000 LeqMin 5000
      limitedSeconds 600 overFraction 0 maxOver -200 lowestLimit 5200 highestLimit 5500`,
  ],
  [
    "A sample that outlasts its period covers no more than all of it",
    [[0, 300, { LAeq: 50 }]],
    { seconds: 100, parts: { percentiles: false, limits: false } },
    "seconds 100 samples 1 expectedSamples 0 coveredSeconds 300 coverage 1 Leq 5000 LeqMax 5000 LeqMin 5000",
  ],
  [
    "Leq10, Leq50 and Leq90 are reached for those shares of the time",
    [
      [0, 100, { LAeq: 60 }],
      [100, 400, { LAeq: 55 }],
      [500, 430, { LAeq: 50 }],
      [930, 70, { LAeq: 40 }],
    ],
    { parts: { percentiles: true, limits: false } },
    `samples 4 coveredSeconds 1000 coverage ${1000 / 3600} Leq 5432 Leq10 6000 Leq50 5500 Leq90 5000 LeqMax 6000 LeqMin 4000`,
  ],
];

for (const [title, rows, settings, expected] of cases) {
  test(title, () => {
    expect(aggregateOf(rows, settings)).toEqual(expectedOf(expected));
  });
}

test("Expected samples are the nearest whole number, halves up", () => {
  for (const [seconds, samples] of [
    [0, 0],
    [149, 0],
    [150, 1],
    [449, 1],
    [450, 2],
    [86_400, 288],
  ] as const) {
    expect(expectedSamples(seconds, everyFiveMinutes), String(seconds)).toBe(samples);
  }
  expect(expectedSamples(2, { seconds: 5, source: "inferred", agrees: true })).toBe(0);
  expect(expectedSamples(3, { seconds: 5, source: "inferred", agrees: true })).toBe(1);
});

test("A period without length is not covered", () => {
  expect(coverageOf(0, 0)).toBe(0);
});

/** `level×seconds`, percentages, and the levels in dB that were reached for that share of the seconds. */
const exceedances = tableOf(`
  a share that is reached exactly counts | 60×300 50×2700 | 10 11 | 60 50
  without levels there is none | | 10 50 | - -
  one level is that of every share | -3×1 | 0.000001 99.999999 | -3 -3
  levels count whatever their order | 40×50 60×25 50×25 | 25 50 51 | 60 50 40
  decimals count as they are written | 60×3 50×2997 | 0.1 0.11 | 60 50
  decimals count so, though 0.07 × 10,000 is more than 700 in doubles | 60×7 50×9993 | 0.07 0.0701 | 60 50
  a percentage with an exponent counts as any other | 60×1 50×999999999 | 1e-7 1.1e-7 | 60 50
`);

for (const [title, levels = "", percents = "", expected] of exceedances) {
  test(`Of exceeded levels, ${title}`, () => {
    const seconds = new LevelSeconds();
    for (const level of levels.split(" ").filter((text) => text !== "")) {
      const [decibels = 0, lasted = 0] = level.split("×").map(Number);
      seconds.add((decibels * 100) as Hundredths, lasted);
    }
    const found = seconds.exceeded(percents.split(" ").map(Number));
    expect(found.map((level) => (level === null ? "-" : level / 100)).join(" ")).toBe(expected);
  });
}

/** Seconds with one distance, so many times. */
const every = (distance: number, times: number) =>
  Array.from({ length: times + 1 }, (_, index) => index * distance);

for (const [title, newest, seconds, source] of [
  ["the distance that covers most of the time", [900, 600, 300, 240], 300, "inferred"],
  ["the same in either direction", [240, 300, 600, 900], 300, "inferred"],
  ["not that which occurs most often", [0, 300, 600, 660, 720, 780], 300, "inferred"],
  ["the shortest of equals", [0, 300, 360, 420, 480, 540, 600], 60, "inferred"],
  ["of values that are sent twice", [0, 2, 3660, 3662, 7210, 7212, 10_900], 3658, "inferred"],
  ["of hours that wander by seconds", [0, 3603, 7198, 10_805, 14_400], 3599, "inferred"],
  ["of a jitter in one group", [0, 400, 920, 1360, 1930, 2410], 480, "inferred"],
  ["not a gap of less than a tenth", [...every(60, 11), 80_660], 60, "inferred"],
  ["a whole day at the longest", [0, 86_400, 172_801, 259_202], 86_400, "inferred"],
  ["assumed where every distance is longer", [0, 86_401, 172_802], 300, "assumed"],
  ["assumed with a single sample", [5], 300, "assumed"],
  ["assumed without samples", [], 300, "assumed"],
] as const) {
  test(`The interval of samples is ${title}`, () => {
    expect(inferInterval(newest)).toMatchObject({ seconds, source });
  });
}

for (const [title, newest, agrees] of [
  ["values that are sent twice", [0, 2, 3660, 3662, 7210, 7212, 10_900], true],
  ["hours with one gap", [...every(3600, 20), 20 * 3600 + 40_000], true],
  ["four fifths of the time", [...every(60, 20), 1300, 1400, 1500], true],
  ["less than that", [...every(60, 20), 1300, 1400, 1501], false],
  ["a single sample", [5], true],
] as const) {
  test(`An interval ${agrees ? "agrees" : "does not agree"} with ${title}`, () => {
    expect(inferInterval(newest).agrees).toBe(agrees);
  });
}

test("Seconds of levels are those of a plain count, however many samples there are", () => {
  const levels = fc.array(fc.tuple(fc.integer({ min: -2000, max: 20_000 }), fc.nat(86_400)));
  fc.assert(
    fc.property(levels, fc.constantFrom(0, 1, 33, 44_003), (few, more) => {
      const added = [
        ...few,
        ...Array.from({ length: more }, (_, index) => [index % 7, 1] as const),
      ];
      const seconds = new LevelSeconds();
      const plain = new Map<number, number>();
      for (const [level, lasted] of added) {
        seconds.add(level as Hundredths, lasted);
        plain.set(level, (plain.get(level) ?? 0) + lasted);
      }
      const expected = [...plain].toSorted(([left], [right]) => left - right);
      assert.deepEqual(
        seconds.list().map(({ level, seconds: lasted }) => [level, lasted]),
        expected,
      );
    }),
    { numRuns: 40 },
  );
});
