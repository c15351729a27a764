import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import { cutIntoBuckets } from "../../../src/acoustics/aggregates/buckets.ts";
import { colourScale } from "../../../src/dashboard/browser/plots/heat-map-colours.ts";
import {
  clockHour,
  countCells,
  type HeatCell,
  heatDays,
  type HourLevel,
} from "../../../src/dashboard/browser/plots/heat-map-grid.ts";
import {
  boxOf,
  cellAt,
  heatLayout,
  moveInHeatMap,
} from "../../../src/dashboard/browser/plots/heat-map-layout.ts";
import {
  localDate,
  type TimeZone,
  zoneOf,
} from "../../../src/dashboard/browser/time/local-time.ts";
import { parseRange, rangeOfDays } from "../../../src/dashboard/browser/time/range.ts";

test("a skipped hour is an empty cell with a dash", () => {
  const zone = zoneOf("Europe/Dublin");
  const [day] = heatDays(hoursOf("2019-03-31", "2019-03-31", zone), zone);
  expect(day?.cells.map(shapeOf)).toEqual([
    [60],
    "skipped",
    ...Array.from({ length: 22 }, () => [60]),
  ]);
  expect(countCells(day === undefined ? [] : [day])).toEqual({ points: 23, over: 0, gaps: 1 });
});

test("a repeated hour is a split cell, its first pass first", () => {
  const zone = zoneOf("Europe/Dublin");
  const hours = hoursOf("2019-10-27", "2019-10-27", zone);
  const [day] = heatDays(hours, zone);
  expect(day?.cells[1]).toEqual({ kind: "hours", parts: [hours[1], hours[2]] });
  expect(countCells(day === undefined ? [] : [day])).toEqual({ points: 25, over: 0, gaps: 0 });
});

test("a clock change of half an hour shortens a cell, or splits it", () => {
  const zone = zoneOf("Australia/Lord_Howe");
  const [back] = heatDays(hoursOf("2024-04-07", "2024-04-07", zone), zone);
  expect(back?.cells.slice(0, 3).map(shapeOf)).toEqual([[60], [60, 30], [60]]);
  const [forward] = heatDays(hoursOf("2024-10-06", "2024-10-06", zone), zone);
  expect(forward?.cells.slice(1, 4).map(shapeOf)).toEqual([[60], [30], [60]]);
});

test("a day that never was has no row", () => {
  const zone = zoneOf("Pacific/Apia");
  const days = heatDays(hoursOf("2011-12-29", "2011-12-31", zone), zone);
  expect(days.map(({ date }) => date)).toEqual(["2011-12-29", "2011-12-31"]);
});

test("hours before and after a range of hours are outside, and no gaps", () => {
  const zone = zoneOf("Asia/Kolkata");
  const range = parseRange("2024-01-01T22:00", "2024-01-02T00:59", zone);
  const days = heatDays(range === null ? [] : bucketsOf(range.first, range.last, zone), zone);
  expect(days.map(({ cells }) => cells.filter(({ kind }) => kind === "outside").length)).toEqual([
    22, 23,
  ]);
  expect(countCells(days)).toEqual({ points: 3, over: 0, gaps: 0 });
});

test("hours without samples are empty, and those with an exceedance are counted", () => {
  const zone = zoneOf("UTC");
  const hours = hoursOf("2024-01-01", "2024-01-01", zone).map((hour, index) =>
    index < 2 ? { ...hour, Leq: null, samples: 0 } : { ...hour, events: index === 5 ? 3 : 0 },
  );
  expect(countCells(heatDays(hours, zone))).toEqual({ points: 22, over: 1, gaps: 2 });
});

test("each hour is in the cell of its date and clock, whatever the zone", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        ..."Europe/Dublin America/New_York Asia/Kolkata Australia/Lord_Howe Pacific/Apia America/St_Johns".split(
          " ",
        ),
      ),
      fc.integer({ min: 14_600, max: 22_000 }),
      fc.integer({ min: 0, max: 6 }),
      (name, from, length) => {
        const zone = zoneOf(name);
        const { first, last } = rangeOfDays(from, from + length, zone);
        const hours = last < first ? [] : bucketsOf(first, last, zone);
        const days = heatDays(hours, zone);
        const placed = days.flatMap(({ date, cells }) =>
          cells.flatMap((cell, hour) =>
            cell.kind === "hours" ? cell.parts.map((part) => ({ date, hour, part })) : [],
          ),
        );
        expect(placed.map(({ part }) => part.start).toSorted((a, b) => a - b)).toEqual(
          hours.map(({ start }) => start),
        );
        expect(placed.map(({ date, hour }) => `${date} ${hour}`)).toEqual(
          placed.map(({ part }) => `${localDate(part.start, zone)} ${clockHour(part.start, zone)}`),
        );
        assert.equal(
          days.every(({ cells }) => cells.length === 24),
          true,
        );
      },
    ),
    { numRuns: 60 },
  );
});

test("a point leads to the cell that is drawn there, in rows and in columns", () => {
  for (const width of [360, 1200]) {
    const layout = heatLayout(12, width);
    for (const [dayIndex, hour] of [
      [0, 0],
      [3, 23],
      [11, 7],
    ] as const) {
      const box = boxOf(layout, { dayIndex, hour, part: 0 });
      const found = cellAt(layout, box.x + box.width / 2, box.y + box.height / 2);
      expect(found).toMatchObject({ dayIndex, hour });
    }
    expect(cellAt(layout, layout.left - 2, layout.top + 2)).toBeNull();
  }
});

test("keys go through both passes of a repeated hour, and from one exceedance to the next", () => {
  const zone = zoneOf("Europe/Dublin");
  const hours = hoursOf("2019-10-27", "2019-10-28", zone).map((hour, index) => ({
    ...hour,
    events: index === 2 || index === 30 ? 1 : 0,
  }));
  const days = heatDays(hours, zone);
  const rows = { daysAre: "rows" } as const;
  const at = (dayIndex: number, hour: number, part = 0) => ({ dayIndex, hour, part });
  expect(moveInHeatMap(days, rows, null, "ArrowRight")).toEqual(at(0, 0));
  expect(moveInHeatMap(days, rows, at(0, 1), "ArrowRight")).toEqual(at(0, 1, 1));
  expect(moveInHeatMap(days, rows, at(0, 1, 1), "ArrowRight")).toEqual(at(0, 2));
  expect(moveInHeatMap(days, rows, at(0, 2), "ArrowLeft")).toEqual(at(0, 1, 1));
  expect(moveInHeatMap(days, rows, at(0, 2), "ArrowDown")).toEqual(at(1, 2));
  expect(moveInHeatMap(days, { daysAre: "columns" }, at(0, 2), "ArrowDown")).toEqual(at(0, 3));
  expect(moveInHeatMap(days, rows, null, "x")).toBeNull();
});

test("a scale holds all levels of a week, and of many hours all but the outermost", () => {
  const levels = (values: readonly number[]) =>
    hoursOf("2024-01-01", "2024-01-20", zoneOf("UTC"))
      .slice(0, values.length)
      .map((hour, index) => ({ ...hour, Leq: values[index] ?? null }));
  expect(colourScale(levels([-5, 140]), "level")).toMatchObject({ lowest: -5, highest: 140 });
  expect(colourScale(levels([52]), "level")).toMatchObject({ lowest: 40, highest: 60 });
  const many = Array.from({ length: 400 }, (_, index) => (index === 7 ? 131 : 45 + (index % 20)));
  expect(colourScale(levels(many), "level")).toMatchObject({ lowest: 45, highest: 65 });
  expect(colourScale([], "over")).toMatchObject({ lowest: -10, highest: 10 });
});

/** Minutes of the parts of a cell, or its kind. */
function shapeOf(cell: HeatCell): number[] | string {
  return cell.kind === "hours" ? cell.parts.map(({ start, end }) => (end - start) / 60) : cell.kind;
}

function hoursOf(from: string, to: string, zone: TimeZone): HourLevel[] {
  const range = parseRange(from, to, zone);
  return range === null ? [] : bucketsOf(range.first, range.last, zone);
}

/** The hours that the server has of a range, each with data. */
function bucketsOf(first: number, last: number, zone: TimeZone): HourLevel[] {
  return [...cutIntoBuckets(zone, "hour", { first, last })].map(({ start, end }) => ({
    start,
    end,
    samples: 12,
    expectedSamples: 12,
    coveredSeconds: end - start,
    Leq: 50,
    events: 0,
    limitedSeconds: 0,
    maxOver: null,
    lowestLimit: null,
    highestLimit: null,
  }));
}
