import { expect, test } from "../../support/expect.ts";
import { type PackInput, python, recompute } from "./pack.ts";

test.skip(python === null, "python3 is not installed");

const limits = {
  default: { A: 70, C: 90 },
  schedule: [
    { days: ["sun", "holiday"], from: "00:00", to: "24:00", limit: { A: 55 } },
    { days: ["sat"], from: "22:00", to: "07:00", limit: { A: 50 } },
  ],
  exceptions: [
    { startAt: "2019-10-27T02:00:00.000Z", endAt: "2019-10-27T02:30:00.000Z", limit: { A: 75 } },
  ],
};

/** A weekend in Dublin whose clock goes back on Sunday, worked out by hand. */
const weekend: PackInput = {
  zone: "Europe/Dublin",
  intervalSeconds: 1800,
  limits,
  classification: { model: "sonyc", minConfidence: 0.5 },
  range: ["2019-10-26T21:30:00.000Z", "2019-10-28T23:59:59.000Z"],
  samples: [
    // Saturday night: 50 dB.
    { at: "2019-10-26T21:00:00.000Z", LAeq: 52, LAFmax: 61.5 },
    { at: "2019-10-26T21:30:00.000Z", LAeq: 51, LAFmax: 60 },
    { at: "2019-10-26T22:30:00.000Z", LAeq: 50 },
    // Sunday: its own window is listed first, 55 dB.
    { at: "2019-10-27T00:30:00.000Z", LAeq: 54 },
    { at: "2019-10-27T01:30:00.000Z", LAeq: 56 },
    // The exception: 75 dB.
    { at: "2019-10-27T02:00:00.000Z", LAeq: 58 },
    { at: "2019-10-27T02:30:00.000Z", LAeq: 60 },
    // Monday: 70 dB.
    { at: "2019-10-28T10:00:00.000Z", LAeq: 71 },
  ],
  classifications: [
    "quay-1,2019-10-26T21:00:00.000Z,other,bell,0.99",
    "quay-1,2019-10-26T21:00:00.000Z,sonyc,music,0.8",
    "quay-1,2019-10-26T21:00:00.000Z,sonyc,voice,0.7",
    "quay-1,2019-10-26T21:30:00.000Z,sonyc,dog,0.9",
    "quay-1,2019-10-27T01:30:00.000Z,sonyc,dog,0.49",
  ],
  recordings: ["quay-1,2019-10-26T21:30:00.000Z", "quay-1,2019-10-27T02:00:00.000Z"],
};

const saturday =
  // The first of labels with equal seconds. 1572125400 is 21:30.
  "quay-1,2019-10-26T21:00:00.000Z,2019-10-26T22:00:00.000Z,3600,2,3600,51.53,87.09,2,2019-10-26T21:00:00.000Z,52,61.5,50,50,dog,1800,1,quay-1.1572125400,true";
const monday =
  "quay-1,2019-10-28T10:00:00.000Z,2019-10-28T10:30:00.000Z,1800,1,1800,71,103.55,1,2019-10-28T10:00:00.000Z,71,,70,70,,,0,,false";

test("episodes are events one after another, above the limit of their own instant", () => {
  const run = recompute({
    ...weekend,
    episodes: [
      saturday,
      "quay-1,2019-10-27T01:30:00.000Z,2019-10-27T02:00:00.000Z,1800,1,1800,56,88.55,1,2019-10-27T01:30:00.000Z,56,,55,55,,,0,,false",
      "quay-1,2019-10-27T02:30:00.000Z,2019-10-27T03:00:00.000Z,1800,1,1800,60,92.55,5,2019-10-27T02:30:00.000Z,60,,55,55,,,0,,false",
      monday,
    ],
  });
  expect(run).toEqual({ code: 0, lines: ["4 lines compared, 0 differences"], error: "" });
});

test("events are joined over at most joinSeconds, which are not seconds of events", () => {
  const joined =
    // 10 lg ((10^5.6 + 10^6) / 2), and 10 lg 3600 more.
    "quay-1,2019-10-27T01:30:00.000Z,2019-10-27T03:00:00.000Z,5400,2,3600,58.45,94.01,5,2019-10-27T02:30:00.000Z,60,,55,55,,,0,,false";
  const run = recompute({ ...weekend, joinSeconds: 1800, episodes: [saturday, joined, monday] });
  expect(run).toEqual({ code: 0, lines: ["3 lines compared, 0 differences"], error: "" });
});

test("the end of the contract cuts no episode, and the end of the range does", () => {
  const steady: PackInput = {
    ...weekend,
    range: ["2019-10-28T00:00:00.000Z", "2019-10-28T10:14:59.000Z"],
  };
  const cut = recompute({ ...steady, episodes: [monday.replace(/false$/, "true")] });
  expect(cut.code, cut.lines.join("\n")).toBe(0);
  const whole = recompute({
    ...steady,
    contract: ["2019-01-01T00:00:00.000Z", "2019-10-28T10:14:59.000Z"],
    episodes: [monday],
  });
  expect(whole.code, whole.lines.join("\n")).toBe(0);
});
