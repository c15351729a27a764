import { expect, test } from "../../support/expect.ts";
import type { Assessment } from "../../../src/acoustics/assessment/assess-window.ts";
import { CountedSamples } from "../../../src/acoustics/assessment/counted-samples.ts";
import { type Fold, forEachStretch } from "../../../src/acoustics/assessment/rolling.ts";
import { EnergySum } from "../../../src/acoustics/levels/energy-sum.ts";
import { assess, assessDay, calendarOf, criterionOf, hundredths, secondOf } from "./criteria.ts";
import { type Sample, series } from "./criteria.ts";

const monday = "2026-03-02T00:00";
const hourly = { clock: "00:00-01:00" } as const;

/** One hour from midnight in samples of five minutes, each at a level or missing. */
function hour(...levels: readonly (number | null | undefined)[]): Sample[] {
  return levels.flatMap((level, index) =>
    level === undefined ? [] : [{ second: secondOf(monday) + index * 300, duration: 300, level }],
  );
}

/** `exceeded - 3 1 1`: the verdict with its reason, the reference times, those that exceed, and undecided ones. */
const said = ({ verdict, reason, referenceTimes, exceeded, undecided }: Assessment) =>
  [verdict, reason ?? "-", referenceTimes, exceeded, undecided].join(" ");

/** `level` of so many samples, then nothing. */
function first(count: number, level: number): Sample[] {
  return series(monday, [count, 300, level]);
}

for (const [title, words, samples, verdict, reason, level] of [
  ["at the limit", {}, first(12, 65), "kept", null, 65],
  ["a hundredth above the limit", {}, first(12, 65.01), "exceeded", null, 65.01],
  ["just below the step to the limit", { round: 100 }, first(12, 65.49), "kept", null, 65],
  ["at a half, which is rounded up", { round: 100 }, first(12, 65.5), "exceeded", null, 66],
  ["at a half of tenths", { round: 10 }, first(12, 65.05), "exceeded", null, 65.1],
  [
    "at a half that doubles miss",
    { round: 10, limit: 36.3 },
    first(12, 36.35),
    "exceeded",
    null,
    36.4,
  ],
  ["below a half of tenths", { round: 10 }, first(12, 65.04), "kept", null, 65],
  ["at a half below zero", { round: 100, limit: -2 }, first(12, -1.5), "kept", null, -2],
  ["above a half below zero", { round: 100, limit: -2 }, first(12, -1.49), "exceeded", null, -1],
  ["that is hardly covered", { round: 100 }, hour(70, 60), "undecided", "low_coverage", 67],
  ["covered as far as needed", {}, first(9, 60), "kept", null, 60],
  ["covered a sample less than needed", {}, first(8, 60), "undecided", "low_coverage", 60],
  ["above the limit for certain", {}, first(3, 75), "exceeded", null, 75],
  // 3/12 of 10^7.1 are 10^6.498: 64.98 dB.
  ["above the limit, but not for certain", {}, first(3, 71), "undecided", "low_coverage", 71],
  // 3/12 of 71.02 dB are 65.00 dB to two decimals, which does not exceed.
  ["at the limit with silence", {}, first(3, 71.02), "undecided", "low_coverage", 71.02],
  ["above the limit with silence", {}, first(3, 71.03), "exceeded", null, 71.03],
  ["without samples", {}, [], "undecided", "no_samples", null],
  ["without samples where none is needed", { minCoverage: 0 }, [], "undecided", "no_samples", null],
  ["without the level", {}, hour(null, null), "undecided", "no_samples", null],
  ["with a single sample where none is needed", { minCoverage: 0 }, first(1, 60), "kept", null, 60],
  ["allowed to be exceeded", { allowed: 1 }, first(12, 80), "kept", null, 80],
  ["allowed to be exceeded, and empty", { allowed: 1 }, [], "kept", null, null],
  ["of highest levels at the limit", { level: "LAFmax" }, first(12, 65), "kept", null, 65],
  ["of highest levels, one above", { level: "LAFmax" }, hour(66), "exceeded", null, 66],
  ["of peaks in gaps", { level: "LCpeak" }, first(8, 60), "undecided", "low_coverage", 60],
] as const) {
  test(`A window ${title} is ${verdict}`, () => {
    const found = assessDay({ ...hourly, ...words }, samples);
    expect([found.verdict, found.reason, found.worst?.level ?? null]).toEqual([
      verdict,
      reason,
      level === null ? null : hundredths(level),
    ]);
  });
}

test("Coverage counts whole samples and is at most 1", () => {
  const sample = { second: secondOf(monday) + 3500, duration: 300, level: 60 };
  const found = assessDay(hourly, [...first(11, 60), sample]);
  expect([found.coveredSeconds, found.coverage, found.samples]).toEqual([3600, 1, 12]);
  const over = assessDay(hourly, [...series(monday, [10, 350, 60]), sample]);
  expect([over.coveredSeconds, over.coverage]).toEqual([3800, 1]);
  expect(over.worst).toEqual({
    start: secondOf(monday),
    end: secondOf(monday) + 3600,
    level: 6000,
    over: -500,
    coverage: 1,
    verdict: "kept",
  });
});

test("Samples belong to the window in which they start", () => {
  const night = criterionOf({ clock: "22:00-07:00" });
  const at = (text: string, level: number) => ({ second: secondOf(text), duration: 300, level });
  const samples = [
    at("2026-03-01T21:59:59", 99),
    at("2026-03-01T22:00:00", 50),
    at("2026-03-02T06:59:59", 50),
    at("2026-03-02T07:00:00", 99),
  ];
  const range = ["2026-03-02T00:00", "2026-03-02T07:00"] as const;
  const found = assess(night, calendarOf("UTC"), range, samples);
  expect(found.map(({ samples: count, worst }) => [count, worst?.level])).toEqual([[2, 5000]]);
});

test("Excluded samples do not count, and their durations are reported", () => {
  const loud = first(4, 90).map((sample) => ({ ...sample, isExcluded: true }));
  const rest = series("2026-03-02T00:20", [8, 300, 60]);
  const found = assessDay({ ...hourly, minCoverage: 0.5 }, [...loud, ...rest]);
  const { excludedSeconds, coveredSeconds, samples } = found;
  expect([found.verdict, excludedSeconds, coveredSeconds, samples]).toEqual([
    "kept",
    1200,
    2400,
    8,
  ]);
  const silent = { second: secondOf(monday), duration: 300, level: null, isExcluded: true };
  expect(assessDay(hourly, [silent])).toMatchObject({ reason: "no_samples", excludedSeconds: 300 });
  const none = assessDay(hourly, loud);
  expect([said(none), none.worst, none.coverage]).toEqual(["undecided no_samples 1 0 1", null, 0]);
});

test("Blocks follow one another from the start of the window, each whole", () => {
  const block = { clock: "00:00-00:50", over: { kind: "block", seconds: 900 } } as const;
  // Quarter hours: 70, 60, nothing; the last five minutes are none.
  const samples = [
    ...series(monday, [3, 300, 70], [3, 300, 60]),
    ...series("2026-03-02T00:45", [1, 300, 99]),
  ];
  const found = assessDay(block, samples);
  expect(said(found)).toBe("exceeded - 3 1 1");
  expect(found.worst).toEqual(found.exceedances[0]);
  const [start, end] = [secondOf(monday), secondOf(monday) + 900];
  expect(found.worst).toMatchObject({ start, end, level: 7000, over: 500 });
  expect(said(assessDay({ ...block, allowed: 1 }, samples))).toBe("undecided low_coverage 3 1 1");
  expect(said(assessDay({ ...block, allowed: 2 }, samples))).toBe("kept - 3 1 1");
  const none = assessDay({ ...block, clock: "00:00-00:10" }, first(2, 60));
  expect([said(none), none.worst]).toEqual(["undecided no_reference_time 0 0 0", null]);
  expect(said(assessDay({ ...block, clock: "00:00-00:15" }, first(3, 60)))).toBe("kept - 1 0 0");
});

test("A rolling time begins with each sample, and ends inside the window", () => {
  const rolling = { ...hourly, over: { kind: "rolling", seconds: 1800 } } as const;
  const found = assessDay(rolling, hour(60, 60, 60, 60, 60, 60, 72, 60, 60, 60, 60, 60));
  // From 00:00 to 00:30 on: the loud sample is in the stretches from 00:05 to 00:30.
  expect(said(found)).toBe("exceeded - 7 6 0");
  const start = secondOf(monday) + 300;
  expect(found.worst).toMatchObject({ start, level: hundredths(65.41), coverage: 1 });
  const gap = Array.from({ length: 4 }, () => undefined);
  const sparse = assessDay(rolling, hour(60, 60, 60, ...gap, 60));
  expect(said(sparse)).toBe("undecided low_coverage 3 0 3");
  expect(sparse.worst).toMatchObject({ start: secondOf(monday), coverage: 0.5 });
  const late = assessDay(rolling, hour(...Array.from({ length: 7 }, () => undefined), 60));
  expect([said(late), late.samples]).toEqual(["undecided no_reference_time 0 0 0", 1]);
});

test("Rolling highest levels leave with their sample", () => {
  const rolling = { ...hourly, level: "LAFmax", over: { kind: "rolling", seconds: 900 } } as const;
  const found = assessDay(rolling, hour(60, 80, 70, 60, 50, 40, 66, 40, 40, 40, 40, 40));
  expect(said(found)).toBe("exceeded - 10 6 0");
  const listed = found.exceedances.map(
    ({ start, level }) => `${(start - secondOf(monday)) / 300}: ${level}`,
  );
  expect(listed.join(", ")).toBe("0: 8000, 1: 8000, 2: 7000, 4: 6600, 5: 6600, 6: 6600");
});

test("Each sample is a reference time of its own duration, fully covered", () => {
  const over = { ...hourly, over: { kind: "sample" } } as const;
  const found = assessDay(over, [
    ...hour(65, 65.01, null, 64),
    ...series("2026-03-02T00:58", [1, 300, 70]),
  ]);
  expect(said(found)).toBe("exceeded - 4 2 0");
  expect(found.worst).toEqual({
    start: secondOf("2026-03-02T00:58"),
    end: secondOf("2026-03-02T01:03"),
    level: 7000,
    over: 500,
    coverage: 1,
    verdict: "exceeded",
  });
  expect(said(assessDay(over, []))).toBe("undecided no_samples 0 0 0");
});

test("A window whose blocks or rolling times are shorter than the interval is undecided", () => {
  for (const kind of ["block", "rolling"] as const) {
    const shorter = { ...hourly, over: { kind, seconds: 299 } };
    for (const samples of [first(12, 80), []]) {
      const found = assessDay(shorter, samples);
      expect([said(found), found.worst]).toEqual(["undecided interval_too_long 0 0 0", null]);
    }
    const whole = assessDay({ ...shorter, over: { kind, seconds: 300 } }, first(12, 80));
    expect(said(whole)).toBe("exceeded - 12 12 0");
  }
});

test("The worst reference time has the highest rounded level, and is the earliest of equals", () => {
  const block = { ...hourly, round: 100, over: { kind: "block", seconds: 300 } } as const;
  const found = assessDay(block, hour(60, 63.6, 64.4, 63.5, 62));
  expect(found.worst).toMatchObject({ start: secondOf(monday) + 300, level: 6400, over: -100 });
  const undecided = assessDay({ ...hourly, over: { kind: "block", seconds: 1800 } }, [
    ...first(6, 60),
    ...series("2026-03-02T00:30", [1, 300, 64]),
  ]);
  expect(undecided.worst).toMatchObject({ level: 6400, verdict: "undecided" });
});

test("The first hundred exceedances are listed, and all are counted", () => {
  const over = { over: { kind: "sample" } } as const;
  const found = assessDay(over, first(150, 70));
  expect([found.exceeded, found.exceedances.length]).toEqual([150, 100]);
  expect(found.exceedances[99]?.start).toBe(secondOf(monday) + 99 * 300);
});

test("A sum of energies keeps what rounding takes from it", () => {
  const sum = new EnergySum();
  sum.add(1e16);
  for (let count = 0; count < 1000; count += 1) sum.add(1);
  expect([sum.value, sum.high, sum.low]).toEqual([1e16 + 1000, 1e16, 1000]);
  sum.clear();
  expect(sum.value).toBe(0);
});

test("A half that a sum of a day of seconds only nearly reaches is rounded up", () => {
  for (const level of [55.5, 60.5, 65.5, 70.5, 75.5]) {
    const words = { round: 100, limit: Math.floor(level) } as const;
    const seconds = series(monday, [86_400, 1, level]);
    for (const over of [{ kind: "window" }, { kind: "rolling", seconds: 80_000 }] as const) {
      const found = assessDay({ ...words, over }, seconds, 1);
      expect([found.verdict, found.worst?.level]).toEqual(["exceeded", Math.ceil(level) * 100]);
    }
  }
});

test("Each sample of rolling times is folded twice at most, however long they are", () => {
  const samples = new CountedSamples();
  for (let second = 0; second < 5000; second += 1) samples.add(second, 1, 6000);
  let folded = 0;
  let visited = 0;
  const counting: Fold = {
    push: () => (folded += 1),
    turn: (start, end) => (folded += end - start),
    from: () => 0,
  };
  forEachStretch(samples, 1000, 5000, counting, () => (visited += 1));
  expect(visited).toBe(4001);
  expect(folded).toBeLessThanOrEqual(2 * 5000);
});

test("A loud sample that has left a rolling time leaves nothing behind", () => {
  const rolling = { clock: "00:00-24:00", over: { kind: "rolling", seconds: 900 } } as const;
  const found = assessDay(
    { ...rolling, limit: 20, allowed: 1000 },
    series(monday, [1, 300, 200], [287, 300, 20.01]),
  );
  expect(found).toMatchObject({ referenceTimes: 286, exceeded: 286 });
  expect(new Set(found.exceedances.map(({ level }) => level))).toEqual(new Set([19_523, 2001]));
});
