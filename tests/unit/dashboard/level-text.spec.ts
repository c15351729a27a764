import { expect, test } from "../../support/expect.ts";
import {
  comparedLevels,
  countText,
  durationText,
  roundedLevel,
  signedLevel,
  signedTwoDecimals,
  twoDecimals,
  writtenCell,
} from "../../../src/dashboard/browser/components/level-text.ts";
import {
  hoursText,
  columnPercent,
  percentText,
  receivedText,
} from "../../../src/dashboard/browser/components/share-text.ts";
import { tableOf } from "../../support/table.ts";

for (const [level, text] of [
  [58.64, "58.6"],
  [60.05, "60.1"],
  [60.15, "60.2"],
  [-0.05, "−0.1"],
  [-0.04, "0.0"],
  [-10.25, "−10.3"],
  [140, "140.0"],
] as const) {
  test(`${level} dB is ${text} with one decimal: halves go away from zero`, () => {
    expect(roundedLevel(level)).toBe(text);
  });
}

/** Level, limit and difference | as they are shown. */
for (const [row = "", texts = ""] of tableOf(`
  61.5 55 6.5 | 61.5 55.0 +6.5
  60.05 60 0.05 | 60.1 60.0 +0.1
  60.04 60 0.04 | 60.04 60.00 +0.04
  60.14 59.95 0.19 | 60.14 59.95 +0.19
  54.94 55.05 -0.11 | 54.94 55.05 −0.11
  50 50 0 | 50.0 50.0 ±0.0
`)) {
  test(`${row} is shown as ${texts}: the parts of a row add up`, () => {
    const [measured = 0, held = 0, difference = 0] = row.split(" ").map(Number);
    const { level, limit, over } = comparedLevels(measured, held, difference);
    expect([level, limit, over].join(" ")).toBe(texts);
  });
}

test("a level without a limit is shown without a difference", () => {
  expect(comparedLevels(50, null, null)).toEqual({ level: "50.0", limit: null, over: null });
});

test("reports show two decimals, with a minus sign and grouped thousands", () => {
  expect([
    twoDecimals(58.6),
    twoDecimals(-3.2),
    signedTwoDecimals(-0.5),
    signedLevel(-0.25),
  ]).toEqual(["58.60", "−3.20", "−0.50", "−0.3"]);
  expect([countText(999), countText(1654), countText(1_234_567)]).toEqual([
    "999",
    "1,654",
    "1,234,567",
  ]);
});

test("a range never has more samples than it expects", () => {
  expect([receivedText(213, 212), receivedText(100, 2016)]).toEqual(["213 of 213", "100 of 2,016"]);
});

/** Levels or counts, as programs read them | as people do. */
for (const [row = "", written] of tableOf(`
  level 58.6 | 58.60
  level -3.25 | −3.25
  level 55 to 60.5 | 55.00 to 60.50
  count 1440 | 1,440
  count 12.50 | 12.50
  count -5 | −5
`)) {
  test(`a table shows a ${row} as ${written}`, () => {
    const [kind, ...words] = row.split(" ");
    expect(writtenCell(words.join(" "), kind === "level")).toBe(written);
  });
}

test("hours are grouped as other counts are, and halves of shares go up", () => {
  expect([hoursText(8760 * 3600), hoursText(1234.5 * 3600), hoursText(5400)]).toEqual([
    "8,760 h",
    "1,234.5 h",
    "1.5 h",
  ]);
  expect(durationText(1234 * 3600 + 1200)).toBe("1,234 h 20 min");
  expect([0.5005, 0.5004, 1 / 3, 0.99999, 0.0001].map(percentText)).toEqual([
    "50.1 %",
    "50 %",
    "33.3 %",
    "> 99.9 %",
    "< 0.1 %",
  ]);
  expect([1, 0.99, 0.986, 0.99999, 0.0001].map(columnPercent)).toEqual([
    "100.0 %",
    "99.0 %",
    "98.6 %",
    "> 99.9 %",
    "< 0.1 %",
  ]);
});

test("the hours of a long duration are grouped once in a table", () => {
  const text = durationText(1045 * 3600 + 300);
  expect(text).toBe("1,045 h 5 min");
  expect(writtenCell(text, false)).toBe(text);
});
