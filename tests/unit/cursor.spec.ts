import { expect, test } from "playwright/test";
import {
  type Cursor,
  cutPage,
  isCursorInside,
  type Order,
  parseCursor,
  secondsBeyond,
} from "#acoustics/cursor.ts";
import type { Instant } from "#acoustics/time/instant.ts";

const texts: readonly (readonly [string, number | null])[] = [
  ["0", 0],
  ["1", 1],
  ["1553990400", 1_553_990_400],
  ["9007199254740991", Number.MAX_SAFE_INTEGER],
  ["9007199254740993", Number.MAX_SAFE_INTEGER],
  ["9".repeat(400), Number.MAX_SAFE_INTEGER],
  ["", null],
  ["00", null],
  ["01", null],
  ["-1", null],
  ["-0", null],
  ["+1", null],
  ["1.0", null],
  ["1e3", null],
  ["0x1", null],
  ["1n", null],
  ["1_000", null],
  [" 1", null],
  ["1 ", null],
  ["1\n", null],
  ["null", null],
  ["１", null],
];

for (const [text, cursor] of texts) {
  test(`${JSON.stringify(text.slice(0, 20))} is ${cursor === null ? "no cursor" : `the cursor ${cursor}`}`, () => {
    expect(parseCursor(text)).toBe(cursor);
  });
}

const range = { startAt: 100_500 as Instant, endAt: 200_500 as Instant };
const places: readonly (readonly [number, boolean])[] = [
  [0, true],
  [1, false],
  [100, false],
  [101, true],
  [150, true],
  [200, true],
  [201, false],
  [Number.MAX_SAFE_INTEGER, false],
];

for (const [second, isInside] of places) {
  test(`The cursor ${second} is ${isInside ? "inside" : "outside"} seconds 100.5 to 200.5`, () => {
    expect(isCursorInside(second as Cursor, range)).toBe(isInside);
  });
}

test("A cursor on either end of the range is inside", () => {
  const ends = { startAt: 100_000 as Instant, endAt: 200_000 as Instant };
  expect([100, 200].map((second) => isCursorInside(second as Cursor, ends))).toEqual([true, true]);
});

const rests: readonly (readonly [number, Order, readonly [number, number] | null])[] = [
  [0, "asc", [100, 200]],
  [0, "desc", [100, 200]],
  [100, "asc", [101, 200]],
  [199, "asc", [200, 200]],
  [200, "asc", null],
  [200, "desc", [100, 199]],
  [101, "desc", [100, 100]],
  [100, "desc", null],
];

for (const [cursor, order, rest] of rests) {
  test(`Beyond ${cursor}, ${order}, of seconds 100 to 200 there is ${rest?.join(" to ") ?? "none"}`, () => {
    expect(secondsBeyond({ first: 100, last: 200 }, cursor as Cursor, order)).toEqual(
      rest && { first: rest[0], last: rest[1] },
    );
  });
}

const pages: readonly (readonly [number[], number, number[], number | null])[] = [
  [[], 2, [], null],
  [[100], 2, [100], null],
  [[100, 200], 2, [100, 200], null],
  [[100, 200, 300], 2, [100, 200], 200],
  [[300, 200], 1, [300], 300],
];

for (const [fetched, limit, kept, cursor] of pages) {
  test(`[${fetched.join(", ")}] at limit ${limit} is a page of ${kept.length} with cursor ${cursor}`, () => {
    const rows = fetched.map((second) => ({ second }));
    expect(cutPage(rows, limit)).toEqual({ rows: kept.map((second) => ({ second })), cursor });
  });
}
