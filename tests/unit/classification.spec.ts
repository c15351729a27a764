import { assert, double, property } from "fast-check";
import { expect, test } from "../support/expect.ts";
import { isClassificationName, parseConfidence } from "../../src/acoustics/classification.ts";

test("A confidence is a decimal from 0 to 1, with or without an exponent", () => {
  const texts =
    "0 1 0.0 1.000000000000000 0.5 0.999999999999999 00.5 0.9731234312057495 0.30000000000000004 9.5e-05 5E-1 1e0 0.01e+2";
  for (const text of texts.split(" "))
    expect([text, parseConfidence(text)]).toEqual([text, Number(text)]);
});

test("A confidence is read as the number that a program wrote", () => {
  assert(
    property(double({ min: 0, max: 1, noNaN: true }), (confidence) =>
      [String(confidence), confidence.toExponential()].every(
        (text) => parseConfidence(text) === confidence,
      ),
    ),
  );
});

test("Any other text is not a confidence", () => {
  const numbers = "-0 +0 -0.1 1.1 1.01 2 10 1e1 1.5e0 -5e-1 1e999 NaN Infinity 1.000000000000001";
  const forms = ".5 0. 1. 0,5 5e e-1 5e-0.1 0x1 0.1_0 ٠.٥ 50%";
  const texts = [...numbers.split(" "), ...forms.split(" "), "", " ", " 0.5", "0.5 ", "0.5\n"];
  expect(texts.filter((text) => parseConfidence(text) !== null)).toEqual([]);
});

test("A confidence has at most 40 characters", () => {
  expect(parseConfidence(`0.${"3".repeat(38)}`)).toBe(1 / 3);
  expect(parseConfidence(`0.${"3".repeat(39)}`)).toBeNull();
});

test("The name of a model or label has 1 to 200 code points, not all blank, none of them a control", () => {
  const names = ["dog", " dog", 'sirène, "forte"', "x".repeat(200), "😀".repeat(200)];
  const others = ["x".repeat(201), "😀".repeat(201), "", "  ", "a\tb", "a\u0000", "a\u0085"];
  expect([...names, ...others].filter(isClassificationName)).toEqual(names);
});
