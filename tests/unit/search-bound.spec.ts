import { expect, test } from "playwright/test";
import { nextSearchSize } from "#operations/search-bound.ts";

for (const [searched, exceedances, size, rule] of [
  [0, 0, 10_000, "A search starts with 10,000 samples"],
  [9999, 9999, 1, "The first 10,000 samples are searched however loud they are"],
  [10_000, 0, 140_000, "Without exceedances, all samples up to the bound are searched at once"],
  [10_000, 100, 140_000, "No statement searches beyond the bound"],
  [10_000, 5000, 20_000, "A statement searches as many samples as bring 10,000 exceedances"],
  [145_000, 145_000, 5000, "The last statement of a loud range ends at the bound"],
  [149_999, 1, 1, "The last sample of the bound is searched"],
  [150_000, 1, 0, "A search ends at its bound"],
] as const) {
  test(rule, () => {
    expect(nextSearchSize(searched, exceedances)).toBe(size);
  });
}
