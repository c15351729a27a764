import { expect, test } from "../../support/expect.ts";
import {
  dayEveningNightLevel,
  defaultPeriods,
  roundIndicator,
} from "../../../src/acoustics/aggregates/indicators.ts";
import { energyOf, levelOfEnergy, roundLevel } from "../../../src/acoustics/levels/energy.ts";
import { assessDay, hundredths, secondOf, series } from "./criteria.ts";

/** No sound at all: 10^0 beside 10^5 and more. */
const silence = 0;

// Annex IV A.3.4.2 b has the formula; the figures are examples 3.1 to 3.3 of the manual that docs/permits.md names.
test("RD 1367/2007, day: 2 h of silence, 6 h of 50 dB + 9 and 4 h of 48 dB + 6 are 56.82, rounded to 57", () => {
  const words = {
    clock: "07:00-19:00",
    limit: 57,
    adjustments: [
      { name: "Phase 2", clock: "09:00-15:00", add: 9 },
      { name: "Phase 3", clock: "15:00-19:00", add: 6 },
    ],
  } as const;
  const samples = series("2026-03-02T07:00", [24, 300, silence], [72, 300, 50], [48, 300, 48]);
  expect(assessDay(words, samples)).toMatchObject({
    verdict: "kept",
    worst: { level: 5682, over: -18 },
  });
  expect(assessDay({ ...words, round: 100 }, samples).worst).toMatchObject({
    level: 5700,
    over: 0,
  });
  expect(assessDay({ ...words, round: 100, limit: 56 }, samples).verdict).toBe("exceeded");
});

test("RD 1367/2007, year: 303 days of 57 dB by day and 51 dB in the evening are 56 and 50 dB", () => {
  const year = (level: number) =>
    roundLevel(levelOfEnergy((303 / 365) * energyOf(hundredths(level))));
  expect([year(57), year(51)]).toEqual([5619, 5019]);
});

const construction = { clock: "07:00-19:00", limit: 75 } as const;

test("Singapore, construction noise: 78 dB for the first 6 of 12 hours is 99.76 % of the budget", () => {
  const { budget, ...found } = assessDay(construction, series("2026-03-02T07:00", [72, 300, 78]));
  expect(budget?.used.toFixed(4)).toBe("0.9976");
  // 10 lg ((12·10^7.5 - 6·10^7.8) / 6) = 51.76
  expect(budget).toMatchObject({ remainingSeconds: 21_600, remainingLevel: 5176 });
  expect(found).toMatchObject({
    verdict: "undecided",
    reason: "low_coverage",
    worst: { level: 7800 },
  });
});

test("2002/49/EC, annex I: 65, 62 and 54 dB by day, evening and night are an Lden of 65.1", () => {
  const Lden = dayEveningNightLevel(defaultPeriods, { day: 65, evening: 62, night: 54 });
  expect(roundIndicator(Lden)).toBe(6512);
});

test("Exposure levels: 500 events of 105 dB in 8 hours are a mean of 87.4", () => {
  const samples = series("2026-03-02T08:00", [500, 1, 105], [28_300, 1, silence]);
  const words = { clock: "08:00-16:00", round: 10, limit: 87.4 } as const;
  expect(assessDay(words, samples, 1)).toMatchObject({ verdict: "kept", worst: { level: 8740 } });
});

test("Exposure levels: 2,000 events of 80 dB and 18,000 of 65 dB in 24 hours are a mean of 64.7", () => {
  const samples = series("2026-03-02", [2000, 1, 80], [18_000, 1, 65], [66_400, 1, silence]);
  expect(assessDay({ round: 10 }, samples, 1).worst?.level).toBe(6470);
});

test("The budget of a window without samples is whole, at the limit", () => {
  expect(assessDay(construction, []).budget).toEqual({
    used: 0,
    remainingSeconds: 43_200,
    remainingLevel: 7500,
  });
});

test("What is left of a budget is from the end of the last counted sample on", () => {
  const start = secondOf("2026-03-02T07:00");
  const at = (offset: number, level: number) => ({ second: start + offset, duration: 300, level });
  const excluded = { ...at(3600, 60), isExcluded: true };
  const budget = (...samples: Parameters<typeof assessDay>[1]) =>
    assessDay(construction, samples).budget;
  expect(budget(at(600, 60), excluded)).toMatchObject({ remainingSeconds: 43_200 - 900 });
  expect(budget(at(43_000, 60))).toMatchObject({ remainingSeconds: 0, remainingLevel: null });
  // 300 s of 97 dB are 110 % of 43,200 s of 75 dB.
  expect(budget(at(0, 97))).toMatchObject({
    used: expect.closeTo(1.1006, 4),
    remainingLevel: null,
  });
});

test("A budget used up exactly is 1, though powers of ten are rounded", () => {
  for (const level of [65, 65.37, 66.66, 70.01, 71.9]) {
    const words = { clock: "00:00-10:00", limit: level } as const;
    const found = assessDay(words, series("2026-03-02", [12, 300, level + 10]));
    expect(found.budget).toEqual({ used: 1, remainingSeconds: 32_400, remainingLevel: null });
  }
});

test("Only energy means over the window have a budget", () => {
  const samples = series("2026-03-02T07:00", [144, 300, 75]);
  const budget = (words: Parameters<typeof assessDay>[0]) =>
    assessDay({ ...construction, ...words }, samples).budget;
  expect(budget({ level: "LCeq" })).not.toBeNull();
  expect(budget({ level: "LAFmax" })).toBeNull();
  expect(budget({ level: "LCpeak" })).toBeNull();
  expect(budget({ over: { kind: "sample" } })).toBeNull();
  expect(budget({ over: { kind: "block", seconds: 43_200 } })).toBeNull();
  expect(budget({ over: { kind: "rolling", seconds: 3600 } })).toBeNull();
});
