import fc from "fast-check";
import { expect, test } from "playwright/test";
import { firstTwoMonths } from "../../src/database/queries/samples/samples.ts";

const at = (time: string) => Date.parse(time) / 1000;
const partOf = (first: string, last: string, order: "asc" | "desc") => {
  const part = firstTwoMonths({ first: at(first), last: at(last) }, order);
  return [part.first, part.last].map((second) =>
    new Date(second * 1000).toISOString().slice(0, 19),
  );
};

test("a page begins in the month of its start and the next one", () => {
  expect(partOf("2019-11-30T23:59:59Z", "2021-06-15T00:00:00Z", "asc")).toEqual([
    "2019-11-30T23:59:59",
    "2019-12-31T23:59:59",
  ]);
});

test("backwards, it begins in the month of its end and the one before", () => {
  expect(partOf("2019-11-30T23:59:59Z", "2021-06-15T00:00:00Z", "desc")).toEqual([
    "2021-05-01T00:00:00",
    "2021-06-15T00:00:00",
  ]);
});

test("two months are the range itself, and a second more is not", () => {
  const months = { first: at("2020-01-01T00:00:00Z"), last: at("2020-02-29T23:59:59Z") };
  for (const order of ["asc", "desc"] as const) {
    expect(firstTwoMonths(months, order)).toBe(months);
  }
  const later = { ...months, last: months.last + 1 };
  expect(firstTwoMonths(later, "asc")).toEqual(months);
  const earlier = { ...months, first: months.first - 1 };
  expect(firstTwoMonths(earlier, "desc")).toEqual(months);
});

test("it is a part of the range that begins where the page does, in any year", () => {
  const second = fc.integer({ min: at("0001-01-01T00:00:00Z"), max: at("9999-12-31T23:59:59Z") });
  fc.assert(
    fc.property(second, second, (one, other) => {
      const range = { first: Math.min(one, other), last: Math.max(one, other) };
      const forward = firstTwoMonths(range, "asc");
      const backward = firstTwoMonths(range, "desc");
      expect([forward.first, backward.last]).toEqual([range.first, range.last]);
      expect(forward.last).toBeGreaterThanOrEqual(forward.first);
      expect(forward.last).toBeLessThanOrEqual(range.last);
      expect(backward.first).toBeGreaterThanOrEqual(range.first);
      expect(backward.first).toBeLessThanOrEqual(backward.last);
    }),
  );
});
