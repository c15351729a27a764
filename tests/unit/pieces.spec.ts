import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import {
  cutByFirstListed,
  edgesOf,
  type Entry,
  indexOfPiece,
} from "../../src/acoustics/limits/pieces.ts";

const [a, b] = ["a", "b"].map((value) => (from: number, to: number) => ({ from, to, value }));
assert(a !== undefined && b !== undefined);

for (const [rule, entries, pieces] of [
  ["Without entries there is one piece", [], { 0: "-" }],
  ["An entry splits the line", [a(10, 20)], { 0: "-", 10: "a", 20: "-" }],
  ["The first listed entry decides", [a(10, 20), b(0, 30)], { 0: "b", 10: "a", 20: "b", 30: "-" }],
  [
    "A later entry shows on both sides of an earlier one",
    [b(15, 20), a(0, 40)],
    { 0: "a", 15: "b", 20: "a" },
  ],
  ["Neighbours with one value are one piece", [a(0, 20), a(20, 40)], { 0: "a" }],
  ["An entry that is covered whole does not show", [a(0, 40), b(10, 20)], { 0: "a" }],
  ["An entry that ends at its start holds nowhere", [a(10, 10)], { 0: "-" }],
  [
    "An entry that ends before its start holds nowhere",
    [a(20, 10), b(30, 40)],
    { 0: "-", 30: "b" },
  ],
] as const) {
  test(rule, () => {
    const { starts, values } = cut(entries);
    expect(Object.fromEntries(values.map((value, index) => [starts[index], value]))).toEqual(
      pieces,
    );
  });
}

test("At every point the first listed entry that holds decides, in as few pieces as possible", () => {
  const point = fc.integer({ min: 0, max: 40 });
  const entry = fc.record({ from: point, to: point, value: fc.constantFrom("a", "b", "c", "-") });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
      const pieces = cut(entries);
      for (let at = 0; at < 40; at += 0.5) {
        const first = entries.find(({ from, to }) => from <= at && at < to);
        assert.equal(pieces.values[indexOfPiece(pieces, at)], first?.value ?? "-");
      }
      assert.ok(pieces.values.every((value, index) => value !== pieces.values[index + 1]));
    }),
    { numRuns: 1000 },
  );
});

function cut(entries: readonly Entry<string>[]) {
  const ends = entries.flatMap(({ from, to }) => [from, to]);
  return cutByFirstListed(edgesOf([0, ...ends, 40]), entries, "-");
}
