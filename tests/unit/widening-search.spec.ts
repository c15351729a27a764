import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import { firstMonths, searchWidening } from "../../src/database/queries/samples/widening-search.ts";

const at = (time: string) => Date.parse(time) / 1000;
const partOf = (first: string, last: string, order: "asc" | "desc") => {
  const part = firstMonths({ first: at(first), last: at(last) }, order, 2);
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
    expect(firstMonths(months, order, 2)).toBe(months);
  }
  const later = { ...months, last: months.last + 1 };
  expect(firstMonths(later, "asc", 2)).toEqual(months);
  const earlier = { ...months, first: months.first - 1 };
  expect(firstMonths(earlier, "desc", 2)).toEqual(months);
});

test("it is a part of the range that begins where the page does, in any year", () => {
  const second = fc.integer({ min: at("0001-01-01T00:00:00Z"), max: at("9999-12-31T23:59:59Z") });
  fc.assert(
    fc.property(second, second, (one, other) => {
      const range = { first: Math.min(one, other), last: Math.max(one, other) };
      const forward = firstMonths(range, "asc", 2);
      const backward = firstMonths(range, "desc", 2);
      assert.deepEqual([forward.first, backward.last], [range.first, range.last]);
      assert.ok(forward.last >= forward.first);
      assert.ok(forward.last <= range.last);
      assert.ok(backward.first >= range.first);
      assert.ok(backward.first <= backward.last);
    }),
  );
});

test("two months are searched first, then five years, then all, until what is found is enough", async () => {
  const range = { first: at("2000-01-15T00:00:00Z"), last: at("2026-06-30T23:59:59Z") };
  const searched = async (order: "asc" | "desc", enough: number) => {
    const parts: string[] = [];
    const found = await searchWidening(
      range,
      order,
      async ({ first, last }) => {
        const months = [first, last].map((second) =>
          new Date(second * 1000).toISOString().slice(0, 7),
        );
        return parts.push(months.join(" to "));
      },
      (count) => count === enough,
    );
    expect(found).toBe(parts.length);
    return parts;
  };
  expect(await searched("asc", 1)).toEqual(["2000-01 to 2000-02"]);
  expect(await searched("asc", 2)).toEqual(["2000-01 to 2000-02", "2000-01 to 2004-12"]);
  expect(await searched("desc", 9)).toEqual([
    "2026-05 to 2026-06",
    "2021-07 to 2026-06",
    "2000-01 to 2026-06",
  ]);
  const short = { first: range.first, last: at("2003-01-01T00:00:00Z") };
  let reads = 0;
  await searchWidening(
    short,
    "asc",
    async () => (reads += 1),
    () => false,
  );
  expect(reads).toBe(2);
});
