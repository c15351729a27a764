import { expect, test } from "../support/expect.ts";
import { nextSearchSize } from "../../src/operations/events/search-bound.ts";

for (const [searched, exceedances, size, rule] of [
  [0, 0, 2500, "A search starts with 2,500 samples"],
  [2499, 2499, 1, "The first 2,500 samples are searched however loud they are"],
  [2500, 0, 147_500, "Without exceedances, all samples up to the bound are searched at once"],
  [2500, 25, 147_500, "No statement searches beyond the bound"],
  [2500, 1250, 5000, "A statement searches as many samples as bring 2,500 exceedances"],
  [148_000, 148_000, 2000, "The last statement of a loud range ends at the bound"],
  [149_999, 1, 1, "The last sample of the bound is searched"],
  [150_000, 1, 0, "A search ends at its bound"],
] as const) {
  test(rule, () => {
    expect(nextSearchSize(searched, exceedances)).toBe(size);
  });
}
