import { test } from "playwright/test";
import { expect } from "../../support/expect.ts";
import { shiftDays } from "../../../src/dashboard/browser/plots/shift-days.ts";
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
