import { expect, test } from "../../support/expect.ts";
import { hoursLater, shiftDays } from "../../../src/dashboard/browser/plots/shift-days.ts";
import { zoneOf } from "../../../src/dashboard/browser/time/local-time.ts";

const at = (text: string) => Date.parse(text) / 1000;
const dublin = zoneOf("Europe/Dublin");

test("a second keeps its local time over a change of clocks, on the day of the change as well", () => {
  // Clocks go forward at 01:00 on 31 March 2019.
  const noon = at("2019-03-27T12:00:30Z");
  expect(shiftDays(noon, 7, dublin)).toBe(at("2019-04-03T11:00:30Z"));
  expect(shiftDays(at("2019-03-24T12:00:00Z"), 7, dublin)).toBe(at("2019-03-31T11:00:00Z"));
  expect(shiftDays(at("2019-03-31T11:00:00Z"), -7, dublin)).toBe(at("2019-03-24T12:00:00Z"));
  expect(shiftDays(at("2019-03-24T00:30:00Z"), 7, dublin)).toBe(at("2019-03-31T00:30:00Z"));
  expect(shiftDays(noon, 0, dublin)).toBe(noon);
});

test("an hour stands beside the one of the same clock: a skipped one nowhere, a repeated one beside the first", () => {
  const hours = (first: string, last: string) =>
    Array.from({ length: (at(last) - at(first)) / 3600 + 1 }, (_, index) => ({
      startAt: new Date((at(first) + index * 3600) * 1000).toISOString(),
    }));
  const pairs = (first: string, last: string, days: number) =>
    [...hoursLater(hours(first, last), days, dublin)].map(([second, { startAt }]) => [
      startAt.slice(5, 16),
      new Date(second * 1000).toISOString().slice(5, 16),
    ]);
  // 31 March has no 01:00: what is then 02:00 is 01:00 UTC.
  expect(pairs("2019-03-24T00:00:00Z", "2019-03-24T03:00:00Z", 7)).toEqual([
    ["03-24T00:00", "03-31T00:00"],
    ["03-24T02:00", "03-31T01:00"],
    ["03-24T03:00", "03-31T02:00"],
  ]);
  // 27 October has 01:00 twice, at 00:00 and 01:00 UTC.
  expect(pairs("2019-10-19T23:00:00Z", "2019-10-20T01:00:00Z", 7)).toEqual([
    ["10-19T23:00", "10-26T23:00"],
    ["10-20T00:00", "10-27T00:00"],
    ["10-20T01:00", "10-27T02:00"],
  ]);
  expect(pairs("2019-10-26T23:00:00Z", "2019-10-27T02:00:00Z", 7)).toEqual([
    ["10-26T23:00", "11-03T00:00"],
    ["10-27T00:00", "11-03T01:00"],
    ["10-27T02:00", "11-03T02:00"],
  ]);
  expect(pairs("2019-10-27T00:00:00Z", "2019-10-27T01:00:00Z", 0)).toEqual([
    ["10-27T00:00", "10-27T00:00"],
    ["10-27T01:00", "10-27T01:00"],
  ]);
});
