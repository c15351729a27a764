import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "../../support/expect.ts";
import { composeApiKey } from "../../../src/auth/api-key.ts";
import { cleanKey, isWellFormedKey } from "../../../src/dashboard/browser/state/key-text.ts";
import { formatAddress, parseAddress } from "../../../src/dashboard/browser/state/address-text.ts";
import { localDate, startOfDay, zoneOf } from "../../../src/dashboard/browser/time/local-time.ts";
import {
  daysOf,
  insideContract,
  monthOf,
  parseRange,
  rangeOfDays,
  rangeOfSeconds,
  rangeSoFar,
  shiftRange,
} from "../../../src/dashboard/browser/time/range.ts";

const zones = "Europe/Dublin America/New_York Asia/Kolkata Australia/Lord_Howe Pacific/Apia"
  .split(" ")
  .map(zoneOf);

const zone = fc.constantFrom(...zones);
/** Days of 2010 to 2029; Apia had no 2011-12-30. */
const day = fc.integer({ min: 14_610, max: 21_914 });

test("a range of days is read again from its texts, and begins and ends with its days", () => {
  fc.assert(
    fc.property(zone, day, fc.nat(400), (at, from, length) => {
      const range = rangeOfDays(from, from + length, at);
      fc.pre(range.last >= range.first);
      assert.deepEqual(parseRange(range.from, range.to, at), range);
      assert.equal(range.first, startOfDay(from, at));
      assert.equal(range.last + 1, startOfDay(from + length + 1, at));
      assert.ok(localDate(range.last, at) <= range.to);
    }),
    { numRuns: 2000 },
  );
});

test("a zoomed range is read again from its texts, in hours that are shown twice as well", () => {
  fc.assert(
    fc.property(zone, day, fc.nat(86_400), fc.nat(7 * 86_400), (at, from, offset, length) => {
      const first = startOfDay(from, at) + offset;
      const range = rangeOfSeconds(first, first + length, at);
      assert.deepEqual(parseRange(range.from, range.to, at), range);
      assert.ok(range.first <= first && first - range.first < 60);
    }),
    { numRuns: 2000 },
  );
});

const isWholeMonths = (from: number, to: number) =>
  monthOf(from).from === from && monthOf(to).to === to;

test("back and forward by its own length leads to the same days", () => {
  fc.assert(
    fc.property(zone, day, fc.nat(60), (at, from, length) => {
      const range = rangeOfDays(from, from + length, at);
      // Apia's missing day has no length to move by.
      fc.pre(daysOf(range, at).from === from && daysOf(range, at).to === from + length);
      const moved = shiftRange(range, 1, at);
      fc.pre(daysOf(moved, at).from === from + length + 1);
      // Days that happen to land on whole months go on as months.
      fc.pre(
        isWholeMonths(from, from + length) ||
          !isWholeMonths(from + length + 1, from + 2 * length + 1),
      );
      assert.deepEqual(shiftRange(moved, -1, at), range);
    }),
  );
});

for (const [from, to] of [
  ["2019-13-01", "2019-03-02"],
  ["2019-03-02", "2019-03-01"],
  ["2019-03-02T24:00", "2019-03-03"],
  ["", "2019-03-03"],
  [undefined, "2019-03-03"],
] as const) {
  test(`from ${from} to ${to} is no range`, () => {
    expect(parseRange(from, to, zoneOf("Europe/Dublin"))).toBeNull();
  });
}

test("an address is read again from its text, whatever its ids and parameters are", () => {
  const text = fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" });
  fc.assert(
    fc.property(text, text, text, text, (project, sensor, sample, label) => {
      for (const address of [
        {
          view: "sensor",
          project,
          sensor,
          sample: null,
          parameters: { from: "2019-03-01", label },
        },
        { view: "event", project, sensor, sample, parameters: { w: "C" } },
        { view: "events", project, sensor: null, sample: null, parameters: { label } },
      ] as const) {
        assert.deepEqual(parseAddress(formatAddress(address)), address);
      }
    }),
  );
});

test("any other fragment is the overview or the project", () => {
  expect(parseAddress("#/x/y").view).toBe("overview");
  expect(parseAddress("").view).toBe("overview");
  expect(parseAddress("#/p/a/unknown").view).toBe("project");
  expect(parseAddress("#/p/%E0%A4%A/s/").view).toBe("project");
});

test("a key is well-formed exactly with its checksum, and a pasted `Bearer` is taken away", () => {
  for (let round = 0; round < 200; round += 1) {
    const key = composeApiKey(randomBytes(12), randomBytes(32)).text;
    expect(isWellFormedKey(cleanKey(` Bearer  ${key}\n`))).toBe(true);
    const index = 5 + (round % (key.length - 5));
    const other = key[index] === "x" ? "y" : "x";
    expect(isWellFormedKey(key.slice(0, index) + other + key.slice(index + 1))).toBe(false);
  }
});

test("a range by months moves by months, and a range by days by days", () => {
  const dublin = zoneOf("Europe/Dublin");
  const range = (from: string, to: string) => {
    const parsed = parseRange(from, to, dublin);
    assert(parsed);
    return parsed;
  };
  const texts = ({ from, to }: { from: string; to: string }) => `${from} ${to}`;
  const august = range("2026-08-01", "2026-08-31");
  expect(texts(shiftRange(august, 1, dublin))).toBe("2026-09-01 2026-09-30");
  expect(texts(shiftRange(august, -1, dublin))).toBe("2026-07-01 2026-07-31");
  const quarter = range("2026-01-01", "2026-03-31");
  expect(texts(shiftRange(quarter, -1, dublin))).toBe("2025-10-01 2025-12-31");
  expect(texts(shiftRange(range("2026-08-02", "2026-08-31"), 1, dublin))).toBe(
    "2026-09-01 2026-09-30",
  );
});

test("a month that has not ended moves as a month", () => {
  const dublin = zoneOf("Europe/Dublin");
  const november = parseRange("2026-11-01", "2026-11-30", dublin);
  assert(november);
  const soFar = rangeSoFar(november, november.first + 24 * 86_400);
  expect(soFar.last).toBe(november.first + 24 * 86_400);
  expect(shiftRange(soFar, -1, dublin)).toEqual(parseRange("2026-10-01", "2026-10-31", dublin));
});

test("a range ends now at the latest; of one that has not begun, its first second is left", () => {
  const dublin = zoneOf("Europe/Dublin");
  const today = parseRange("2026-11-25", "2026-11-25", dublin);
  assert(today);
  expect(rangeSoFar(today, today.last)).toEqual(today);
  expect(rangeSoFar(today, today.first + 3600)).toEqual({ ...today, last: today.first + 3600 });
  expect(rangeSoFar(today, today.first - 1)).toEqual({ ...today, last: today.first });
});

test("a month that the contract cuts moves as a month, and a last week as a week", () => {
  const dublin = zoneOf("Europe/Dublin");
  const contract = { fromDay: dayOf("2019-03-04"), toDay: dayOf("2019-04-28") };
  const moved = (from: string, to: string, direction: -1 | 1) => {
    const range = parseRange(from, to, dublin);
    assert(range);
    const target = shiftRange(range, direction, dublin, contract);
    return `${target.from} ${target.to}`;
  };
  expect(moved("2019-03-04", "2019-03-31", 1)).toBe("2019-04-01 2019-04-30");
  expect(moved("2019-04-01", "2019-04-28", -1)).toBe("2019-03-01 2019-03-31");
  expect(moved("2019-04-22", "2019-04-28", -1)).toBe("2019-04-15 2019-04-21");
  const short = { ...contract, toDay: dayOf("2019-04-07") };
  const week = parseRange("2019-04-01", "2019-04-07", dublin);
  assert(week);
  expect(shiftRange(week, -1, dublin, short).from).toBe("2019-03-25");
});

test("a range inside a contract ends with the contract, and is empty where they have nothing in common", () => {
  const contract = { first: 100, last: 199 };
  expect(insideContract({ first: 50, last: 250 }, contract)).toEqual(contract);
  expect(insideContract({ first: 120, last: 130 }, contract)).toEqual({ first: 120, last: 130 });
  expect(insideContract({ first: 50, last: 250 }, null)).toEqual({ first: 50, last: 250 });
  const { first, last } = insideContract({ first: 0, last: 9 }, contract);
  expect(last).toBeLessThan(first);
});

function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}
