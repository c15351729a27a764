import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import {
  formatInstant,
  type Instant,
  instantOfSecond,
  isCalendarDate,
  isPrintableInstant,
  matchInstant,
  parseInstant,
} from "../../src/acoustics/time/instant.ts";

for (const [group, lines] of groupsOf("instant-valid.txt")) {
  test(`Instants: ${group}`, () => {
    const read = lines.map((line) => {
      const [text = ""] = line.split(" ");
      const instant = parseInstant(text);
      return `${text} ${instant === null ? null : formatInstant(instant)}`;
    });
    expect(read).toEqual(lines);
  });
}

for (const [group, lines] of groupsOf("instant-invalid.txt")) {
  test(`Not instants: ${group}`, () => {
    expect(lines.filter((text) => parseInstant(text) !== null)).toEqual([]);
  });
}

test("Not instants: anything before or after an instant, and no text", () => {
  const texts = ["", " ", " 2019-03-31", "2019-03-31 ", "2019-03-31\n", "\n2019-03-31"];
  texts.push("2019-03-31T00:00Z\n", "2019-03-31T00:00Z\u0000", "\uFEFF2019-03-31");
  texts.push("2019-03-31\u2028");
  expect(texts.filter((text) => parseInstant(text) !== null)).toEqual([]);
});

const first = new Date("0001-01-01T00:00:00.000Z");
const last = new Date("9999-12-31T23:59:59.999Z");

test("Every instant is read back from its own print", () => {
  fc.assert(
    fc.property(fc.date({ min: first, max: last, noInvalidDate: true }), (date) => {
      assert.equal(formatInstant(date.getTime() as Instant), date.toISOString());
      assert.equal(parseInstant(date.toISOString()), date.getTime());
    }),
  );
});

test("An instant with an offset is what the platform reads", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("0002-01-01"), max: new Date("9998-12-31"), noInvalidDate: true }),
      fc.constantFrom("+", "-"),
      digits(2, 23),
      digits(2, 59),
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

test("A calendar date is a date of the platform's calendar", () => {
  fc.assert(
    fc.property(digits(4, 9999), digits(2, 14), digits(2, 33), (year, month, day) => {
      const date = `${year}-${month}-${day}`;
      const time = Date.parse(`${date}T00:00:00Z`);
      const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
      assert.equal(isCalendarDate(date), exists && year !== "0000");
    }),
    { numRuns: 2000 },
  );
});

test("A text is split into its parts", () => {
  expect(matchInstant("2019-02-28")).toEqual({ date: "2019-02-28", clock: null, zone: null });
  const [date, clock] = ["2019-03-31", "23:00:00.5"];
  expect(matchInstant(`${date}T${clock}`)).toEqual({ date, clock, zone: null });
  expect(matchInstant(`${date}T${clock}-0530`)).toEqual({ date, clock, zone: "-0530" });
  for (const none of ["soon", "2019-02-30", `${date}T25:00`]) expect(matchInstant(none)).toBeNull();
});

test("A Unix second is its instant in milliseconds", () => {
  expect(formatInstant(instantOfSecond(1_554_000_000))).toBe("2019-03-31T02:40:00.000Z");
});

test("Only the years 0001 to 9999 have instants", () => {
  const [earliest, latest] = [first.getTime(), last.getTime()];
  const times = [earliest - 1, earliest, 0, latest, latest + 1, NaN];
  expect(times.filter(isPrintableInstant)).toEqual([earliest, 0, latest]);
});

test("The exclusive end of the year 9999 is printed in the platform's form", () => {
  expect(formatInstant((last.getTime() + 1) as Instant)).toBe("+010000-01-01T00:00:00.000Z");
});

function digits(length: number, highest: number): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: highest }).map((value) => String(value).padStart(length, "0"));
}

/** The lines of a fixture, by the comment above them. */
function groupsOf(name: string): (readonly [string, readonly string[]])[] {
  const text = readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
  return text.split(/^# /m).flatMap((group) => {
    const [title = "", ...lines] = group.trim().split("\n");
    return lines.length === 0 ? [] : [[title, lines] as const];
  });
}
