import { levelsFrom } from "../support/series.ts";
import { expect, test } from "../support/test.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";

const at = (text: string) => Date.parse(text) / 1000;

const site = {
  timezone: "Europe/Dublin",
  contract: { startAt: "2019-03-01", endAt: "2019-03-31" },
  limits: {
    default: { A: 60, C: 80.55 },
    schedule: [{ days: ["sun"], from: "00:00", to: "24:00", limit: { A: 50.01 } }],
  },
};

const sound = { LAeq: 50.01, LCeq: 61.1, LZeq: -3.07, LAFmax: 70.25, LAFmin: 40, LCpeak: 99.99 };
/** Every level that a sample may have. */
const levels = { ...sound, LA10: 52.5, LA50: 48.33, LA90: 41.02 };

test("a sample shows what was measured and the limit that holds, and nothing more", async ({
  tenantOf,
  get,
  gateway,
}) => {
  const tenant = await tenantOf({ site });
  await tenant.addSamples([
    { second: at("2019-03-09T23:55:00Z"), ...levels },
    { second: at("2019-03-10T00:00:00Z"), LCeq: 61.12 },
  ]);
  gateway.clock.now = Date.parse("2026-01-02T03:04:05.678Z") as Instant;
  const response = await get(tenant.measurementsPath(), {
    key: tenant.key,
    query: { startAt: "2019-03-09", endAt: "2019-03-11" },
  });
  gateway.clock.now = null;

  expect(response.headers()["content-type"]).toBe("application/json; charset=utf-8");
  expect(await response.json()).toEqual({
    data: [
      {
        id: `${tenant.sensorIds[0]}.${at("2019-03-09T23:55:00Z")}`,
        datetime: "2019-03-09T23:55:00.000Z",
        fweighting: "A",
        Leq: 50.01,
        ...levels,
        classification: null,
        limit: 60,
        limitSource: "project_default",
        limitRecalculatedAt: "2026-01-02T03:04:05.678Z",
      },
      {
        id: `${tenant.sensorIds[0]}.${at("2019-03-10T00:00:00Z")}`,
        datetime: "2019-03-10T00:00:00.000Z",
        fweighting: "A",
        Leq: null,
        ...Object.fromEntries(Object.keys(levels).map((name) => [name, null])),
        LCeq: 61.12,
        classification: null,
        limit: 50.01,
        limitSource: "project_schedule",
        limitRecalculatedAt: "2026-01-02T03:04:05.678Z",
      },
    ],
    cursor: null,
    meta: {
      clamped: false,
      effectiveRange: { startAt: "2019-03-09T00:00:00.000Z", endAt: "2019-03-11T00:00:00.000Z" },
    },
  });
});

const weighted = {
  A: { Leq: 55.5, limit: 50.01, limitSource: "project_schedule" },
  // The Sunday window says nothing of C: the default holds.
  C: { Leq: 66.6, limit: 80.55, limitSource: "project_default" },
  Z: { Leq: 77.7, limit: null, limitSource: "none" },
};
test("Leq and the limit follow the weighting", async ({ tenantOf, get }) => {
  const tenant = await tenantOf({ site });
  await tenant.addSamples([
    { second: at("2019-03-10T12:00:00Z"), LAeq: 55.5, LCeq: 66.6, LZeq: 77.7 },
  ]);
  for (const [fweighting, expected] of Object.entries(weighted)) {
    const response = await get(tenant.measurementsPath(), {
      key: tenant.key,
      query: { startAt: "2019-03-10", endAt: "2019-03-11", fweighting },
    });
    expect(await response.json()).toMatchObject({
      data: [{ fweighting, LAeq: 55.5, LCeq: 66.6, LZeq: 77.7, ...expected }],
    });
  }
});

test("a changed schedule shows on the very next request", async ({ tenantOf, get }) => {
  const tenant = await tenantOf({ site });
  await tenant.addSamples([{ second: at("2019-03-10T12:00:00Z"), LAeq: 55.5 }]);
  const limitNow = async () => {
    const response = await get(tenant.measurementsPath(), {
      key: tenant.key,
      query: { startAt: "2019-03-10", endAt: "2019-03-11" },
    });
    const { data } = (await response.json()) as { data: { limit: number; limitSource: string }[] };
    return { limit: data[0]?.limit, limitSource: data[0]?.limitSource };
  };
  expect(await limitNow()).toEqual({ limit: 50.01, limitSource: "project_schedule" });
  await tenant.apply({ limits: { default: { A: 61.5 } } });
  expect(await limitNow()).toEqual({ limit: 61.5, limitSource: "project_default" });
  await tenant.apply({ limits: {} });
  expect(await limitNow()).toEqual({ limit: null, limitSource: "none" });
});

test("a page without audio, in two months, sends as many statements for 500 records as for one, and at most three", async ({
  tenantOf,
  get,
  database,
}) => {
  const tenant = await tenantOf({ site });
  const first = at("2019-03-05T00:00:00Z");
  await tenant.addSamples(levelsFrom(first, 501, 300, 50));
  const statementsFor = (limit: number) =>
    database.statementsOf(async () => {
      const response = await get(tenant.measurementsPath(), {
        key: tenant.key,
        query: { startAt: "2019-03-05", endAt: "2019-03-08", limit },
      });
      const { data } = (await response.json()) as { data: unknown[] };
      expect(data.length).toBe(limit);
    });
  // The first page reads the rules of the site, which are kept.
  const [filling, one, many] = [
    await statementsFor(1),
    await statementsFor(1),
    await statementsFor(500),
  ];
  expect(filling.length).toBe(one.length + 1);
  expect(many).toEqual(one);
  expect(one.length).toBeGreaterThan(0);
  expect(one.length).toBeLessThanOrEqual(3);
});
