import fc from "fast-check";
import { expect, test } from "playwright/test";
import { zoneOf } from "../../../src/dashboard/browser/time/local-time.ts";
import { parseRange, rangeOfDays } from "../../../src/dashboard/browser/time/range.ts";
import {
  chosenSensors,
  mostSensors,
  weeksOf,
} from "../../../src/dashboard/browser/views/report/report-parts.ts";

test("a report is of the sensors named, of all without names, and of twelve at most", () => {
  const ids = Array.from({ length: 20 }, (_, index) => `s${index}`);
  expect(chosenSensors("s3,s1,other", ids)).toEqual(["s1", "s3"]);
  expect(chosenSensors("other", ids)).toEqual(ids.slice(0, mostSensors));
  expect(chosenSensors(undefined, ["only"])).toEqual(["only"]);
  expect(chosenSensors(undefined, [])).toEqual([]);
});

test("weeks follow each other without gaps, over clock changes and the day that Apia skipped", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("Europe/Dublin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia"),
      fc.integer({ min: 15_300, max: 20_000 }),
      fc.integer({ min: 0, max: 100 }),
      (name, from, days) => {
        const zone = zoneOf(name);
        const range = rangeOfDays(from, from + days, zone);
        fc.pre(range.first < range.last);
        const weeks = weeksOf(range, zone);
        expect(weeks[0]?.first).toBe(range.first);
        expect(weeks.at(-1)?.last).toBe(range.last);
        for (const [index, week] of weeks.entries()) {
          expect(week.last).toBeGreaterThan(week.first);
          expect(parseRange(week.from, week.to, zone)).toEqual(week);
          const next = weeks[index + 1];
          if (next !== undefined) expect(next.first).toBe(week.last + 1);
        }
      },
    ),
  );
});
