import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import { zoneOf } from "../../../src/dashboard/browser/time/local-time.ts";
import { parseRange, rangeOfDays } from "../../../src/dashboard/browser/time/range.ts";
import {
  namedChoice,
  worstChoice,
} from "../../../src/dashboard/browser/views/report/report-choice.ts";
import { isFinal, weeksOf } from "../../../src/dashboard/browser/views/report/report-parts.ts";

test("a report is of the sensors named, or of all of a few", () => {
  const ids = Array.from({ length: 20 }, (_, index) => `s${index}`);
  const others = ids.filter((id) => id !== "s1" && id !== "s3");
  expect(namedChoice("s3,s1,other", ids)).toEqual({
    sensorIds: ["s1", "s3"],
    left: [{ reason: "not-chosen", sensorIds: others }],
  });
  expect(namedChoice(ids.slice(0, 15).join(","), ids)).toEqual({
    sensorIds: ids.slice(0, 12),
    left: [
      { reason: "past-most", sensorIds: ids.slice(12, 15) },
      { reason: "not-chosen", sensorIds: ids.slice(15) },
    ],
  });
  expect(namedChoice("other", ids)).toBeNull();
  expect(namedChoice(undefined, ["only"])).toEqual({ sensorIds: ["only"], left: [] });
  expect(namedChoice(undefined, [])).toEqual({ sensorIds: [], left: [] });
});

test("a report takes the sensors with more exceeded windows, then more exceedances, in the order of the project", () => {
  const sensor = (id: string, windows: number, events: number, samples = 9) => ({
    id,
    windows,
    events,
    samples,
  });
  const ids = Array.from({ length: 11 }, (_, index) => `s${index}`);
  const equal = ids.map((id) => sensor(id, 0, 2));
  const rest = [sensor("window", 1, 0), sensor("many", 0, 3), sensor("one", 0, 1)];
  const quiet = [sensor("quiet", 0, 0), sensor("silent", 0, 0, 0)];
  const all = [...quiet, ...equal, ...rest];
  expect(worstChoice(all)).toEqual({
    sensorIds: ["window", "many", ...ids.slice(0, 10)],
    left: [
      { reason: "fewer-exceedances", sensorIds: ["s10", "one"] },
      { reason: "not-exceeded", sensorIds: ["quiet"] },
      { reason: "no-samples", sensorIds: ["silent"] },
    ],
  });
  const loud = ids.map((id) => sensor(id, 2, 1));
  const fewer = [sensor("half", 1, 90), sensor("none", 0, 99)];
  expect(worstChoice([...fewer, ...loud, sensor("s11", 2, 0)])?.left).toEqual([
    { reason: "fewer-windows", sensorIds: ["half", "none"] },
  ]);
  // One that could not be read might be the worst.
  expect(worstChoice([...all, null])).toBeNull();
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
        const weeks = weeksOf(range, null, zone);
        assert.equal(weeks[0]?.first, range.first);
        assert.equal(weeks.at(-1)?.last, range.last);
        for (const [index, week] of weeks.entries()) {
          assert.ok(week.last > week.first);
          assert.deepEqual(parseRange(week.from, week.to, zone), week);
          const next = weeks[index + 1];
          if (next !== undefined) assert.equal(next.first, week.last + 1);
        }
      },
    ),
  );
});

test("weeks have the part of a range that the contract has, to its newest sample", () => {
  const zone = zoneOf("Europe/Dublin");
  const month = rangeOfDays(17_966, 17_996, zone);
  const range = { ...month, last: month.last - 300 };
  const contract = { ...rangeOfDays(17_990, 18_100, zone), fromDay: 17_990, toDay: 18_100 };
  const [first, ...others] = weeksOf(range, contract, zone);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ first: contract.first, last: range.last });
  const later = { ...rangeOfDays(18_000, 18_100, zone), fromDay: 18_000, toDay: 18_100 };
  expect(weeksOf(range, later, zone)).toEqual([]);
});

test("a range is final once all of it is read, if the contract has a part of it", () => {
  const wanted = rangeOfDays(17_966, 17_996, zoneOf("Europe/Dublin"));
  const contract = { first: wanted.last - 9, last: wanted.last + 9 };
  expect(isFinal(wanted, wanted, contract)).toBe(true);
  expect(isFinal({ ...wanted, last: wanted.last - 300 }, wanted, contract)).toBe(false);
  expect(isFinal(wanted, wanted, null)).toBe(false);
  expect(isFinal(wanted, wanted, { ...contract, first: wanted.last + 1 })).toBe(false);
});
