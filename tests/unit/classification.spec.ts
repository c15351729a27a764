import { assert, double, property } from "fast-check";
import { expect, test } from "playwright/test";
import { isClassificationName, parseConfidence } from "#acoustics/classification.ts";

for (const [text, confidence] of [
  ["0", 0],
  ["1", 1],
  ["0.0", 0],
  ["1.000000000000000", 1],
  ["0.5", 0.5],
  ["0.999999999999999", 0.999999999999999],
  ["00.5", 0.5],
  ["0.9731234312057495", 0.973_123_431_205_749_5],
  ["0.30000000000000004", 0.300_000_000_000_000_04],
  ["9.5e-05", 0.000_095],
  ["5E-1", 0.5],
  ["1e0", 1],
  ["0.01e+2", 1],
  [`0.${"3".repeat(38)}`, 1 / 3],
] as const) {
  test(`"${text}" is the confidence ${confidence}`, () => {
    expect(parseConfidence(text)).toBe(confidence);
  });
}

for (const text of [
  "",
  " ",
  "-0",
  "+0",
  "-0.1",
  ".5",
  "0.",
  "1.",
  "1.1",
  "1.01",
  "2",
  "10",
  "0,5",
  "5e",
  "e-1",
  "5e-0.1",
  "1e1",
  "1.5e0",
  "-5e-1",
  "1e999",
  "0x1",
  "0.1_0",
  "NaN",
  "Infinity",
  " 0.5",
  "0.5 ",
  "0.5\n",
  "٠.٥",
  "50%",
  "1.000000000000001",
  `0.${"3".repeat(39)}`,
]) {
  test(`${JSON.stringify(text)} is no confidence`, () => {
    expect(parseConfidence(text)).toBeNull();
  });
}

test("a confidence as programs write it, plainly or with an exponent, is that very number", () => {
  assert(
    property(double({ min: 0, max: 1, noNaN: true }), (confidence) =>
      [String(confidence), confidence.toExponential()].every(
        (text) => parseConfidence(text) === confidence,
      ),
    ),
  );
});

for (const [text, isName] of [
  ["dog", true],
  [" dog", true],
  ['sirène, "forte"', true],
  ["x".repeat(200), true],
  ["😀".repeat(200), true],
  ["x".repeat(201), false],
  ["😀".repeat(201), false],
  ["", false],
  ["  ", false],
  ["a\tb", false],
  ["a\u0000", false],
  ["a\u0085", false],
] as const) {
  test(`${JSON.stringify(text.slice(0, 20))} of length ${text.length} is ${isName ? "a" : "no"} name`, () => {
    expect(isClassificationName(text)).toBe(isName);
  });
}
