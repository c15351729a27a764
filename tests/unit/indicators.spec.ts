import { expect, test } from "../support/expect.ts";
import {
  createPeriodAdder,
  dayEveningNightLevel,
  daysOfRange,
  defaultPeriods,
  indicatorsOf,
  longTermOf,
  type PeriodName,
  type Periods,
  type PeriodSums,
  roundIndicator,
} from "../../src/acoustics/aggregates/indicators.ts";
import { excludesNothing } from "../../src/acoustics/assessment/exclusions.ts";
import { dateOf } from "../../src/acoustics/time/calendar-day.ts";
import { instantOf, zoneOf } from "./limit-schedules.ts";
import { columnsOf, type SampleRow } from "./sample-columns.ts";

const dublin = zoneOf("Europe/Dublin");
const lateEvening: Periods = { day: 360, evening: 1320, night: 1380 };

function dayOf(date: string): number {
  return instantOf(date) / 86_400_000;
}

function secondOf(instant: string): number {
  return instantOf(instant) / 1000;
}

function sumsOf(zone: string, rows: readonly SampleRow[], periods = defaultPeriods): PeriodSums {
  const sums: PeriodSums = new Map();
  const add = createPeriodAdder(zoneOf(zone), periods, sums, excludesNothing)(columnsOf(rows));
  for (const index of rows.keys()) add(index);
  return sums;
}

for (const [title, periods, [day, evening, night], expected] of [
  // 12 + 4 + 8 hours of 65 dB.
  ["a penalty of 5 and 10 dB", defaultPeriods, [65, 60, 55], 6500],
  // (12·10⁶ + 4·10^6.5 + 8·10⁷) / 24 = 4,360,379.6
  ["the same level at all times", defaultPeriods, [60, 60, 60], 6640],
  // (12·10⁷ + 4·10⁵ + 8·10⁵) / 24 = 5,050,000
  ["loud days", defaultPeriods, [70, 45, 40], 6703],
  // (16·10⁷ + 1·10⁵ + 7·10⁵) / 24 = 6,700,000
  ["the hours of other periods", lateEvening, [70, 45, 40], 6826],
  ["no day", defaultPeriods, [null, 60, 60], null],
  ["no evening", defaultPeriods, [60, null, 60], null],
  ["no night", defaultPeriods, [60, 60, null], null],
] as const) {
  test(`Lden of ${title} is ${expected === null ? "null" : expected / 100}`, () => {
    expect(roundIndicator(dayEveningNightLevel(periods, { day, evening, night }))).toBe(expected);
  });
}

for (const [zone, date, day, evening, night] of [
  ["Europe/Dublin", "2019-03-30", 43_200, 14_400, 25_200],
  ["Europe/Dublin", "2019-03-31", 43_200, 14_400, 28_800],
  ["Europe/Dublin", "2019-10-26", 43_200, 14_400, 32_400],
  ["Australia/Lord_Howe", "2019-04-06", 43_200, 14_400, 30_600],
  // 23:01 to 24:00 of the 6th came twice.
  ["America/St_Johns", "2010-11-06", 43_200, 14_400, 32_400],
  // The clock went on from the end of the 29th to the start of the 31st.
  ["Pacific/Apia", "2011-12-29", 43_200, 14_400, 3600],
  ["Pacific/Apia", "2011-12-30", 0, 0, 25_200],
] as const) {
  test(`The night of ${date} has ${night} seconds in ${zone}`, () => {
    const { coverage } = indicatorsOf(zoneOf(zone), defaultPeriods, dayOf(date), new Map(), 0);
    const seconds = Object.values(coverage).map((period) => period.seconds);
    expect(seconds).toEqual([day, evening, night]);
  });
}

test("Periods of other clocks have other lengths", () => {
  const { coverage } = indicatorsOf(dublin, lateEvening, dayOf("2019-03-11"), new Map(), 0);
  const seconds = Object.values(coverage).map((period) => period.seconds);
  expect(seconds).toEqual([57_600, 3600, 25_200]);
});

for (const [instant, zone, date, period] of [
  ["2019-03-11T06:59:59Z", "Europe/Dublin", "2019-03-10", "night"],
  ["2019-03-11T07:00:00Z", "Europe/Dublin", "2019-03-11", "day"],
  ["2019-03-11T18:59:59Z", "Europe/Dublin", "2019-03-11", "day"],
  ["2019-03-11T19:00:00Z", "Europe/Dublin", "2019-03-11", "evening"],
  ["2019-03-11T22:59:59Z", "Europe/Dublin", "2019-03-11", "evening"],
  ["2019-03-11T23:00:00Z", "Europe/Dublin", "2019-03-11", "night"],
  ["2019-03-12T00:00:00Z", "Europe/Dublin", "2019-03-11", "night"],
  ["2019-07-11T06:00:00Z", "Europe/Dublin", "2019-07-11", "day"],
  ["2019-10-27T01:30:00Z", "Europe/Dublin", "2019-10-26", "night"],
  ["2010-11-07T03:00:00Z", "America/St_Johns", "2010-11-06", "night"],
  ["2011-12-30T10:00:00Z", "Pacific/Apia", "2011-12-30", "night"],
] as const) {
  test(`A sample of ${instant} in ${zone} is of the ${period} of ${date}`, () => {
    const second = secondOf(instant);
    const [[day = 0, sums] = []] = sumsOf(zone, [[second, 300, { LAeq: 60 }]]);
    const found = Object.entries(sums ?? {}).filter(([, { samples }]) => samples > 0);
    expect([dateOf(day), found.map(([name]) => name)]).toEqual([date, [period]]);
    const range = { first: second, last: second };
    const days = daysOfRange(zoneOf(zone), defaultPeriods, range);
    expect(days).toEqual({ firstDay: day, lastDay: day });
  });
}

test("Samples of an ascending and then earlier time find their periods", () => {
  const rows = ["2019-03-30T12:00:00Z", "2019-03-31T06:00:00Z", "2019-03-30T06:00:00Z"].map(
    (instant): SampleRow => [secondOf(instant), 60, { LAeq: 60 }],
  );
  const found = [...sumsOf("Europe/Dublin", rows)].map(([day, { day: sum, night }]) => [
    dateOf(day),
    sum.samples,
    night.samples,
  ]);
  // 06:00Z is 07:00 of summer time on the 31st.
  expect(found).toEqual([
    ["2019-03-30", 1, 0],
    ["2019-03-31", 1, 0],
    ["2019-03-29", 0, 1],
  ]);
});

test("The days of a range are all that it meets, one that never was among them", () => {
  const range = { first: secondOf("2011-12-29T16:59:59Z"), last: secondOf("2011-12-31T17:00:00Z") };
  const { firstDay, lastDay } = daysOfRange(zoneOf("Pacific/Apia"), defaultPeriods, range);
  // 06:59:59 of the 29th is of the night before it; 07:00 of 1 January is of that day.
  expect([dateOf(firstDay), dateOf(lastDay)]).toEqual(["2011-12-28", "2012-01-01"]);
});

test("Levels are of the energy by duration, and null below the least coverage or without samples", () => {
  const sums = sumsOf("Europe/Dublin", [
    [secondOf("2019-03-11T07:00:00Z"), 32_400, { LAeq: 50 }],
    [secondOf("2019-03-11T19:00:00Z"), 3600, { LAeq: 60 }],
    [secondOf("2019-03-11T20:00:00Z"), 7200, { LAeq: 63 }],
    [secondOf("2019-03-11T23:00:00Z"), 28_800, { LCeq: 63 }],
  ]);
  const of = (minCoverage: number) =>
    indicatorsOf(dublin, defaultPeriods, dayOf("2019-03-11"), sums, minCoverage);
  const levelsOf = (minCoverage: number) =>
    Object.values(of(minCoverage).levels).map(roundIndicator);
  // (3,600·10⁶ + 7,200·10^6.3) / 10,800 = 1,663,508
  expect(levelsOf(0.75)).toEqual([5000, 6221, null]);
  expect(levelsOf(0.76)).toEqual([null, null, null]);
  expect(of(0.75).Lden).toBeNull();
  const { day, evening, night } = of(0.76).coverage;
  const excludedSeconds = 0;
  const covered = { excludedSeconds, coverage: 0.75 };
  expect(day).toEqual({ seconds: 43_200, samples: 1, coveredSeconds: 32_400, ...covered });
  expect(evening).toEqual({ seconds: 14_400, samples: 2, coveredSeconds: 10_800, ...covered });
  const none = { samples: 0, coveredSeconds: 0, excludedSeconds, coverage: 0 };
  expect(night).toEqual({ seconds: 28_800, ...none });
});

test("Long-term levels are energy averages in which each period that has a level counts once", () => {
  const rows = (date: string, levels: readonly number[]) =>
    ["07:00", "19:00", "23:00"].flatMap((clock, index): SampleRow[] => {
      const LAeq = levels[index];
      // However long it lasts.
      return LAeq === undefined
        ? []
        : [[secondOf(`${date}T${clock}:00Z`), 100 + LAeq * 10, { LAeq }]];
    });
  const sums = sumsOf("Europe/Dublin", [
    ...rows("2019-03-11", [60, 55, 50]),
    ...rows("2019-03-12", [70, 55]),
  ]);
  const days = ["2019-03-11", "2019-03-12", "2019-03-13"].map((date) =>
    indicatorsOf(dublin, defaultPeriods, dayOf(date), sums, 0),
  );
  const { levels, Lden, counts } = longTermOf(defaultPeriods, days);
  expect(counts).toEqual({ day: 2, evening: 2, night: 1 });
  // 10 lg ((10⁶ + 10⁷) / 2)
  expect(Object.values(levels).map(roundIndicator)).toEqual([6740, 5500, 5000]);
  // (12·5,500,000 + 4·10⁶ + 8·10⁶) / 24 = 3,250,000
  expect(roundIndicator(Lden)).toBe(6512);
});

test("Without any level, long-term levels are null and count nothing", () => {
  const none: Record<PeriodName, null> = { day: null, evening: null, night: null };
  expect(longTermOf(defaultPeriods, [])).toEqual({
    levels: none,
    Lden: null,
    counts: { day: 0, evening: 0, night: 0 },
  });
});
