import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import {
  formatInstant,
  type Instant,
  instantOfSecond,
  isCalendarDate,
  isPrintableInstant,
  matchInstant,
  parseInstant,
} from "#acoustics/time/instant.ts";

for (const line of fixture("instant-valid.txt")) {
  const [text = "", meant] = line.split(" ");
  test(`${text} is ${meant}`, () => {
    const instant = parseInstant(text);
    expect(instant === null ? null : formatInstant(instant)).toBe(meant);
  });
}

for (const text of fixture("instant-invalid.txt")) {
  test(`${text} is no instant`, () => {
    expect(parseInstant(text)).toBeNull();
  });
}

test("Nothing stands before, after or instead of an instant", () => {
  const texts = ["", " ", " 2019-03-31", "2019-03-31 ", "2019-03-31\n", "\n2019-03-31"];
  texts.push(
    "2019-03-31T00:00Z\n",
    "2019-03-31T00:00Z\u0000",
    "\uFEFF2019-03-31",
    "2019-03-31\u2028",
  );
  expect(texts.map(parseInstant)).toEqual(texts.map(() => null));
});

test("Every instant is read back from its own print", () => {
  fc.assert(
    fc.property(fc.date({ min: first, max: last, noInvalidDate: true }), (date) => {
      assert.equal(parseInstant(date.toISOString()), date.getTime());
    }),
  );
});

test("An instant with an offset is the one that the platform reads from its strict form", () => {
  const two = (highest: number) =>
    fc.integer({ min: 0, max: highest }).map((value) => String(value).padStart(2, "0"));
  fc.assert(
    fc.property(
      fc.date({ min: new Date("0002-01-01"), max: new Date("9998-12-31"), noInvalidDate: true }),
      fc.constantFrom("+", "-"),
      two(23),
      two(59),
      fc.constantFrom(":", ""),
      (date, sign, hours, minutes, colon) => {
        const clock = date.toISOString().slice(0, -1);
        assert.equal(
          parseInstant(`${clock}${sign}${hours}${colon}${minutes}`),
          Date.parse(`${clock}${sign}${hours}:${minutes}`),
        );
      },
    ),
  );
});

test("A calendar date is one that the platform's calendar keeps", () => {
  const digits = (length: number, highest: number) =>
    fc.integer({ min: 0, max: highest }).map((value) => String(value).padStart(length, "0"));
  fc.assert(
    fc.property(digits(4, 9999), digits(2, 14), digits(2, 33), (year, month, day) => {
      const date = `${year}-${month}-${day}`;
      const time = Date.parse(`${date}T00:00:00Z`);
      const kept = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
      assert.equal(isCalendarDate(date), kept && year !== "0000");
    }),
    { numRuns: 2000 },
  );
});

test("A text is taken apart before the calendar is asked", () => {
  expect(matchInstant("2019-02-30")).toEqual({ date: "2019-02-30", clock: null, zone: null });
  expect(matchInstant("2019-03-31T25:00:00.5")).toEqual({
    date: "2019-03-31",
    clock: "25:00:00.5",
    zone: null,
  });
  expect(matchInstant("2019-03-31T01:00-0530")?.zone).toBe("-0530");
  expect(matchInstant("soon")).toBeNull();
});

test("A whole second is its instant in milliseconds", () => {
  expect(formatInstant(instantOfSecond(1_554_000_000))).toBe("2019-03-31T02:40:00.000Z");
});

test("Only instants of the years 0001 to 9999 can be printed", () => {
  expect(
    [first.getTime() - 1, first.getTime(), 0, last.getTime(), last.getTime() + 1, NaN].map(
      isPrintableInstant,
    ),
  ).toEqual([false, true, true, true, false, false]);
});

const first = new Date("0001-01-01T00:00:00.000Z");
const last = new Date("9999-12-31T23:59:59.999Z");

/** The lines of a fixture that are neither empty nor comments. */
function fixture(name: string): string[] {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

test("the end of a range that ends with year 9999 is printed in the runtime's own form", () => {
  expect(formatInstant((last.getTime() + 1) as Instant)).toBe("+010000-01-01T00:00:00.000Z");
});
