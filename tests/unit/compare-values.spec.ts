import { compareValues } from "../../src/ingest/site/compare-values.ts";
import { expect, test } from "../support/expect.ts";

const rule = (level: number) => ({ days: ["mon"], limit: { A: level } });

for (const [what, old, changed, changes] of [
  ["equal values", { a: [rule(1)] }, { a: [rule(1)] }, []],
  ["a value deep inside", { a: { b: 1, c: 2 } }, { a: { b: 3, c: 2 } }, [[".a.b", 1, 3]]],
  ["a member that is new", {}, { a: { b: 1 } }, [[".a", null, { b: 1 }]]],
  ["a member that is gone", { a: 1 }, {}, [[".a", 1, null]]],
  ["a list of texts, as a whole", { a: ["x"] }, { a: ["x", "y"] }, [[".a", ["x"], ["x", "y"]]]],
  ["an entry of a list", [rule(1), rule(2)], [rule(1), rule(3)], [["[1].limit.A", 2, 3]]],
  [
    "an entry put before others",
    [rule(1), rule(2)],
    [rule(0), rule(1), rule(2)],
    [["[0]", null, rule(0)]],
  ],
  ["an entry taken out", [rule(1), rule(2), rule(3)], [rule(1), rule(3)], [["[1]", rule(2), null]]],
  ["one of several equal entries", [rule(1), rule(1)], [rule(1)], [["[1]", rule(1), null]]],
  ["all entries", [], [rule(1)], [["[0]", null, rule(1)]]],
] as const) {
  test(`a comparison names ${what}`, () => {
    expect(compareValues("", old, changed)).toEqual(
      changes.map(([path, before, after]) => ({ path, old: before, new: after })),
    );
  });
}
