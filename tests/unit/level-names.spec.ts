import { expect, test } from "playwright/test";
import { equivalentLevel, levelNames } from "#acoustics/levels/level-names.ts";
import { weightings } from "#acoustics/levels/weighting.ts";

test("Each weighting has its equivalent level among the levels that a meter reports", () => {
  expect(levelNames).toEqual([
    "LAeq",
    "LCeq",
    "LZeq",
    "LAFmax",
    "LAFmin",
    "LCpeak",
    "LA10",
    "LA50",
    "LA90",
  ]);
  expect(weightings.map((weighting) => equivalentLevel[weighting])).toEqual([
    "LAeq",
    "LCeq",
    "LZeq",
  ]);
});
