import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import { averageDays } from "../../../src/dashboard/browser/plots/average-day-groups.ts";
import { binShares, shareAxis } from "../../../src/dashboard/browser/plots/distribution-shape.ts";
import type { HourLevel } from "../../../src/dashboard/browser/plots/heat-map-grid.ts";
import { secondOf, zoneOf } from "../../../src/dashboard/browser/time/local-time.ts";
import { exceedanceHours } from "../../../src/dashboard/browser/views/sensor/statistics/exceedance-hours.ts";

const zone = zoneOf("Europe/Dublin");

test("the mean is of energies, weighted by the seconds that samples cover", () => {
  const [weekday] = averageDays(
    [hour("2019-03-25T10:00Z", 50), hour("2019-03-26T10:00Z", 60)],
    new Set(),
    zone,
  );
  expect(weekday).toMatchObject({ group: "weekday", days: 2 });
  expect(weekday?.hours[10]).toMatchObject({ hours: 2, low: 50, high: 60 });
  expect(weekday?.hours[10]?.mean).toBeCloseTo(57.4, 2);
  const [half] = averageDays(
    [hour("2019-03-25T10:00Z", 50), hour("2019-03-26T10:00Z", 60, { coveredSeconds: 360 })],
    new Set(),
    zone,
  );
  expect(half?.hours[10]?.mean).toBeCloseTo(10 * Math.log10((1e5 * 3600 + 1e6 * 360) / 3960), 9);
});

test("Saturdays, and Sundays with holidays, stand apart, by the project's clock", () => {
  const groups = averageDays(
    [
      // 23:30 UTC on Saturday is 00:30 on Sunday in summer.
      hour("2019-06-08T23:00Z", 41),
      hour("2019-06-08T12:00Z", 42),
      hour("2019-06-10T12:00Z", 43),
      hour("2019-06-03T12:00Z", 44),
      hour("2019-06-11T12:00Z", null),
    ],
    new Set(["2019-06-03"]),
    zone,
  );
  expect(
    groups.map(({ group, days, hours }) => [
      group,
      days,
      hours.flatMap(({ hour: clock, mean }) => (mean === null ? [] : [[clock, mean]])),
    ]),
  ).toEqual([
    ["weekday", 1, [[13, 43]]],
    ["saturday", 1, [[13, 42]]],
    [
      "sunday",
      2,
      [
        [0, 41],
        [13, expect.closeTo(44, 9)],
      ],
    ],
  ]);
});

test("the range is of levels of hours: its ends are levels that were", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -500, max: 14_000 }), { minLength: 1 }), (values) => {
      const levels = values.map((value) => value / 100);
      const [weekday] = averageDays(
        levels.map((level) => hour("2019-03-25T10:00Z", level)),
        new Set(),
        zone,
      );
      const { low, high, mean } = weekday?.hours[10] ?? {};
      const atMost = (end: number) => levels.filter((level) => level <= end).length;
      assert.ok(low != null && high != null && mean != null);
      assert.ok(levels.includes(low));
      assert.ok(levels.includes(high));
      assert.ok(atMost(low) >= levels.length * 0.1);
      assert.ok(atMost(high) >= levels.length * 0.9);
      assert.ok(mean >= Math.min(...levels) - 1e-9);
      assert.ok(mean <= Math.max(...levels) + 1e-9);
    }),
  );
});

test("without hours, nothing has a level", () => {
  const groups = averageDays([], new Set(), zone);
  expect(
    groups.every(({ days, hours }) => days === 0 && hours.every(({ mean }) => mean === null)),
  ).toBe(true);
});

test("shares of a distribution are of time, and cumulate from the highest level down", () => {
  const bin = (from: number, seconds: number) => ({ from, to: from + 1, samples: 1, seconds });
  const shares = binShares([bin(50, 300), bin(51, 0), bin(52, 900)]);
  expect(shares.map(({ share, shareAbove }) => [share, shareAbove])).toEqual([
    [0.25, 1],
    [0, 0.75],
    [0.75, 0.75],
  ]);
  expect(binShares([])).toEqual([]);
  expect(shareAxis(0.23)).toEqual({ end: expect.closeTo(0.25, 9), step: 0.05 });
  expect(shareAxis(1)).toEqual({ end: 1, step: 0.2 });
});

test("exceedances are counted by the hour of the project's clock", () => {
  const sums = exceedanceHours(
    [hour("2019-03-25T10:00Z", 60, { events: 2 }), hour("2019-06-25T09:00Z", 60, { events: 3 })],
    zone,
  );
  expect(sums[10]).toEqual({ hour: 10, samples: 24, events: 5 });
  expect(sums.reduce((total, { events }) => total + events, 0)).toBe(5);
});

function hour(startAt: string, Leq: number | null, others: Partial<HourLevel> = {}): HourLevel {
  const start = secondOf(startAt);
  return {
    start,
    end: start + 3600,
    samples: 12,
    expectedSamples: 12,
    coveredSeconds: 3600,
    Leq,
    events: 0,
    limitedSeconds: 0,
    maxOver: null,
    lowestLimit: null,
    highestLimit: null,
    ...others,
  };
}
