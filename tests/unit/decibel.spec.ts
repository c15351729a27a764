import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import {
  decibelsOf,
  exceedsLimit,
  type Hundredths,
  levelOfNumber,
  parseLevel,
  subtractLevels,
} from "#acoustics/levels/decibel.ts";

const texts: readonly (readonly [string, number | null])[] = [
  ["64", 6400],
  ["64.0", 6400],
  ["64.5", 6450],
  ["64.05", 6405],
  ["064.5", 6450],
  ["0", 0],
  ["000", 0],
  ["-0", 0],
  ["-0.00", 0],
  // Halves go away from zero, once: 64.0049 is not rounded to 64.005 first.
  ["64.004", 6400],
  ["64.0049", 6400],
  ["64.0049999999999999999", 6400],
  ["64.005", 6401],
  ["64.0050000000000000001", 6401],
  ["64.995", 6500],
  ["64.9949", 6499],
  ["1.005", 101],
  ["-1.005", -101],
  ["-1.0049", -100],
  ["-0.004", 0],
  ["-0.005", -1],
  ["0.005", 1],
  // Both ends are inside, as written and not as rounded.
  ["-20", -2000],
  ["-20.00", -2000],
  ["-20.0000", -2000],
  ["-19.999", -2000],
  ["-19.99", -1999],
  ["-20.001", null],
  ["-20.0000001", null],
  ["-20.01", null],
  ["-21", null],
  ["200", 20_000],
  ["200.000", 20_000],
  ["199.995", 20_000],
  ["199.99", 19_999],
  ["200.001", null],
  ["200.01", null],
  ["201", null],
  ["999", null],
  // Not the grammar.
  ["", null],
  [" 64", null],
  ["64 ", null],
  ["64\n", null],
  ["+64", null],
  ["--1", null],
  ["64.", null],
  [".5", null],
  ["-.5", null],
  ["-", null],
  ["0064", null],
  ["64,5", null],
  ["64.5.1", null],
  ["6e1", null],
  ["0x40", null],
  ["1_0", null],
  ["NaN", null],
  ["Infinity", null],
  ["−5", null],
  ["６４", null],
];

for (const [text, level] of texts) {
  test(`${JSON.stringify(text)} is ${level === null ? "no level" : `${level} hundredths`}`, () => {
    expect(parseLevel(text)).toBe(level);
  });
}

test("A level is the exact decimal fraction, rounded half away from zero in whole numbers", () => {
  const fraction = fc.stringMatching(/^[0-9]{0,25}$/);
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.integer({ min: 0, max: 250 }),
      fraction,
      (isNegative, whole, digits) => {
        const text = `${isNegative ? "-" : ""}${whole}${digits === "" ? "" : `.${digits}`}`;
        assert.equal(parseLevel(text), roundExactly(isNegative, whole, digits));
      },
    ),
    { numRuns: 5000 },
  );
});

test("Every level that can be stored is read back from its own print", () => {
  for (let level = -2000; level <= 20_000; level += 1) {
    const printed = JSON.stringify(decibelsOf(level as Hundredths));
    assert.match(printed, /^-?[0-9]{1,3}(\.[0-9]{1,2})?$/);
    assert.equal(parseLevel(printed), level);
    assert.equal(levelOfNumber(JSON.parse(printed)), level);
  }
});

const numbers: readonly (readonly [number, number | null])[] = [
  [65, 6500],
  [65.1, 6510],
  [65.07, 6507],
  [1.15, 115],
  [-20, -2000],
  [200, 20_000],
  [0, 0],
  [65.001, null],
  [65.005, null],
  [0.1 + 0.2, null],
  [-20.01, null],
  [200.01, null],
  [1e300, null],
  [NaN, null],
  [Infinity, null],
  [-Infinity, null],
];

for (const [decibels, level] of numbers) {
  test(`The number ${decibels} is ${level === null ? "no level" : `${level} hundredths`}`, () => {
    expect(levelOfNumber(decibels)).toBe(level);
  });
}

test("Negative zero is zero", () => {
  expect(levelOfNumber(-0)).toBe(0);
});

const comparisons: readonly (readonly [string, string, string, boolean])[] = [
  ["65.10", "65", "0.1", true],
  ["65.01", "65", "0.01", true],
  ["65", "65", "0", false],
  ["64.99", "65", "-0.01", false],
  ["70.1", "70", "0.1", true],
  ["-3.5", "-5", "1.5", true],
  ["-5", "-3.5", "-1.5", false],
  ["200", "-20", "220", true],
];

for (const [level, limit, over, exceeds] of comparisons) {
  test(`${level} dB ${exceeds ? "exceeds" : "keeps"} ${limit} dB, and lies ${over} dB above it`, () => {
    const [left, right] = [requireLevel(level), requireLevel(limit)];
    expect(exceedsLimit(left, right)).toBe(exceeds);
    expect(JSON.stringify(decibelsOf(subtractLevels(left, right)))).toBe(over);
  });
}

function requireLevel(text: string): Hundredths {
  const level = parseLevel(text);
  if (level === null) throw new Error(`${text} is no level`);
  return level;
}

/** The rule in exact whole numbers, the fraction scaled by as many digits as it has. */
function roundExactly(isNegative: boolean, whole: number, fraction: string): number | null {
  const scale = 10n ** BigInt(fraction.length);
  const magnitude = BigInt(whole) * scale + BigInt(fraction === "" ? "0" : fraction);
  if (magnitude > (isNegative ? 20n : 200n) * scale) return null;
  const rounded = Number((magnitude * 200n + scale) / (2n * scale));
  return isNegative && rounded !== 0 ? -rounded : rounded;
}
