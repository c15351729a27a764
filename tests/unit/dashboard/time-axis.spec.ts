import { expect, test } from "../../support/expect.ts";
import { stepFrom, stepsOfKeys, zoomed } from "../../../src/dashboard/browser/plots/level-keys.ts";
import { periodShades } from "../../../src/dashboard/browser/plots/shading.ts";
import { isRepeated, timeTicks } from "../../../src/dashboard/browser/plots/time-axis.ts";
import { windowOf } from "../../../src/dashboard/browser/plots/touch-gestures.ts";
import {
  dayNumber,
  localIso,
  startOfDay,
  zoneOf,
} from "../../../src/dashboard/browser/time/local-time.ts";

const dublin = zoneOf("Europe/Dublin");
const second = (text: string) => Date.parse(text) / 1000;

/** The ticks of a local day. */
function dayTicks(date: string, zone: ReturnType<typeof zoneOf>, most: number) {
  const day = dayNumber(date) ?? 0;
  return timeTicks(startOfDay(day, zone), startOfDay(day + 1, zone) - 1, zone, most);
}

test("both passes of a repeated hour have a tick with the zone's abbreviation", () => {
  const labels = dayTicks("2019-10-27", dublin, 30).map(({ label }) => label);
  expect(labels.slice(0, 5)).toEqual(["00:00\n27 Oct", "01:00 IST", "01:00 GMT", "02:00", "03:00"]);
  expect(labels).toHaveLength(25);
});

test("an hour that clocks skip has no tick", () => {
  const labels = dayTicks("2019-03-31", dublin, 30).map(({ label }) => label);
  expect(labels.slice(0, 3)).toEqual(["00:00\n31 Mar", "02:00", "03:00"]);
  expect(labels).toHaveLength(23);
});

test("ticks stand on whole hours of the wall clock where offsets are not whole hours", () => {
  for (const name of ["Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia"]) {
    const zone = zoneOf(name);
    for (const tick of dayTicks("2019-05-06", zone, 10)) {
      expect(localIso(tick.second, zone)).toMatch(/T\d\d:00:00/);
    }
  }
});

test("half an hour that Lord Howe repeats is shown twice", () => {
  const zone = zoneOf("Australia/Lord_Howe");
  expect(isRepeated(second("2019-04-06T14:45:00Z"), zone)).toBe(true);
  expect(isRepeated(second("2019-04-06T15:15:00Z"), zone)).toBe(true);
  expect(isRepeated(second("2019-04-06T15:45:00Z"), zone)).toBe(false);
});

test("there are not more ticks than requested, from minutes to decades", () => {
  const first = second("2019-03-01T00:00:00Z");
  for (const hours of [0.2, 1, 7, 24, 100, 744, 5000, 30_000, 200_000]) {
    const ticks = timeTicks(first, first + hours * 3600 - 1, dublin, 12);
    expect(ticks.length).toBeGreaterThan(0);
    // Clock changes and months of unequal length may add one.
    expect(ticks.length).toBeLessThanOrEqual(14);
    expect(ticks.map((tick) => tick.second)).toEqual(
      ticks.map((tick) => tick.second).toSorted((a, b) => a - b),
    );
  }
});

test("days of a week begin at local midnight, and the date is under each", () => {
  const ticks = timeTicks(
    second("2019-03-25T00:00:00Z"),
    second("2019-04-21T22:59:59Z"),
    dublin,
    30,
  );
  expect(ticks[0]).toEqual({ second: second("2019-03-25T00:00:00Z"), label: "Mon\n25 Mar" });
  expect(ticks[7]?.second).toBe(second("2019-03-31T23:00:00Z"));
});

test("evening and night follow the wall clock through a clock change", () => {
  const periods = { day: "07:00", evening: "19:00", night: "23:00" };
  const shades = periodShades(
    second("2019-03-30T12:00:00Z"),
    second("2019-03-31T11:59:59Z"),
    dublin,
    periods,
  );
  expect(shades).toEqual([
    { first: second("2019-03-30T19:00:00Z"), end: second("2019-03-30T23:00:00Z"), kind: "evening" },
    { first: second("2019-03-30T23:00:00Z"), end: second("2019-03-31T06:00:00Z"), kind: "night" },
  ]);
});

test("keys go from sample to sample, by days, and to exceedances", () => {
  const nothing = { low: null, high: null, middle: null, LAFmax: null, limit: null, over: null };
  const rest = { ...nothing, limitSource: null, label: null, confidence: null };
  const points = Array.from({ length: 100 }, (_, index) => ({
    ...rest,
    id: "",
    Leq: 50,
    samples: 1,
    second: index * 3600,
    events: 0,
  }));
  const press = (key: string, current: number, byDay = false) =>
    stepFrom(points, current, stepsOfKeys[key] ?? 1, byDay);
  expect(press("ArrowRight", -1)).toBe(0);
  expect(press("ArrowLeft", -1)).toBe(99);
  expect(press("ArrowRight", 99)).toBe(99);
  expect(press("ArrowRight", 10, true)).toBe(34);
  expect(stepsOfKeys["x"]).toBeUndefined();
});

test("zooming keeps the time under the cursor in its place", () => {
  expect(zoomed({ first: 0, last: 9999 }, 0.5, 2500, 60)).toEqual({ first: 1250, last: 6249 });
  expect(zoomed({ first: 0, last: 99 }, 0.5, null, 100)).toEqual({ first: 0, last: 99 });
});

test("fingers stay on their times: one moves the window, two stretch it", () => {
  const base = { first: 0, last: 1000 };
  expect(windowOf(base, [{ start: 0.5, now: 0.75 }])).toEqual({ first: -250, last: 750 });
  const pinch = [
    { start: 0.4, now: 0.2 },
    { start: 0.6, now: 0.8 },
  ];
  expect(windowOf(base, pinch)).toEqual({ first: 333, last: 666 });
});
