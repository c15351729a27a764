import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import {
  clampToContract,
  type ContractPeriod,
  intersectSeconds,
  parseContractConfiguration,
  secondsInside,
} from "../../src/acoustics/time/contract-period.ts";
import type { Instant, Interval } from "../../src/acoustics/time/instant.ts";
import { instantOf } from "./limit-schedules.ts";

const [start, end] = ["2019-03-01T00:00:00.000Z", "2019-04-30T22:59:59.000Z"];
const contract = { startAt: instantOf(start), endAt: instantOf(end) } as ContractPeriod;

/** The requested range, and the part of it inside the contract. */
const ranges: readonly (readonly [string, string, string, string?, string?])[] = [
  ["inside", "2019-03-10", "2019-03-11T00:00:00.500Z", "2019-03-10", "2019-03-11T00:00:00.500Z"],
  ["of one instant inside", "2019-03-10", "2019-03-10", "2019-03-10", "2019-03-10"],
  ["equal to the contract", start, end, start, end],
  ["that starts with the contract", start, "2019-03-02", start, "2019-03-02"],
  ["that ends with the contract", "2019-04-30", end, "2019-04-30", end],
  ["that touches the start", "2019-02-01", start, start, start],
  ["that touches the end", end, "2019-05-31", end, end],
  ["that ends a millisecond before", "2019-02-01", "2019-02-28T23:59:59.999Z"],
  ["that starts a millisecond after", "2019-04-30T22:59:59.001Z", "2019-05-31"],
  ["that starts before the contract", "2019-02-01", "2019-03-02", start, "2019-03-02"],
  ["that ends after the contract", "2019-04-30", "2019-05-31", "2019-04-30", end],
  ["that encloses the contract", "2019-01-01", "2020-01-01", start, end],
];

for (const [title, startAt, endAt, first, last] of ranges) {
  const reading = first === undefined ? "not read" : `read from ${first} to ${last}`;
  test(`A range ${title} is ${reading}`, () => {
    const { clamped, effectiveRange } = clampToContract(
      { startAt: instantOf(startAt), endAt: instantOf(endAt) },
      contract,
    );
    const left = first === undefined || last === undefined ? null : [first, last].map(instantOf);
    expect(effectiveRange && [effectiveRange.startAt, effectiveRange.endAt]).toEqual(left);
    expect(clamped).toBe(first !== startAt || last !== endAt);
  });
}

test("The effective range is what both ranges share, and `clamped` says whether it differs", () => {
  const instant = fc.integer({ min: -30, max: 30 }).map((value) => value as Instant);
  const intervals = fc.tuple(instant, instant).map(([one, other]) => ({
    startAt: Math.min(one, other) as Instant,
    endAt: Math.max(one, other) as Instant,
  }));
  const isInside = (range: Interval | null, at: number) =>
    range !== null && range.startAt <= at && at <= range.endAt;
  fc.assert(
    fc.property(intervals, intervals, (requested, period) => {
      const { clamped, effectiveRange } = clampToContract(requested, period as ContractPeriod);
      for (let at = -31; at <= 31; at += 1) {
        assert.equal(isInside(effectiveRange, at), isInside(requested, at) && isInside(period, at));
      }
      assert.equal(
        clamped,
        !isInside(period, requested.startAt) || !isInside(period, requested.endAt),
      );
    }),
  );
});

const [earliest, latest] = [instantOf("0001-01-01"), instantOf("9999-12-31T23:59:59.999Z")];

test("A contract has two bounds in order, of the years 0001 to 9999, and a time zone", () => {
  const parse = (startAt: number | null, endAt: number | null, timezone = "UTC") =>
    parseContractConfiguration({ startAt, endAt, timezone });
  const timeZone = "Europe/Dublin";
  for (const [startAt, endAt] of [
    [0, 1],
    [5, 5],
    [earliest, latest],
  ] as const) {
    const valid = { isValid: true, contract: { startAt, endAt }, timeZone };
    expect(parse(startAt, endAt, timeZone)).toEqual(valid);
  }
  const outside = "the contract has a bound outside the years 0001 to 9999";
  const bounds: readonly (readonly [number | null, number | null, string])[] = [
    [null, null, "no contract is configured"],
    [null, 1, "the contract has no start"],
    [0, null, "the contract has no end"],
    [1, 0, "the contract starts after it ends"],
    [earliest - 1, 1, outside],
    [0, latest + 1, outside],
    [NaN, 1, outside],
    [0, NaN, outside],
    [-Infinity, Infinity, outside],
  ];
  expect(bounds.map(([startAt, endAt]) => parse(startAt, endAt))).toEqual(
    bounds.map(([, , issue]) => ({ isValid: false, issue })),
  );
  const issue = 'the time zone "Europe/Atlantis" is unknown';
  expect(parse(0, 1, "Europe/Atlantis")).toEqual({ isValid: false, issue });
});

test("The seconds inside a range are the whole ones, both ends included", () => {
  const inside = (startAt: number, endAt: number) => {
    const seconds = secondsInside({ startAt: startAt as Instant, endAt: endAt as Instant });
    return seconds && [seconds.first, seconds.last];
  };
  expect(inside(0, 0)).toEqual([0, 0]);
  expect(inside(1000, 3000)).toEqual([1, 3]);
  expect(inside(1001, 2999)).toEqual([2, 2]);
  expect(inside(1001, 1999)).toBeNull();
  expect(inside(999, 1001)).toEqual([1, 1]);
  expect(inside(-500, 500)).toEqual([0, 0]);
  expect(inside(-1999, -1001)).toBeNull();
  expect(inside(-2000, -1000)).toEqual([-2, -1]);
});

test("Two ranges of seconds share those that both hold, a common end included", () => {
  const range = (first: number, last: number) => ({ first, last });
  expect(intersectSeconds(range(0, 10), range(5, 20))).toEqual(range(5, 10));
  expect(intersectSeconds(range(5, 20), range(0, 10))).toEqual(range(5, 10));
  expect(intersectSeconds(range(0, 10), range(2, 3))).toEqual(range(2, 3));
  expect(intersectSeconds(range(0, 10), range(10, 20))).toEqual(range(10, 10));
  expect(intersectSeconds(range(0, 10), range(11, 20))).toBeNull();
});
