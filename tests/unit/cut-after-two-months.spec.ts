import { expect, test } from "playwright/test";
import { cutAfterTwoMonths } from "#database/queries/samples.ts";

const at = (time: string) => Date.parse(time) / 1000;
const partsOf = (first: string, last: string, order: "asc" | "desc") =>
  cutAfterTwoMonths({ first: at(first), last: at(last) }, order).map((part) =>
    [part.first, part.last].map((second) => new Date(second * 1000).toISOString().slice(0, 19)),
  );

test("a long range is cut after the month that follows its start", () => {
  expect(partsOf("2019-11-30T23:59:59Z", "2021-06-15T00:00:00Z", "asc")).toEqual([
    ["2019-11-30T23:59:59", "2019-12-31T23:59:59"],
    ["2020-01-01T00:00:00", "2021-06-15T00:00:00"],
  ]);
});

test("backwards, it is cut before the month that precedes its end", () => {
  expect(partsOf("2019-11-30T23:59:59Z", "2021-06-15T00:00:00Z", "desc")).toEqual([
    ["2021-05-01T00:00:00", "2021-06-15T00:00:00"],
    ["2019-11-30T23:59:59", "2021-04-30T23:59:59"],
  ]);
});

test("two months are one range, and the next second is another", () => {
  for (const order of ["asc", "desc"] as const) {
    expect(partsOf("2020-01-01T00:00:00Z", "2020-02-29T23:59:59Z", order)).toHaveLength(1);
  }
  expect(partsOf("2020-01-01T00:00:00Z", "2020-03-01T00:00:00Z", "asc")).toEqual([
    ["2020-01-01T00:00:00", "2020-02-29T23:59:59"],
    ["2020-03-01T00:00:00", "2020-03-01T00:00:00"],
  ]);
  expect(partsOf("2019-12-31T23:59:59Z", "2020-02-29T23:59:59Z", "desc")).toEqual([
    ["2020-01-01T00:00:00", "2020-02-29T23:59:59"],
    ["2019-12-31T23:59:59", "2019-12-31T23:59:59"],
  ]);
});
