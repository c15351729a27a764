import {
  checksByOperation,
  dataOf,
  demandEqual,
  demandIncludes,
  demandProblem,
  instantAfter,
  type Parameters,
  read,
} from "../check.ts";

/** Ranges: their bounds, the contract that cuts them, and the cursors inside them. */
export const rangeChecks = checksByOperation({
  async "S 8.3: a range inside the contract is kept, a wider one is cut, and one outside is empty"(
    target,
    operation,
  ) {
    const { startAt, endAt } = target.contract;
    const metaOf = async (range: Parameters) =>
      (await read(target, target.page({ limit: 1, ...range }, operation))).meta;
    const day = { startAt, endAt: instantAfter(startAt, 1000) };
    demandIncludes(
      await metaOf({}),
      { clamped: false, effectiveRange: { startAt, endAt } },
      "the contract",
    );
    demandIncludes(await metaOf(day), { clamped: false, effectiveRange: day }, "a range inside");
    for (const range of [
      { startAt: instantAfter(startAt, -1) },
      { endAt: instantAfter(endAt, 1) },
      { startAt: "0001-01-01", endAt: "9999-12-31" },
    ]) {
      demandIncludes(
        await metaOf(range),
        { clamped: true, effectiveRange: { startAt, endAt } },
        "a wider range",
      );
    }
    demandIncludes(
      await metaOf({ startAt: "0001-01-01", endAt: startAt }),
      { clamped: true, effectiveRange: { startAt, endAt: startAt } },
      "a range that touches the contract",
    );
    const before = { startAt: "0001-01-01", endAt: instantAfter(startAt, -1) };
    for (const cursor of [{}, { cursor: 5 }]) {
      const outside = await read(target, target.page({ ...before, ...cursor }, operation));
      const meta = { clamped: true, effectiveRange: null };
      demandIncludes(outside, { data: [], cursor: null, meta }, "outside");
    }
  },
  async "S 8.3, C 2.3: both bounds of a range are inside it, to the millisecond"(
    target,
    operation,
  ) {
    const found = await dataOf(target, { limit: 3 }, operation);
    const [first, middle, last] = found.map(({ datetime }) => datetime);
    if (last === undefined) return;
    for (const [startAt, endAt, expected] of [
      [first, last, found],
      [first, first, found.slice(0, 1)],
      [instantAfter(first, 1), last, found.slice(1)],
      [first, instantAfter(last, -1), found.slice(0, 2)],
      [middle, instantAfter(last, -1), found.slice(1, 2)],
    ] as const) {
      const data = await dataOf(target, { startAt, endAt }, operation);
      demandEqual(data, expected, `${operation} from ${startAt} to ${endAt}`);
    }
  },
  async "S 4.5.5, C 2.4: a cursor outside of the effective range is 400, and one on its edge is not"(
    target,
    operation,
  ) {
    const { startAt, endAt } = target.contract;
    const [first, last] = [
      Math.ceil(Date.parse(startAt) / 1000),
      Math.floor(Date.parse(endAt) / 1000),
    ];
    for (const cursor of [first - 1, last + 1, "9".repeat(30)]) {
      const answer = await target.client.send(target.page({ cursor }, operation));
      demandProblem(answer, 400, "cursor_out_of_range");
    }
    for (const cursor of [first, last]) await read(target, target.page({ cursor }, operation));
    const [start, zero] = [
      await dataOf(target, { limit: 5 }, operation),
      await dataOf(target, { limit: 5, cursor: 0 }, operation),
    ];
    demandEqual(zero, start, "cursor=0");
  },
});
