import { expect, test } from "../../support/expect.ts";
import {
  requestsOf,
  sharePercent,
  summarizeDay,
} from "../../../src/dashboard/browser/views/availability/delivery.ts";

test("a share is rounded down, so that a day with one missing sample is not whole", () => {
  expect(sharePercent({ samples: 1439, expected: 1440 })).toBe(99);
  expect(sharePercent({ samples: 288, expected: 288 })).toBe(100);
  // A day that begins inside an interval may have one sample more.
  expect(sharePercent({ samples: 289, expected: 288 })).toBe(100);
  expect(sharePercent({ samples: 0, expected: 288 })).toBe(0);
  expect(sharePercent({ samples: 0, expected: 0 })).toBeNull();
  expect(sharePercent(undefined)).toBeNull();
});

test("a day counts the sensors that were due, those that delivered all, and those that delivered nothing", () => {
  const days = (samples: number) => new Map([[5, { samples, expected: 24 }]]);
  expect(summarizeDay([days(24), days(23), days(0), new Map()], 5)).toEqual({
    sensors: 3,
    whole: 1,
    none: 1,
  });
});

test("requests read as many records as they may at most, have a day at least, and hold each day once", () => {
  const days = { from: 100, to: 130 };
  // A sensor-day of five minutes is 15.4 records: 12 days of 103 sensors.
  const requests = requestsOf(
    days,
    Array.from({ length: 103 }, () => 300),
    20_000,
  );
  expect(requests).toEqual([
    { from: 100, to: 111 },
    { from: 112, to: 123 },
    { from: 124, to: 130 },
  ]);
  expect(requestsOf(days, [300], 20_000)).toEqual([days]);
  expect(
    requestsOf(
      days,
      Array.from({ length: 20 }, () => 1),
      20_000,
    ),
  ).toHaveLength(31);
  expect(requestsOf(days, [], 20_000)).toEqual([days]);
  expect(requestsOf(days, [300], Infinity)).toEqual([days]);
});
