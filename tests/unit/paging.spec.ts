import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "../support/expect.ts";
import { tableOf } from "../support/table.ts";
import type { ContractPeriod } from "../../src/acoustics/time/contract-period.ts";
import {
  type Cursor,
  cutPage,
  findPageIssues,
  type Order,
  type PageRequest,
  type PagePlan,
  parseCursor,
  planPage,
} from "../../src/acoustics/paging.ts";
import type { Instant, Interval } from "../../src/acoustics/time/instant.ts";

test("A cursor is 0 or a number without leading zeros, cut to the largest exact integer", () => {
  const huge = Number.MAX_SAFE_INTEGER;
  const cursors = [0, 1, 1_553_990_400, huge];
  expect(cursors.map((cursor) => parseCursor(String(cursor)))).toEqual(cursors);
  expect(["9007199254740993", "9".repeat(400)].map(parseCursor)).toEqual([huge, huge]);
  const others = ["", "00", "01", "-1", "-0", "+1", "1.0", "1e3", "0x1", "1n", "1_000", " 1", "1 "];
  others.push("1\n", "null", "１");
  expect(others.filter((text) => parseCursor(text) !== null)).toEqual([]);
});

/** The contract; requests are in milliseconds, answers in seconds. */
const contract = { startAt: 100_000, endAt: 200_000 } as ContractPeriod;
const wide = [0, 300_000] as const;

/** A rule | range | cursor and order | `clamped` | the effective range | the seconds left to search. */
const plans = tableOf(`
  is searched whole | 110000 120500 | 0 asc | false | 110000 120500 | 110 120
  is searched whole, descending | 100000 200000 | 0 desc | false | 100000 200000 | 100 200
  wider than the contract is cut to it | 0 300000 | 0 asc | true | 100000 200000 | 100 200
  that touches the contract has one second | 0 100000 | 0 asc | true | 100000 100000 | 100 100
  a millisecond wider is cut | 150000 200001 | 0 asc | true | 150000 200000 | 150 200
  that ends a millisecond before it is empty | 0 99999 | 0 asc | true | null | null
  is searched after its cursor | 0 300000 | 150 asc | true | 100000 200000 | 151 200
  is searched before its cursor, descending | 0 300000 | 150 desc | true | 100000 200000 | 100 149
  takes a cursor on its start | 100000 200000 | 100 asc | false | 100000 200000 | 101 200
  takes a cursor before its end | 100000 200000 | 199 asc | false | 100000 200000 | 200 200
  is at its end with a cursor there | 100000 200000 | 200 asc | false | 100000 200000 | null
  takes a cursor on its end, descending | 100000 200000 | 200 desc | false | 100000 200000 | 100 199
  takes a cursor after its start, descending | 100000 200000 | 101 desc | false | 100000 200000 | 100 100
  is at its start with a cursor there, descending | 100000 200000 | 100 desc | false | 100000 200000 | null
  between two seconds holds none | 110001 110999 | 0 asc | false | 110001 110999 | null
  outside the contract is empty | 200001 300000 | 0 asc | true | null | null
  outside it is empty whatever the cursor | 200001 300000 | 5 asc | true | null | null
`);

const pairOf = (text: string) => {
  const [first = NaN, last = NaN] = text.split(" ").map(Number);
  return [first, last] as const;
};

for (const [rule, range = "", position = "", clamped, effective = "", seconds = ""] of plans) {
  test(`A range ${rule}`, () => {
    const [cursor, order] = position.split(" ");
    const [first, last] = pairOf(seconds);
    const plan: PagePlan = {
      clamped: clamped === "true",
      effectiveRange: effective === "null" ? null : interval(...pairOf(effective)),
      seconds: seconds === "null" ? null : { first, last },
    };
    const asked = { cursor: Number(cursor), order: order as Order };
    expect(planPage(request(interval(...pairOf(range)), asked), contract)).toEqual(plan);
  });
}

test("A cursor outside the effective range, compared as instants, is refused", () => {
  const isRefused = (range: Interval, cursor: number) =>
    planPage(request(range, { cursor }), contract) === "cursor_out_of_range";
  const half = interval(110_500, 120_500);
  const cursors = [0, 1, 105, 110, 111, 120, 121, 150, Number.MAX_SAFE_INTEGER];
  expect(cursors.filter((cursor) => isRefused(half, cursor))).toEqual(
    cursors.filter((cursor) => cursor !== 0 && (cursor < 111 || cursor > 120)),
  );
  expect([99, 100, 200, 201].filter((cursor) => isRefused(interval(...wide), cursor))).toEqual([
    99, 201,
  ]);
});

test("A page is cut at its size, and its cursor is its last second if more follows", () => {
  const cut = (seconds: number[], pageSize: number) => {
    const { rows, cursor } = cutPage(
      seconds.map((second) => ({ second })),
      pageSize,
    );
    return [rows.map(({ second }) => second), cursor];
  };
  expect(cut([], 2)).toEqual([[], null]);
  expect(cut([100], 2)).toEqual([[100], null]);
  expect(cut([100, 200], 2)).toEqual([[100, 200], null]);
  expect(cut([100, 200, 300], 2)).toEqual([[100, 200], 200]);
  expect(cut([300, 200], 1)).toEqual([[300], 300]);
});

test("All pages together are the one big query, in both orders and at every size", () => {
  const bound = fc.integer({ min: 0, max: 61_000 });
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 }),
      fc.tuple(bound, bound),
      fc.tuple(bound, bound),
      fc.integer({ min: 1, max: 45 }),
      fc.constantFrom<Order>("asc", "desc"),
      (stored, asked, agreed, pageSize, order) => {
        const range = interval(Math.min(...asked), Math.max(...asked));
        const period = interval(Math.min(...agreed), Math.max(...agreed)) as ContractPeriod;
        const expected = inOrder(stored, order).filter(
          (at) => isInside(range, at * 1000) && isInside(period, at * 1000),
        );
        const pages = readAllPages(stored, request(range, { pageSize, order }), period);
        assert.deepEqual(pages, expected);
      },
    ),
    { numRuns: 2000 },
  );
});

test("Every issue of a page's arguments is named", () => {
  const [early, late] = [1000 as Instant, 2000 as Instant];
  const limit = { parameter: "limit", detail: "must be a whole number from 1 to 2000" };
  const startAt = { parameter: "startAt", detail: "must not be after endAt" };
  expect(findPageIssues({})).toEqual([]);
  expect(findPageIssues({ startAt: early, endAt: late, limit: 1 })).toEqual([]);
  expect(findPageIssues({ startAt: early, endAt: early, limit: 2000 })).toEqual([]);
  expect(findPageIssues({ startAt: late, limit: 288 })).toEqual([]);
  expect(findPageIssues({ limit: 0 })).toEqual([limit]);
  expect(findPageIssues({ limit: 2001 })).toEqual([limit]);
  expect(findPageIssues({ startAt: late, endAt: early, limit: 0 })).toEqual([startAt, limit]);
});

/** Pages through `stored` as a client does. Fails on an empty page after the first and on a long one. */
function readAllPages(stored: number[], first: PageRequest, period: ContractPeriod): number[] {
  const read: number[] = [];
  for (let asked = first; ;) {
    const plan = planPage(asked, period);
    if (plan === "cursor_out_of_range") throw new Error("the cursor of a page was refused");
    const { seconds } = plan;
    const fetched = inOrder(stored, asked.order)
      .filter((at) => seconds !== null && seconds.first <= at && at <= seconds.last)
      .slice(0, asked.pageSize + 1)
      .map((second) => ({ second }));
    const page = cutPage(fetched, asked.pageSize);
    assert.ok(page.rows.length <= asked.pageSize);
    assert.ok(asked.cursor === 0 || page.rows.length > 0);
    read.push(...page.rows.map((row) => row.second));
    assert.ok(read.length <= stored.length, "a record is on two pages");
    if (page.cursor === null) return read;
    asked = { ...asked, cursor: page.cursor };
  }
}

function inOrder(seconds: readonly number[], order: Order): number[] {
  return seconds.toSorted((left, right) => (order === "asc" ? left - right : right - left));
}

function isInside(range: Interval, at: number): boolean {
  return range.startAt <= at && at <= range.endAt;
}

function interval(startAt: number, endAt: number): Interval {
  return { startAt: startAt as Instant, endAt: endAt as Instant };
}

function request(
  range: Interval,
  page: { pageSize?: number; cursor?: number; order?: Order } = {},
): PageRequest {
  const { pageSize = 288, order = "asc", cursor = 0 } = page;
  return { range, pageSize, order, weighting: "A", cursor: cursor as Cursor, withAudio: false };
}
