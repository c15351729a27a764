import { expect, test } from "../../support/expect.ts";
import { dataOfBuckets } from "../../../src/dashboard/browser/plots/level-data.ts";
import { withoutCrossings } from "../../../src/dashboard/browser/plots/limit-steps.ts";

const day = 86_400;

test("a limit that steps within a bucket is no line across it", () => {
  const bucket = (index: number) => ({
    startAt: new Date(index * day * 1000).toISOString(),
    samples: 288,
    Leq: 60,
    LeqMin: 50,
    LeqMax: 70,
    LAFmax: null,
    lowestLimit: 55,
    highestLimit: 65,
    maxOver: 5,
    events: 1,
  });
  const data = dataOfBuckets([0, 1, 2, 3].map(bucket), day, "A");
  const steps = [
    { first: 0, end: 1.5 * day, limit: 65, label: "65" },
    { first: 1.5 * day, end: 1.75 * day, limit: 55, label: "55" },
    { first: 1.75 * day, end: 4 * day, limit: 65, label: "65" },
  ];
  expect(withoutCrossings(steps, data)).toEqual([
    { ...steps[0], end: day },
    { ...steps[2], first: 2 * day },
  ]);
  expect(withoutCrossings(steps, { ...data, kind: "samples" })).toEqual(steps);
});
