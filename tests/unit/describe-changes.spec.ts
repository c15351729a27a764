import { expect, test } from "../support/expect.ts";
import { describeChanges } from "../../src/cli/text/describe-changes.ts";
import { shorten } from "../../src/cli/text/table.ts";

for (const [rule, text, shortened] of [
  ["a text that fits is kept", "abcd", "abcd"],
  ["a longer text ends with a sign of it", "abcdef", "abc…"],
  ["a character of two code units counts once", "🚀🚀🚀🚀", "🚀🚀🚀🚀"],
  ["no character is cut", "🚀🚀🚀🚀🚀", "🚀🚀🚀…"],
] as const) {
  test(`in a shortened text, ${rule}`, () => {
    expect(shorten(text, 4)).toBe(shortened);
  });
}

test("a long value is cut", () => {
  const list = Array.from({ length: 5000 }, () => ({ name: "Permit" }));
  const [line = ""] = describeChanges([{ path: "limits.exceptions", old: null, new: list }]);
  expect(line.length).toBeLessThan(300);
});
