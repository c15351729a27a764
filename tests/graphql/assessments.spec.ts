import type { Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

interface Body {
  readonly data?: { readonly sensor: { readonly assessments: Record<string, unknown> | null } };
  readonly errors?: readonly { readonly extensions: Record<string, unknown> }[];
}

const test = base.extend<{
  ask: (tenant: Tenant, args: string, fields?: string, sensor?: number) => Promise<Body>;
}>({
  ask: async ({ askSensor }, use) => {
    await use(async (tenant, args, fields = "data { criterionId date }", sensor = 0) => {
      const answer = await askSensor(tenant, `assessments(${args}) { ${fields} }`, sensor);
      return (await answer.json()) as Body;
    });
  },
});

const day = { id: "day", name: "Day", level: "LAeq", from: "07:00", to: "19:00", over: "window" };
const criteria = [
  { ...day, limit: 60, adjustments: [{ name: "Evening", from: "18:00", to: "19:00", add: 5 }] },
  { ...day, id: "night", from: "22:00", to: "07:00", over: { block: "PT15M" }, limit: 50 },
];
const tenth = `startAt: "2019-03-10", endAt: "2019-03-10T23:59:59Z"`;
const start = Date.parse("2019-03-10T00:00:00Z") / 1000;

function parametersOf({ errors }: Body): unknown {
  const named = errors?.map(({ extensions }) => extensions["errors"]) as { parameter: string }[][];
  return named.flat().map(({ parameter }) => parameter);
}

test("a window has its verdict with its reasons, however few of its fields are selected", async ({
  tenantOf,
  ask,
}) => {
  const tenant = await tenantOf({ site: { criteria, intervalSeconds: 3600 } });
  // Eleven hours of 59 dB and the last one of 62 dB, with its adjustment 67 dB.
  await tenant.addSamples(
    Array.from({ length: 12 }, (_, hour) => ({
      second: start + (7 + hour) * 3600,
      LAeq: hour === 11 ? 62 : 59,
    })),
  );
  const time = "{ startAt endAt level over coverage verdict }";
  const { data, errors } = await ask(
    tenant,
    `startAt: "2019-03-10T12:34:00Z", endAt: "2019-03-10T12:34:00Z", criteria: ["day"]`,
    `meta { clamped effectiveRange { startAt endAt } } interval { seconds source } data {
      criterionId date startAt endAt localStartAt seconds samples coveredSeconds excludedSeconds coverage verdict reason
      level limit over referenceTimes exceeded undecided worst ${time} exceedances ${time} budgetUsed
      remaining { seconds level } adjustments { name add seconds } }`,
  );
  expect(errors).toBeUndefined();
  const energy = 11 * 10 ** 5.9 + 10 ** 6.7;
  const level = Math.round(1000 * Math.log10(energy / 12)) / 100;
  const reference = {
    startAt: "2019-03-10T07:00:00.000Z",
    endAt: "2019-03-10T19:00:00.000Z",
    level,
    over: Math.round((level - 60) * 100) / 100,
    coverage: 1,
    verdict: "exceeded",
  };
  const found = data?.sensor.assessments as { data: { budgetUsed: number }[] };
  expect(found.data[0]?.budgetUsed).toBeCloseTo(energy / (12 * 10 ** 6), 12);
  expect(data?.sensor.assessments).toEqual({
    meta: {
      clamped: false,
      effectiveRange: { startAt: "2019-03-10T12:34:00.000Z", endAt: "2019-03-10T12:34:00.000Z" },
    },
    interval: { seconds: 3600, source: "declared" },
    data: [
      {
        criterionId: "day",
        date: "2019-03-10",
        startAt: reference.startAt,
        endAt: reference.endAt,
        localStartAt: "2019-03-10T07:00:00+00:00",
        seconds: 43_200,
        samples: 12,
        coveredSeconds: 43_200,
        excludedSeconds: 0,
        coverage: 1,
        verdict: "exceeded",
        reason: null,
        level,
        limit: 60,
        over: reference.over,
        referenceTimes: 1,
        exceeded: 1,
        undecided: 0,
        worst: reference,
        exceedances: [reference],
        budgetUsed: found.data[0]?.budgetUsed,
        remaining: { seconds: 0, level: null },
        adjustments: [{ name: "Evening", add: 5, seconds: 3600 }],
      },
    ],
  });
});

test("windows come by date, then as the site file lists their criteria; the range cuts none", async ({
  tenantOf,
  ask,
}) => {
  const tenant = await tenantOf({ site: { criteria } });
  const { data } = await ask(tenant, tenth, "data { criterionId date startAt verdict reason }");
  const reason = { verdict: "undecided", reason: "no_samples" };
  // 300 s are assumed: a quarter of an hour can be assessed.
  expect(data?.sensor.assessments?.["data"]).toEqual([
    { criterionId: "night", date: "2019-03-09", startAt: "2019-03-09T22:00:00.000Z", ...reason },
    { criterionId: "day", date: "2019-03-10", startAt: "2019-03-10T07:00:00.000Z", ...reason },
    { criterionId: "night", date: "2019-03-10", startAt: "2019-03-10T22:00:00.000Z", ...reason },
  ]);
});

test("a budget is reported in dB; named criteria keep their order; samples outside the contract are none", async ({
  tenantOf,
  ask,
}) => {
  const contract = { startAt: "2019-03-10T10:00:00Z", endAt: "2019-03-10T22:59:59Z" };
  const tenant = await tenantOf({ site: { criteria, contract, intervalSeconds: 3600 } });
  const hours = [8, 10, 22, 23].map((hour) => ({ second: start + hour * 3600, LAeq: 50 }));
  await tenant.addSamples(hours);
  const fields = "data { criterionId date samples remaining { seconds level } }";
  const { data } = await ask(tenant, `${tenth}, criteria: ["night", "day", "night"]`, fields);
  // After one hour at 50 dB, the eight until the window ends may have 10 lg ((12 × 10⁶ - 10⁵) / 8).
  const level = Math.round(1000 * Math.log10((12 * 10 ** 6 - 10 ** 5) / 8)) / 100;
  expect(data?.sensor.assessments?.["data"]).toEqual([
    { criterionId: "day", date: "2019-03-10", samples: 1, remaining: { seconds: 28_800, level } },
    { criterionId: "night", date: "2019-03-10", samples: 1, remaining: null },
  ]);
});

test("a criterion that names sensors has no windows for others, and no criteria have none", async ({
  tenantOf,
  ask,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  await tenant.apply({ criteria: [{ ...criteria[0], sensors: [tenant.sensorIds[1]] }] });
  const none = { data: [] };
  expect((await ask(tenant, tenth)).data?.sensor.assessments).toEqual(none);
  expect((await ask(tenant, tenth, undefined, 1)).data?.sensor.assessments).toEqual({
    data: [{ criterionId: "day", date: "2019-03-10" }],
  });
  expect((await ask(tenant, `${tenth}, criteria: ["day"]`)).data?.sensor.assessments).toEqual(none);
  const named = await ask(tenant, `${tenth}, criteria: []`, undefined, 1);
  expect(named.data?.sensor.assessments).toEqual(none);
});

test("every bad argument of assessments is named, an unknown criterion among them", async ({
  tenantOf,
  ask,
}) => {
  const tenant = await tenantOf({ site: { criteria } });
  const reversed = `startAt: "2019-03-10", endAt: "2019-03-09"`;
  const both = await ask(tenant, `${reversed}, criteria: ["day", "other"]`);
  expect(parametersOf(both)).toEqual(["startAt", "criteria"]);
  expect(parametersOf(await ask(tenant, `${reversed}, criteria: ["day"]`))).toEqual(["startAt"]);
  expect(parametersOf(await ask(tenant, `${tenth}, criteria: ["a b"]`))).toEqual(["criteria"]);
});

test("a range outside of the contract has no windows and no episodes", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf({ site: { criteria } });
  const range = `startAt: "2018-03-10", endAt: "2018-03-11"`;
  const fields = "meta { clamped effectiveRange { startAt } } interval { seconds } data { date }";
  const of = `projectId: "${tenant.projectId}", id: "${tenant.sensorIds[0]}"`;
  const response = await graphql(
    `{ sensor(${of}) { assessments(${range}) { ${fields} } episodes(${range}) { ${fields.replace("date", "startAt")} } } }`,
    { key: tenant.key },
  );
  const empty = { meta: { clamped: true, effectiveRange: null }, interval: null, data: [] };
  expect(await response.json()).toEqual({
    data: { sensor: { assessments: empty, episodes: empty } },
  });
});

test("a sensor has at most 10,000 windows, and a range that could hold too many samples is refused", async ({
  tenantOf,
  ask,
}) => {
  const many = Array.from({ length: 28 }, (_, index) => ({ ...day, id: `c${index}`, limit: 60 }));
  const contract = { startAt: "2018-01-01", endAt: "2019-12-31" };
  const tenant = await tenantOf({ site: { criteria: many, contract, intervalSeconds: 3600 } });
  const days = (count: number) => {
    const end = new Date(Date.parse("2018-01-01T12:00:00Z") + (count - 1) * 86_400_000);
    return `startAt: "2018-01-01", endAt: "${end.toISOString()}"`;
  };
  const within = await ask(tenant, days(357), "data { date }");
  expect(within.data?.sensor.assessments?.["data"]).toHaveLength(28 * 357);
  expect(parametersOf(await ask(tenant, days(358)))).toEqual(["endAt"]);
  await tenant.apply({ criteria, contract, intervalSeconds: 1 });
  expect(parametersOf(await ask(tenant, days(30)))).toEqual(["endAt"]);
});
