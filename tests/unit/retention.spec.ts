import assert from "node:assert/strict";
import fc from "fast-check";
import {
  addMonths,
  firstSecondOfMonth,
  monthOf,
  monthOfSecond,
  partsOfMonth,
} from "../../src/acoustics/time/calendar-month.ts";
import { formatInstant, type Instant } from "../../src/acoustics/time/instant.ts";
import { endOfPast, parseRetention, type Retention } from "../../src/acoustics/time/retention.ts";
import { expect, test } from "../support/test.ts";

test("a retention is an ISO 8601 duration of whole days or more", () => {
  for (const text of ["P5Y", "P18M", "P6W", "P90D", "P1Y6M", "P1Y2M3W4D", "P0Y1D"]) {
    expect(parseRetention(text), text).toBe(text);
  }
  const others = "|P|P0D|P0Y0M|PT12H|P1DT1H|-P1D|P-1D|P1.5Y|p5y|P1D1Y| P1D|5Y|P99999Y".split("|");
  for (const text of others) expect(parseRetention(text), text).toBeNull();
});

test("what is kept goes back by the calendar in UTC", () => {
  const cases = [
    ["P1M", "2026-03-31T10:00:00.000Z", "2026-02-28T10:00:00.000Z"],
    ["P1Y", "2024-02-29T00:00:00.000Z", "2023-02-28T00:00:00.000Z"],
    ["P5Y", "2026-11-22T21:00:00.000Z", "2021-11-22T21:00:00.000Z"],
    ["P2W", "2026-01-10T00:00:00.001Z", "2025-12-27T00:00:00.001Z"],
    ["P90D", "2026-11-22T00:00:00.000Z", "2026-08-24T00:00:00.000Z"],
    ["P1Y1M1W1D", "2026-11-22T00:00:00.000Z", "2025-10-14T00:00:00.000Z"],
  ] as const;
  for (const [retention, now, end] of cases) {
    const past = endOfPast(retention as unknown as Retention, Date.parse(now) as Instant);
    expect(formatInstant(past), `${retention} at ${now}`).toBe(end);
  }
});

test("a month holds its first second, and none of the next month", () => {
  expect(formatInstant((firstSecondOfMonth(monthOf(2026, 11)) * 1000) as Instant)).toBe(
    "2026-11-01T00:00:00.000Z",
  );
  expect(partsOfMonth(monthOf(1969, 12))).toEqual({ year: 1969, month: 12 });
  fc.assert(
    fc.property(fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), (second) => {
      const month = monthOfSecond(second);
      assert.ok(firstSecondOfMonth(month) <= second);
      assert.ok(firstSecondOfMonth(addMonths(month, 1)) > second);
      const parts = partsOfMonth(month);
      assert.equal(monthOf(parts.year, parts.month), month);
    }),
  );
});
