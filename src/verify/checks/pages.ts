import {
  checksByOperation,
  checksOf,
  dataOf,
  demandEqual,
  type Json,
  NotChecked,
  type Operation,
  type Parameters,
  read,
  secondOf,
  type Target,
  withoutInstant,
} from "../check.ts";

const orderChecks = checksByOperation({
  async "S 4.5, C 2.4: pages of any size, in both orders, are the one big page"(target, operation) {
    const first = await read(target, target.page({ limit: 40 }, operation));
    const { cursor } = first;
    const data = withoutInstant(first.data);
    const range = data.length === 0 ? {} : { endAt: data.at(-1).datetime };
    demandEqual(
      cursor === null || cursor === secondOf(data.at(-1)) || operation === "events",
      true,
      "the cursor",
    );
    const whole = await dataOf(target, { limit: 2000, ...range }, operation);
    demandEqual(data, whole, `the first of ${operation}`);
    for (const limit of [1, 7, 40]) {
      const forward = await allPages(target, { limit, orderBy: "asc", ...range }, operation);
      demandEqual(forward, whole, `${operation} by ${limit}, asc`);
    }
    const backward = await allPages(target, { limit: 7, orderBy: "desc", ...range }, operation);
    demandEqual(backward, whole.toReversed(), `${operation} by 7, desc`);
  },
});

const sizeChecks = checksOf({
  async "S 8.1: a page has 288 records by default, and up to 2000"(target) {
    const most = await dataOf(target, { limit: 2000 });
    if (most.length <= 288) throw new NotChecked("the sensor has no more than 288 samples");
    demandEqual((await dataOf(target, {})).length, 288, "records by default");
    demandEqual((await dataOf(target, { limit: 289 })).length, 289, "records");
  },
});

/** Pages of samples and events: their order, size and cursors. */
export const pageChecks = [...orderChecks, ...sizeChecks];

async function allPages(
  target: Target,
  parameters: Parameters,
  operation: Operation,
): Promise<Json[]> {
  const records: Json[] = [];
  for (let cursor: number | null = 0; cursor !== null;) {
    const page: Json = await read(target, target.page({ ...parameters, cursor }, operation));
    demandEqual(
      page.data.length <= Number(parameters["limit"]),
      true,
      "no more records than the limit",
    );
    demandEqual(page.cursor === null || page.cursor !== cursor, true, "another cursor");
    const mayBeEmpty = operation === "events" || cursor === 0;
    demandEqual(mayBeEmpty || page.data.length > 0, true, "no empty page behind a cursor");
    records.push(...page.data);
    cursor = page.cursor;
  }
  return withoutInstant(records);
}
