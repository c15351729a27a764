import { criterionOf } from "../../support/criterion.ts";
import { expect, test } from "../../support/expect.ts";
import { python, recompute, samplesFrom } from "./pack.ts";

/** Every line of these packs was worked out by hand from the definitions in method.md. */
test.skip(python === null, "python3 is not installed");

const agreed = (lines: number) => ({
  code: 0,
  lines: [`${lines} lines compared, 0 differences`],
  error: "",
});

test("an exceedance is certain where silence in the gaps would not undo it; excluded samples do not count", () => {
  const works = criterionOf("works LAeq 08:00-12:00 65");
  const run = recompute({
    zone: "UTC",
    intervalSeconds: 3600,
    criteria: [works, { ...works, id: "peak", level: "LAFmax", limit: 80 }],
    range: ["2019-03-04T00:00:00.000Z", "2019-03-06T23:59:59.000Z"],
    samples: [
      { at: "2019-03-04T08:00:00.000Z", LAeq: 75, LAFmax: 85 },
      { at: "2019-03-05T08:00:00.000Z", LAeq: 70, LAFmax: 80 },
      ...samplesFrom("2019-03-06T08:00:00Z", 3600, [60, 60, 90, 60]),
    ],
    exclusions: ['quay-1,2019-03-06T10:00:00.000Z,2019-03-06T11:00:00.000Z,thunder,"near, loud"'],
    assessments: [
      // Over four hours 75 dB in one are 68.98 dB, 70 dB are 63.98 dB.
      "quay-1,works,2019-03-04,2019-03-04T08:00:00.000Z,2019-03-04T12:00:00.000Z,2019-03-04T08:00:00+00:00,14400,1,3600,0,0.25,75,65,10,exceeded,,1,1,0,2019-03-04T08:00:00.000Z,2.5",
      "quay-1,peak,2019-03-04,2019-03-04T08:00:00.000Z,2019-03-04T12:00:00.000Z,2019-03-04T08:00:00+00:00,14400,1,3600,0,0.25,85,80,5,exceeded,,1,1,0,2019-03-04T08:00:00.000Z,",
      "quay-1,works,2019-03-05,2019-03-05T08:00:00.000Z,2019-03-05T12:00:00.000Z,2019-03-05T08:00:00+00:00,14400,1,3600,0,0.25,70,65,5,undecided,low_coverage,1,0,1,2019-03-05T08:00:00.000Z,0.7906",
      "quay-1,peak,2019-03-05,2019-03-05T08:00:00.000Z,2019-03-05T12:00:00.000Z,2019-03-05T08:00:00+00:00,14400,1,3600,0,0.25,80,80,0,undecided,low_coverage,1,0,1,2019-03-05T08:00:00.000Z,",
      "quay-1,works,2019-03-06,2019-03-06T08:00:00.000Z,2019-03-06T12:00:00.000Z,2019-03-06T08:00:00+00:00,14400,3,10800,3600,0.75,60,65,-5,kept,,1,0,0,2019-03-06T08:00:00.000Z,0.2372",
      "quay-1,peak,2019-03-06,2019-03-06T08:00:00.000Z,2019-03-06T12:00:00.000Z,2019-03-06T08:00:00+00:00,14400,0,0,3600,0,,80,,undecided,no_samples,1,0,1,,",
    ],
  });
  expect(run).toEqual(agreed(6));
});

test("rolling hours begin with samples and end inside the window; as many as are allowed may exceed", () => {
  const hour = { name: "Hour", level: "LAeq", from: "08:00", to: "10:00", limit: 65 };
  const rolling = { ...hour, over: { rolling: "PT1H" } };
  const run = recompute({
    zone: "UTC",
    intervalSeconds: 1800,
    criteria: [
      { ...rolling, id: "none" },
      { ...rolling, id: "two", allowed: 2 },
      { ...rolling, id: "three", allowed: 3 },
      { ...hour, id: "long", over: { rolling: "PT2H30M" } },
    ],
    range: ["2019-03-04T08:00:00.000Z", "2019-03-04T08:00:00.000Z"],
    // Hours of 67.40 dB from 08:00 and from 08:30, and one that is half covered from 09:00.
    samples: samplesFrom("2019-03-04T08:00:00Z", 1800, [60, 70, 60]),
    assessments: [
      ["none", "67.4,65,2.4,exceeded,,3,2,1,2019-03-04T08:00:00.000Z,"],
      ["two", "67.4,65,2.4,undecided,low_coverage,3,2,1,2019-03-04T08:00:00.000Z,"],
      ["three", "67.4,65,2.4,kept,,3,2,1,2019-03-04T08:00:00.000Z,"],
      ["long", ",65,,undecided,no_reference_time,0,0,0,,"],
    ].map(
      ([id, verdict]) =>
        `quay-1,${id},2019-03-04,2019-03-04T08:00:00.000Z,2019-03-04T10:00:00.000Z,2019-03-04T08:00:00+00:00,7200,3,5400,0,0.75,${verdict}`,
    ),
  });
  expect(run).toEqual(agreed(4));
});

test("a level is rounded once, halves away from zero, before it is compared", () => {
  const criterion = { level: "LAeq", from: "08:00", to: "09:00", over: "window" };
  const run = recompute({
    zone: "UTC",
    intervalSeconds: 300,
    criteria: [
      { ...criterion, id: "tenth", name: "Tenths", round: 0.1, limit: 64 },
      { ...criterion, id: "whole", name: "Whole", round: 1, limit: 64 },
      {
        ...criterion,
        id: "below",
        name: "Below 0",
        round: 0.1,
        limit: -10,
        adjustments: [{ name: "Far", add: -74.1 }],
      },
    ],
    range: ["2019-03-04T08:00:00.000Z", "2019-03-04T08:59:59.000Z"],
    samples: samplesFrom("2019-03-04T08:00:00Z", 300, Array<number>(12).fill(64.05)),
    assessments: [
      // 10^0.005 of the budget; -10.05 is rounded to -10.1.
      ["tenth", "64.1,64,0.1,exceeded,,1,1,0,2019-03-04T08:00:00.000Z,1.0116"],
      ["whole", "64,64,0,kept,,1,0,0,2019-03-04T08:00:00.000Z,1.0116"],
      ["below", "-10.1,-10,-0.1,kept,,1,0,0,2019-03-04T08:00:00.000Z,0.9886"],
    ].map(
      ([id, verdict]) =>
        `quay-1,${id},2019-03-04,2019-03-04T08:00:00.000Z,2019-03-04T09:00:00.000Z,2019-03-04T08:00:00+00:00,3600,12,3600,0,1,${verdict}`,
    ),
  });
  expect(run).toEqual(agreed(3));
});

test("a sample belongs whole to the window in which it starts, and its date decides its adjustment", () => {
  const run = recompute({
    zone: "UTC",
    intervalSeconds: 3600,
    criteria: [
      criterionOf("half LAeq 08:00-08:30 65", {
        adjustments: [{ name: "Tuesdays", days: ["tue"], from: "00:00", to: "24:00", add: 10 }],
      }),
    ],
    range: ["2019-03-04T00:00:00.000Z", "2019-03-05T23:59:59.000Z"],
    samples: samplesFrom("2019-03-04T08:00:00Z", 86_400, [60, 60]),
    assessments: [
      // An hour in a window of half of it: twice 10^-0.5 of the budget, and twice 10^0.5.
      ["2019-03-04", "60,65,-5,kept,,1,0,0,2019-03-04T08:00:00.000Z,0.6325"],
      ["2019-03-05", "70,65,5,exceeded,,1,1,0,2019-03-05T08:00:00.000Z,6.3246"],
    ].map(
      ([date, verdict]) =>
        `quay-1,half,${date},${date}T08:00:00.000Z,${date}T08:30:00.000Z,${date}T08:00:00+00:00,1800,1,3600,0,1,${verdict}`,
    ),
  });
  expect(run).toEqual(agreed(2));
});

test("Singapore: 75 dB all day use the budget of 75 dB over 12 h, 78 dB for six hours 99.76 % of it", () => {
  const run = recompute({
    zone: "Asia/Singapore",
    intervalSeconds: 300,
    criteria: [criterionOf("day LAeq 07:00-19:00 75")],
    range: ["2019-03-03T23:00:00.000Z", "2019-03-05T10:59:59.000Z"],
    samples: [
      ...samplesFrom("2019-03-03T23:00:00Z", 300, Array<number>(144).fill(75)),
      ...samplesFrom("2019-03-04T23:00:00Z", 300, Array<number>(72).fill(78)),
    ],
    assessments: [
      "quay-1,day,2019-03-04,2019-03-03T23:00:00.000Z,2019-03-04T11:00:00.000Z,2019-03-04T07:00:00+08:00,43200,144,43200,0,1,75,75,0,kept,,1,0,0,2019-03-03T23:00:00.000Z,1",
      "quay-1,day,2019-03-05,2019-03-04T23:00:00.000Z,2019-03-05T11:00:00.000Z,2019-03-05T07:00:00+08:00,43200,72,21600,0,0.5,78,75,3,undecided,low_coverage,1,0,1,2019-03-04T23:00:00.000Z,0.9976",
    ],
  });
  expect(run).toEqual(agreed(2));
});
