import { assert, integer, property } from "fast-check";
import { expect, test } from "playwright/test";
import { isClassificationName, parseConfidence } from "#domain/classification.ts";

for (const [text, confidence] of [
  ["0", 0],
  ["1", 1],
  ["0.0", 0],
  ["1.000000000000000", 1],
  ["0.5", 0.5],
  ["0.999999999999999", 0.999999999999999],
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
  "00",
  "00.5",
  "01",
  "1.1",
  "1.01",
  "2",
  "10",
  "0,5",
  "5e-1",
  "1e0",
  "0x1",
  "NaN",
  "Infinity",
  " 0.5",
  "0.5 ",
  "0.5\n",
  "٠.٥",
  "50%",
  "0.1234567890123456",
  "1.0000000000000000",
  "1.000000000000001",
]) {
  test(`${JSON.stringify(text)} is no confidence`, () => {
    expect(parseConfidence(text)).toBeNull();
  });
}

test("a confidence of up to 15 decimals is the number that JSON writes for it", () => {
  const decimals = integer({ min: 1, max: 15 });
  const digits = integer({ min: 0, max: 999_999_999_999_999 });
  assert(
    property(decimals, digits, (length, number) => {
      const fraction = String(number).padStart(15, "0").slice(0, length);
      const confidence = parseConfidence(`0.${fraction}`);
      return confidence !== null && confidence.toFixed(15) === `0.${fraction.padEnd(15, "0")}`;
    }),
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
