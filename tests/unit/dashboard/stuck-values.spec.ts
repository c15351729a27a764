import { expect, test } from "playwright/test";
import {
  longestEqualRun,
  missingSamples,
  unusualBins,
  unusualSamples,
} from "../../../src/dashboard/browser/views/sensor/availability/stuck-values.ts";

test("the longest run of equal levels is found, the first of equals; a sample without a level ends it", () => {
  expect(longestEqualRun(samples(50, 51, 51, 52, 52, 50))).toEqual({
    count: 2,
    level: 51,
    first: 300,
    last: 600,
  });
  expect(longestEqualRun(samples(40, 40, null, 40, 40, 40))).toMatchObject({
    count: 3,
    first: 900,
  });
  expect(longestEqualRun(samples(null))).toBeNull();
  expect(longestEqualRun([])).toBeNull();
});

test("levels below 20 and above 120 dB are counted; bins cannot distinguish 120.00 dB from more", () => {
  expect(unusualSamples(samples(19.99, 20, 120, 120.01, null))).toEqual({
    low: 1,
    high: 1,
    isExact: true,
  });
  const bin = (from: number, count: number) => ({ from, to: from + 1, samples: count });
  expect(unusualBins([bin(18, 2), bin(19, 3), bin(20, 4), bin(119, 5), bin(120, 6)])).toEqual({
    low: 5,
    high: 6,
    isExact: false,
  });
  expect(unusualBins([bin(50, 2)])).toEqual({ low: 0, high: 0, isExact: true });
});

test("a gap lacks as many samples as the server would expect", () => {
  expect([300, 450, 449, 3600].map((seconds) => missingSamples(seconds, 300))).toEqual([
    1, 2, 1, 12,
  ]);
});

function samples(...levels: readonly (number | null)[]) {
  return levels.map((Leq, index) => ({ second: index * 300, Leq }));
}
