import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "playwright/test";
import type { ContractPeriod } from "#acoustics/time/contract-period.ts";
import { type Cursor, cutPage, type Order } from "#acoustics/cursor.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import { findPageIssues, type PageRequest, planPage } from "#acoustics/paging.ts";

const contract = { startAt: 100_000, endAt: 200_000 } as ContractPeriod;

const plans: readonly (readonly [string, PageRequest, ReturnType<typeof planPage>])[] = [
  [
    "inside is searched whole",
    request({ startAt: 110_000, endAt: 120_500 }),
    {
      clamped: false,
      effectiveRange: interval(110_000, 120_500),
      seconds: { first: 110, last: 120 },
    },
  ],
  [
    "wider than the contract is searched in the contract",
    request({ startAt: 0, endAt: 300_000 }),
    {
      clamped: true,
      effectiveRange: interval(100_000, 200_000),
      seconds: { first: 100, last: 200 },
    },
  ],
  [
    "with a cursor is searched beyond it",
    request({ startAt: 0, endAt: 300_000, cursor: 150 }),
    {
      clamped: true,
      effectiveRange: interval(100_000, 200_000),
      seconds: { first: 151, last: 200 },
    },
  ],
  [
    "with a cursor, backwards, is searched before it",
    request({ startAt: 0, endAt: 300_000, cursor: 150, order: "desc" }),
    {
      clamped: true,
      effectiveRange: interval(100_000, 200_000),
      seconds: { first: 100, last: 149 },
    },
  ],
  [
    "whose cursor is its last second has nothing left",
    request({ startAt: 100_000, endAt: 200_000, cursor: 200 }),
    { clamped: false, effectiveRange: interval(100_000, 200_000), seconds: null },
  ],
  [
    "between two seconds has nothing to search",
    request({ startAt: 110_001, endAt: 110_999 }),
    { clamped: false, effectiveRange: interval(110_001, 110_999), seconds: null },
  ],
  [
    "with a cursor of the contract but not of the range is refused",
    request({ startAt: 110_000, endAt: 120_000, cursor: 130 }),
    "cursor_out_of_range",
  ],
  [
    "with a cursor that the contract cut off is refused",
    request({ startAt: 0, endAt: 300_000, cursor: 99 }),
    "cursor_out_of_range",
  ],
  [
    "outside the contract is empty",
    request({ startAt: 200_001, endAt: 300_000 }),
    { clamped: true, effectiveRange: null, seconds: null },
  ],
  [
    "outside the contract is empty whatever the cursor",
    request({ startAt: 200_001, endAt: 300_000, cursor: 5 }),
    { clamped: true, effectiveRange: null, seconds: null },
  ],
];

for (const [title, asked, plan] of plans) {
  test(`A range ${title}`, () => {
    expect(planPage(asked, contract)).toEqual(plan);
  });
}

test("The pages together are the one big query, in both orders and at every limit", () => {
  const second = fc.integer({ min: 1, max: 60 });
  const bound = fc.integer({ min: 0, max: 61_000 });
  fc.assert(
    fc.property(
      fc.uniqueArray(second, { maxLength: 40 }),
      fc.tuple(bound, bound),
      fc.tuple(bound, bound),
      fc.integer({ min: 1, max: 45 }),
      fc.constantFrom<Order>("asc", "desc"),
      (stored, asked, agreed, limit, order) => {
        const range = interval(Math.min(...asked), Math.max(...asked));
        const period = interval(Math.min(...agreed), Math.max(...agreed)) as ContractPeriod;
        const expected = inOrder(stored, order).filter(
          (at) => isInside(range, at * 1000) && isInside(period, at * 1000),
        );
        assert.deepEqual(
          readAllPages(stored, { ...request(range), limit, order }, period),
          expected,
        );
      },
    ),
    { numRuns: 2000 },
  );
});

test("Every bound of a page at fault is named", () => {
  const [early, late] = [1000 as Instant, 2000 as Instant];
  const limitFault = { parameter: "limit", detail: "must be a whole number from 1 to 2000" };
  const startFault = { parameter: "startAt", detail: "must not be after endAt" };
  expect(findPageIssues({})).toEqual([]);
  expect(findPageIssues({ startAt: early, endAt: late, limit: 1 })).toEqual([]);
  expect(findPageIssues({ startAt: early, endAt: early, limit: 2000 })).toEqual([]);
  expect(findPageIssues({ startAt: late, limit: 288 })).toEqual([]);
  expect(findPageIssues({ limit: 0 })).toEqual([limitFault]);
  expect(findPageIssues({ limit: 2001 })).toEqual([limitFault]);
  expect(findPageIssues({ startAt: late, endAt: early, limit: 0 })).toEqual([
    startFault,
    limitFault,
  ]);
});

/** Pages through `stored` as a client does, and fails on a page that must not be. */
function readAllPages(stored: number[], first: PageRequest, period: ContractPeriod): number[] {
  const read: number[] = [];
  for (let asked = first; ;) {
    const plan = planPage(asked, period);
    if (plan === "cursor_out_of_range") throw new Error("a cursor of a page was refused");
    const { seconds } = plan;
    const fetched = inOrder(stored, asked.order)
      .filter((at) => seconds !== null && seconds.first <= at && at <= seconds.last)
      .slice(0, asked.limit + 1);
    const page = cutPage(
      fetched.map((at) => ({ second: at })),
      asked.limit,
    );
    assert.ok(page.rows.length <= asked.limit);
    assert.ok(asked.cursor === 0 || page.rows.length > 0);
    read.push(...page.rows.map((row) => row.second));
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

function request(asked: {
  startAt: number;
  endAt: number;
  cursor?: number;
  order?: Order;
}): PageRequest {
  return {
    range: interval(asked.startAt, asked.endAt),
    limit: 288,
    order: asked.order ?? "asc",
    weighting: "A",
    cursor: (asked.cursor ?? 0) as Cursor,
    withAudio: false,
  };
}
