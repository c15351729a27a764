import { expect, test } from "../../support/expect.ts";
import { missingSamples } from "../../../src/dashboard/browser/data/missing-samples.ts";

test("a gap lacks as many samples as the server would expect", () => {
  expect([300, 450, 449, 3600].map((seconds) => missingSamples(seconds, 300))).toEqual([
    1, 2, 1, 12,
  ]);
});
