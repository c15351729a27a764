import { expect, test } from "playwright/test";
import { describeChanges } from "../../src/cli/text/describe-changes.ts";
import { shorten } from "../../src/cli/text/table.ts";

for (const [rule, text, shortened] of [
  ["a text that fits is kept", "abc", "abc"],
  ["a longer text ends with a sign of it", "abcdef", "abc…"],
  [
    "characters are counted as people count them",
    "a\u0301a\u0301a\u0301a\u0301",
    "a\u0301a\u0301a\u0301a\u0301",
  ],
  ["no character is cut", "👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀", "👩‍🚀👩‍🚀👩‍🚀…"],
] as const) {
  test(`in a shortened text, ${rule}`, () => {
    expect(shorten(text, 4)).toBe(shortened);
  });
}

test("a long value is cut before its characters are counted, which takes time in the square of their number", () => {
  const { segment } = Intl.Segmenter.prototype;
  const lengths: number[] = [];
  Intl.Segmenter.prototype.segment = function (text) {
    lengths.push(text.length);
    return segment.call(this, text);
  };
  try {
    const list = Array.from({ length: 5000 }, () => ({ name: "Permit" }));
    const [line = ""] = describeChanges([{ path: "limits.exceptions", old: null, new: list }]);
    expect(line.length).toBeLessThan(300);
    expect(lengths).toEqual([2000]);
  } finally {
    Intl.Segmenter.prototype.segment = segment;
  }
});
