import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import {
  clampToContract,
  type ContractPeriod,
  parseContractPeriod,
  secondsInside,
} from "#acoustics/time/contract-period.ts";
import { formatInstant, type Instant } from "#acoustics/time/instant.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import { instantOf } from "./limit-schedules.ts";

const contract = requireContract("2019-03-01T00:00:00Z", "2019-04-30T22:59:59Z");

const whole = ["2019-03-01T00:00:00.000Z", "2019-04-30T22:59:59.000Z"] as const;

/** A requested range, whether it is cut, and what is left of it. */
const cases: readonly (readonly [
  string,
  string,
  string,
  boolean,
  readonly [string, string] | null,
])[] = [
  [
    "inside",
    "2019-03-10",
    "2019-03-11T00:00:00.500Z",
    false,
    ["2019-03-10T00:00:00.000Z", "2019-03-11T00:00:00.500Z"],
  ],
  [
    "one instant inside",
    "2019-03-10",
    "2019-03-10",
    false,
    ["2019-03-10T00:00:00.000Z", "2019-03-10T00:00:00.000Z"],
  ],
  ["equal", ...whole, false, whole],
  [
    "inside and starting with the contract",
    whole[0],
    "2019-03-02",
    false,
    [whole[0], "2019-03-02T00:00:00.000Z"],
  ],
  [
    "inside and ending with the contract",
    "2019-04-01",
    whole[1],
    false,
    ["2019-04-01T00:00:00.000Z", whole[1]],
  ],
  ["touching the start", "2019-02-01", whole[0], true, [whole[0], whole[0]]],
  ["touching the end", whole[1], "2019-05-31", true, [whole[1], whole[1]]],
  ["the first instant alone", whole[0], whole[0], false, [whole[0], whole[0]]],
  ["the last instant alone", whole[1], whole[1], false, [whole[1], whole[1]]],
  ["one second before the start", "2019-02-01", "2019-02-28T23:59:59Z", true, null],
  ["one millisecond before the start", "2019-02-01", "2019-02-28T23:59:59.999Z", true, null],
  ["one second after the end", "2019-04-30T23:00:00Z", "2019-05-31", true, null],
  ["one millisecond after the end", "2019-04-30T22:59:59.001Z", "2019-05-31", true, null],
  ["one second longer at the start", "2019-02-28T23:59:59Z", whole[1], true, whole],
  ["one second longer at the end", whole[0], "2019-04-30T23:00:00Z", true, whole],
  [
    "straddling the start",
    "2019-02-01",
    "2019-03-02",
    true,
    [whole[0], "2019-03-02T00:00:00.000Z"],
  ],
  ["straddling the end", "2019-04-30", "2019-05-31", true, ["2019-04-30T00:00:00.000Z", whole[1]]],
  ["enclosing", "2019-01-01", "2020-01-01", true, whole],
  ["before", "2018-01-01", "2018-12-31", true, null],
  ["after", "2020-01-01", "2020-12-31", true, null],
];

for (const [title, startAt, endAt, clamped, left] of cases) {
  test(`A range ${title} is ${clamped ? "cut" : "left"} to ${left?.join(" – ") ?? "nothing"}`, () => {
    const { effectiveRange, ...rest } = clampToContract(rangeOf(startAt, endAt), contract);
    expect(rest).toEqual({ clamped });
    expect(effectiveRange && printed(effectiveRange)).toEqual(left);
  });
}

test("What is left lies in both ranges, holds all they share, and is cut exactly when it differs", () => {
  const instant = fc.integer({ min: -30, max: 30 }).map((value) => value as Instant);
  const ranges = fc.tuple(instant, instant).map(([one, other]) => ({
    startAt: Math.min(one, other) as Instant,
    endAt: Math.max(one, other) as Instant,
  }));
  const isInside = (range: Interval | null, at: number) =>
    range !== null && range.startAt <= at && at <= range.endAt;
  fc.assert(
    fc.property(ranges, ranges, (requested, period) => {
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

const bounds: readonly (readonly [string, number | null, number | null, boolean])[] = [
  ["two bounds in order", 0, 1, true],
  ["equal bounds", 5, 5, true],
  [
    "the first and last printable instants",
    instantOf("0001-01-01"),
    instantOf("9999-12-31T23:59:59.999Z"),
    true,
  ],
  ["no start", null, 1, false],
  ["no end", 0, null, false],
  ["no bounds", null, null, false],
  ["reversed bounds", 1, 0, false],
  ["a start before year 1", instantOf("0001-01-01") - 1, 1, false],
  ["an end after year 9999", 0, instantOf("9999-12-31T23:59:59.999Z") + 1, false],
  ["a start that is no number", Number.NaN, 1, false],
  ["an end that is no number", 0, Number.NaN, false],
  ["endless bounds", -Infinity, Infinity, false],
];

for (const [title, startAt, endAt, isValid] of bounds) {
  test(`A contract with ${title} is ${isValid ? "valid" : "no valid configuration"}`, () => {
    expect(parseContractPeriod(startAt, endAt)).toEqual(isValid ? { startAt, endAt } : null);
  });
}

const seconds: readonly (readonly [number, number, number | null, number | null])[] = [
  [0, 0, 0, 0],
  [1000, 3000, 1, 3],
  [1001, 2999, 2, 2],
  [1001, 1999, null, null],
  [999, 1001, 1, 1],
  [-500, 500, 0, 0],
  [-1999, -1001, null, null],
  [-2000, -1000, -2, -1],
];

for (const [startAt, endAt, first, last] of seconds) {
  test(`Milliseconds ${startAt} to ${endAt} hold the seconds ${first} to ${last}`, () => {
    expect(secondsInside({ startAt: startAt as Instant, endAt: endAt as Instant })).toEqual(
      first === null ? null : { first, last },
    );
  });
}

function rangeOf(startAt: string, endAt: string): Interval {
  return { startAt: instantOf(startAt), endAt: instantOf(endAt) };
}

function printed({ startAt, endAt }: Interval): readonly [string, string] {
  return [formatInstant(startAt), formatInstant(endAt)];
}

function requireContract(startAt: string, endAt: string): ContractPeriod {
  const period = parseContractPeriod(instantOf(startAt), instantOf(endAt));
  if (period === null) throw new Error("the contract is not valid");
  return period;
}
