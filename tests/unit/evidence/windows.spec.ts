import { expect, test } from "../../support/expect.ts";
import { python, recompute, samplesFrom } from "./pack.ts";

/** Every line of these packs was worked out by hand from the definitions in method.md. */
test.skip(python === null, "python3 is not installed");

test("a day of a clock change has 23 or 25 hours, and a night 8 or 10", () => {
  const day = { id: "day", name: "Day", level: "LAeq", from: "00:00", to: "24:00", over: "window" };
  const night = { ...day, id: "night", from: "22:00", to: "07:00", limit: 55 };
  const criteria = [{ ...day, limit: 63 }, night];
  const dublin = { zone: "Europe/Dublin", intervalSeconds: 3600, criteria };
  const spring = recompute({
    ...dublin,
    range: ["2019-03-31T06:00:00.000Z", "2019-03-31T20:59:59.000Z"],
    samples: samplesFrom("2019-03-31T00:00:00Z", 3600, Array<number>(23).fill(60)),
    assessments: [
      // 10^(-0.3) of the budget.
      "quay-1,day,2019-03-31,2019-03-31T00:00:00.000Z,2019-03-31T23:00:00.000Z,2019-03-31T00:00:00+00:00,82800,23,82800,0,1,60,63,-3,kept,,1,0,0,2019-03-31T00:00:00.000Z,0.5012",
    ],
  });
  expect(spring).toEqual({ code: 0, lines: ["1 lines compared, 0 differences"], error: "" });
  const autumn = recompute({
    ...dublin,
    range: ["2019-10-27T00:00:00.000Z", "2019-10-27T23:00:00.000Z"],
    samples: samplesFrom("2019-10-26T23:00:00Z", 3600, Array<number>(25).fill(60)),
    assessments: [
      // 8 of 10 hours: 0.8 · 10^0.5 of the budget.
      "quay-1,night,2019-10-26,2019-10-26T21:00:00.000Z,2019-10-27T07:00:00.000Z,2019-10-26T22:00:00+01:00,36000,8,28800,0,0.8,60,55,5,exceeded,,1,1,0,2019-10-26T21:00:00.000Z,2.5298",
      "quay-1,day,2019-10-27,2019-10-26T23:00:00.000Z,2019-10-28T00:00:00.000Z,2019-10-27T00:00:00+01:00,90000,25,90000,0,1,60,63,-3,kept,,1,0,0,2019-10-26T23:00:00.000Z,0.5012",
      // 2 of 9 hours: with silence in the others it would be 53.47 dB.
      "quay-1,night,2019-10-27,2019-10-27T22:00:00.000Z,2019-10-28T07:00:00.000Z,2019-10-27T22:00:00+00:00,32400,2,7200,0,0.2222,60,55,5,undecided,low_coverage,1,0,1,2019-10-27T22:00:00.000Z,0.7027",
    ],
  });
  expect(autumn).toEqual({ code: 0, lines: ["3 lines compared, 0 differences"], error: "" });
});

test("blocks are whole, in a window that a clock change makes half an hour longer", () => {
  const night = { level: "LAeq", from: "00:00", to: "04:00", limit: 55 };
  const hours = { ...night, name: "Hours", over: { block: "PT1H" } };
  const run = recompute({
    zone: "Australia/Lord_Howe",
    intervalSeconds: 1800,
    criteria: [
      { ...hours, id: "one", allowed: 1 },
      { ...hours, id: "two", allowed: 2 },
      { ...night, id: "half", name: "Half hours", over: { block: "PT30M" } },
      { ...night, id: "short", name: "Short", over: { block: "PT10M" } },
    ],
    range: ["2019-04-06T13:00:00.000Z", "2019-04-06T17:29:59.000Z"],
    // Half hours of four blocks, the third without samples, and of the rest.
    samples: samplesFrom("2019-04-06T13:00:00Z", 1800, [50, 50, 60, 60, null, null, 50, 50, 90]),
    assessments: [
      ["one", "60,55,5,undecided,low_coverage,4,1,1,2019-04-06T14:00:00.000Z,"],
      ["two", "60,55,5,kept,,4,1,1,2019-04-06T14:00:00.000Z,"],
      ["half", "90,55,35,exceeded,,9,3,2,2019-04-06T17:00:00.000Z,"],
      ["short", ",55,,undecided,interval_too_long,0,0,0,,"],
    ].map(
      ([id, verdict]) =>
        `quay-1,${id},2019-04-07,2019-04-06T13:00:00.000Z,2019-04-06T17:30:00.000Z,2019-04-07T00:00:00+11:00,16200,7,12600,0,0.7778,${verdict}`,
    ),
  });
  expect(run).toEqual({ code: 0, lines: ["4 lines compared, 0 differences"], error: "" });
});

test("a clock that a change skips ends with the missing hour, and a window without length is none", () => {
  const criterion = { level: "LAeq", over: "window", limit: 60 };
  const run = recompute({
    zone: "Europe/Berlin",
    intervalSeconds: 1800,
    criteria: [
      { ...criterion, id: "into", name: "Into the hour", from: "01:00", to: "02:30" },
      { ...criterion, id: "within", name: "Within the hour", from: "02:10", to: "02:50" },
      { ...criterion, id: "out", name: "Out of the hour", from: "02:30", to: "04:00" },
    ],
    range: ["2019-03-31T00:00:00.000Z", "2019-03-31T02:00:00.000Z"],
    samples: [],
    assessments: [
      "quay-1,into,2019-03-31,2019-03-31T00:00:00.000Z,2019-03-31T01:00:00.000Z,2019-03-31T01:00:00+01:00,3600,0,0,0,0,,60,,undecided,no_samples,1,0,1,,0",
      "quay-1,out,2019-03-31,2019-03-31T01:00:00.000Z,2019-03-31T02:00:00.000Z,2019-03-31T03:00:00+02:00,3600,0,0,0,0,,60,,undecided,no_samples,1,0,1,,0",
    ],
  });
  expect(run).toEqual({ code: 0, lines: ["2 lines compared, 0 differences"], error: "" });
});

test("a holiday is its own day, and an adjustment over midnight belongs to the day before", () => {
  const criterion = { level: "LAeq", from: "06:00", to: "09:00", over: "sample", limit: 60 };
  const run = recompute({
    zone: "Europe/Dublin",
    intervalSeconds: 3600,
    holidays: ["2019-03-18"],
    criteria: [
      { ...criterion, id: "monday", name: "Mondays", days: ["mon"] },
      {
        ...criterion,
        id: "holiday",
        name: "Holidays",
        days: ["holiday"],
        adjustments: [
          { name: "Night of Sunday", days: ["sun"], from: "22:00", to: "07:00", add: 10 },
          { name: "Early on holidays", days: ["holiday"], from: "06:00", to: "08:00", add: 5 },
          { name: "Mondays", days: ["mon"], from: "00:00", to: "24:00", add: 20 },
        ],
      },
      { ...criterion, id: "later", name: "From Tuesday on", startAt: "2019-03-19" },
    ],
    range: ["2019-03-18T00:00:00.000Z", "2019-03-18T23:59:59.000Z"],
    samples: samplesFrom("2019-03-18T06:00:00Z", 3600, [50, 56, 60]),
    assessments: [
      // 50 + 10 + 5, 56 + 5, and 60, which is not above 60.
      "quay-1,holiday,2019-03-18,2019-03-18T06:00:00.000Z,2019-03-18T09:00:00.000Z,2019-03-18T06:00:00+00:00,10800,3,10800,0,1,65,60,5,exceeded,,3,2,0,2019-03-18T06:00:00.000Z,",
    ],
  });
  expect(run).toEqual({ code: 0, lines: ["1 lines compared, 0 differences"], error: "" });
});
