import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import {
  decibelsOf,
  exceedsLimit,
  type Hundredths,
  levelOfNumber,
  parseLevel,
  subtractLevels,
} from "../../src/acoustics/levels/decibel.ts";

/** Texts, each with the hundredths of a dB that it means. */
const tables = {
  "A level has one to three digits, a sign and any number of decimals": `
    64=6400 64.0=6400 64.5=6450 64.05=6405 064.5=6450 0=0 000=0 -0=0 -0.00=0`,
  "A level is rounded once, halves away from zero": `
    64.004=6400 64.0049=6400 64.0049999999999999999=6400 64.005=6401 64.0050000000000000001=6401
    64.995=6500 64.9949=6499 1.005=101 -1.005=-101 -1.0049=-100 -0.004=0 -0.005=-1 0.005=1`,
  "A level lies from -20 to 200 dB, both included": `
    -20=-2000 -20.00=-2000 -20.0000=-2000 -19.999=-2000 -19.99=-1999
    200=20000 200.000=20000 199.995=20000 199.99=19999`,
};

for (const [rule, table] of Object.entries(tables)) {
  test(rule, () => {
    const rows = table.trim().split(/\s+/);
    const read = rows.map((row) => {
      const [text = ""] = row.split("=");
      const level = parseLevel(text);
      return `${text}=${Object.is(level, -0) ? "-0" : level}`;
    });
    expect(read).toEqual(rows);
  });
}

test("A level outside -20 to 200 dB as written is refused, also if it would round to a bound", () => {
  const texts = "-20.001 -20.0000001 -20.01 -21 200.001 200.01 201 999".split(" ");
  expect(texts.filter((text) => parseLevel(text) !== null)).toEqual([]);
});

test("Any other text is not a level", () => {
  const texts = "+64 --1 64. .5 -.5 - 0064 64,5 64.5.1 6e1 0x40 1_0 NaN Infinity −5 ６４".split(
    " ",
  );
  texts.push("", " 64", "64 ", "64\n");
  expect(texts.filter((text) => parseLevel(text) !== null)).toEqual([]);
});

test("A level is the exact decimal fraction, rounded half away from zero in whole numbers", () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.integer({ min: 0, max: 250 }),
      fc.stringMatching(/^[0-9]{0,25}$/),
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

test("A number is a level if it has at most two decimals and lies from -20 to 200", () => {
  const numbers = [65, 65.1, 65.07, 1.15, -20, 200, 0, -0];
  expect(numbers.map(levelOfNumber)).toEqual([6500, 6510, 6507, 115, -2000, 20_000, 0, 0]);
  const others = [65.001, 65.005, 0.1 + 0.2, -20.01, 200.01, 1e300, NaN, Infinity, -Infinity];
  expect(others.filter((number) => levelOfNumber(number) !== null)).toEqual([]);
});

for (const [level, limit, over, exceeds] of [
  ["65.10", "65", "0.1", true],
  ["65.01", "65", "0.01", true],
  ["65", "65", "0", false],
  ["64.99", "65", "-0.01", false],
  ["70.1", "70", "0.1", true],
  ["-3.5", "-5", "1.5", true],
  ["-5", "-3.5", "-1.5", false],
  ["200", "-20", "220", true],
] as const) {
  test(`${level} dB ${exceeds ? "exceeds" : "does not exceed"} ${limit} dB; the difference is ${over} dB`, () => {
    const [left, right] = [requireLevel(level), requireLevel(limit)];
    expect(exceedsLimit(left, right)).toBe(exceeds);
    expect(JSON.stringify(decibelsOf(subtractLevels(left, right)))).toBe(over);
  });
}

function requireLevel(text: string): Hundredths {
  const level = parseLevel(text);
  if (level === null) throw new Error(`${text} is not a level`);
  return level;
}

/** The rule in exact integers: the level is scaled by as many digits as the fraction has. */
function roundExactly(isNegative: boolean, whole: number, fraction: string): number | null {
  const scale = 10n ** BigInt(fraction.length);
  const magnitude = BigInt(whole) * scale + BigInt(fraction === "" ? "0" : fraction);
  if (magnitude > (isNegative ? 20n : 200n) * scale) return null;
  const rounded = Number((magnitude * 200n + scale) / (2n * scale));
  return isNegative && rounded !== 0 ? -rounded : rounded;
}
