import {
  type Check,
  demandEqual,
  demandProblem,
  NotChecked,
  type Operation,
  type Parameters,
  read,
  type Target,
} from "../check.ts";
import type { Json } from "../server-client.ts";

const sampleMembers =
  "id datetime fweighting Leq LAeq LCeq LZeq LAFmax LAFmin LCpeak LA10 LA50 LA90 classification limit limitSource limitRecalculatedAt";
const eventMembers =
  "id sensorId datetime classification Leq limit over limitSource limitRecalculatedAt fweighting";
const operations: readonly Operation[] = ["measurements", "events"];

/** Pages of samples and events: records, order, cursors and ranges. */
export const pageChecks: readonly Check[] = [
  {
    rule: "S 2, C 2",
    name: "samples and events have the members of the contract, in its units",
    async run(target) {
      for (const [operation, members] of [
        ["measurements", sampleMembers],
        ["events", eventMembers],
      ] as const) {
        const { data, ...rest } = await read(target, target.page({ limit: 50 }, operation));
        demandEqual(Object.keys(rest), ["cursor", "meta"], `members of ${operation}`);
        demandEqual(
          new Set(data.map((record: Json) => record.limitRecalculatedAt)).size <= 1,
          true,
          "one instant",
        );
        for (const record of data) demandRecord(record, members, target.sensor);
      }
    },
  },
  {
    rule: "S 2, C 2",
    name: "Leq is the level of the weighting that is asked for, A by default",
    async run(target) {
      for (const [fweighting, parameters] of [
        ["A", {}],
        ["A", { fweighting: "A" }],
        ["C", { fweighting: "C" }],
        ["Z", { fweighting: "Z" }],
      ] as const) {
        for (const sample of await dataOf(target, { limit: 20, ...parameters })) {
          demandEqual(
            [sample.fweighting, sample.Leq],
            [fweighting, sample[`L${fweighting}eq`]],
            `Leq of ${fweighting}`,
          );
        }
      }
    },
  },
  {
    rule: "S 2, S 6",
    name: "events are the samples above their limit, and over is what is above it",
    async run(target) {
      for (const fweighting of ["A", "C", "Z"]) {
        const samples = await dataOf(target, { fweighting, limit: 300 });
        const loud = samples.filter(
          ({ Leq, limit }: Json) => Leq !== null && limit !== null && Leq > limit,
        );
        const endAt = samples.at(-1)?.datetime ?? target.contract.startAt;
        const events = await dataOf(target, { fweighting, limit: 2000, endAt }, "events");
        demandEqual(
          events.map(({ id }: Json) => id),
          loud.map(({ id }: Json) => id),
          "events",
        );
        for (const { Leq, limit, over } of events)
          demandEqual(over, Math.round((Leq - limit) * 100) / 100, "over");
      }
    },
  },
  {
    rule: "S 4.5, C 2.4",
    name: "pages of any size, in both orders, are the one big page",
    async run(target) {
      for (const operation of operations) {
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
      }
    },
  },
  {
    rule: "S 8.1",
    name: "a page has 288 records by default, and up to 2000",
    async run(target) {
      const most = await dataOf(target, { limit: 2000 });
      if (most.length <= 288) throw new NotChecked("the sensor has no more than 288 samples");
      demandEqual((await dataOf(target, {})).length, 288, "records by default");
      demandEqual(most.length, Math.min(2000, most.length), "records");
    },
  },
  {
    rule: "S 8.3",
    name: "a range inside the contract is kept, a wider one is cut, and one outside is empty",
    async run(target) {
      const { startAt, endAt } = target.contract;
      const metaOf = async (range: Parameters, operation: Operation) =>
        (await read(target, target.page({ limit: 1, ...range }, operation))).meta;
      const day = { startAt, endAt: instantAfter(startAt, 1000) };
      for (const operation of operations) {
        demandEqual(
          await metaOf({}, operation),
          { clamped: false, effectiveRange: { startAt, endAt } },
          "the contract",
        );
        demandEqual(
          await metaOf(day, operation),
          { clamped: false, effectiveRange: day },
          "a range inside",
        );
        for (const range of [
          { startAt: instantAfter(startAt, -1) },
          { endAt: instantAfter(endAt, 1) },
          { startAt: "0001-01-01", endAt: "9999-12-31" },
        ]) {
          demandEqual(
            await metaOf(range, operation),
            { clamped: true, effectiveRange: { startAt, endAt } },
            "a wider range",
          );
        }
        const before = { startAt: "0001-01-01", endAt: instantAfter(startAt, -1) };
        for (const cursor of [{}, { cursor: 5 }]) {
          const outside = await read(target, target.page({ ...before, ...cursor }, operation));
          demandEqual(
            outside,
            { data: [], cursor: null, meta: { clamped: true, effectiveRange: null } },
            "outside",
          );
        }
      }
    },
  },
  {
    rule: "S 4.5.5, C 2.4",
    name: "a cursor outside of the effective range is 400, and one on its edge is not",
    async run(target) {
      const { startAt, endAt } = target.contract;
      const [first, last] = [
        Math.ceil(Date.parse(startAt) / 1000),
        Math.floor(Date.parse(endAt) / 1000),
      ];
      for (const operation of operations) {
        for (const cursor of [first - 1, last + 1, "9".repeat(30)]) {
          const answer = await target.client.ask(target.page({ cursor }, operation));
          if (answer.status !== 403) demandProblem(answer, 400, "cursor_out_of_range");
        }
        for (const cursor of [first, last]) await read(target, target.page({ cursor }, operation));
        const [start, zero] = [
          await dataOf(target, { limit: 5 }, operation),
          await dataOf(target, { limit: 5, cursor: 0 }, operation),
        ];
        demandEqual(zero, start, "cursor=0");
      }
    },
  },
];

function demandRecord(record: Json, members: string, sensor: string): void {
  demandEqual(Object.keys(record).join(" "), members, "members of a record");
  demandEqual(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/.test(record.datetime), true, "datetime");
  demandEqual(record.id, [sensor, secondOf(record)].join("."), "id");
  if ("sensorId" in record) demandEqual(record.sensorId, sensor, "sensorId");
  for (const [name, value] of Object.entries(record)) {
    if (!/^(?:L|limit$|over$)/.test(name) || value === null) continue;
    demandEqual(value, Math.round(Number(value) * 100) / 100, `${name} with at most two decimals`);
  }
  demandEqual(record.limit === null, record.limitSource === "none", "limit and limitSource");
}

async function dataOf(
  target: Target,
  parameters: Parameters,
  operation: Operation = "measurements",
): Promise<Json[]> {
  return withoutInstant((await read(target, target.page(parameters, operation))).data);
}

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

/** Two requests have two instants of recalculation. */
function withoutInstant(records: readonly Json[]): Json[] {
  return records.map((record) => {
    const { limitRecalculatedAt: _, ...rest } = record;
    return rest;
  });
}

function secondOf({ datetime }: Json): number {
  return Date.parse(datetime) / 1000;
}

function instantAfter(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString();
}
