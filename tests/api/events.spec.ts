import { levelsFrom } from "../support/series.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { fetchDocumented } from "../support/documented.ts";
import { oncePerWorker } from "../support/once.ts";
import { readAllPages } from "../support/pages.ts";
import type { Tenant, TestSample } from "../support/tenant.ts";
import { expect, test, type TenantOf } from "../support/test.ts";

const at = (text: string) => Date.parse(text) / 1000;
const eventsPath = (tenant: Tenant, sensor = 0) =>
  tenant.measurementsPath(sensor).replace("measurements", "events");

test("an event shows by how much its sample exceeds the limit, and nothing more", async ({
  tenantOf,
  get,
  gateway,
}) => {
  const tenant = await tenantOf({
    site: { limits: { default: { A: 65.05 } }, timezone: "Etc/UTC" },
  });
  const second = at("2019-03-10T12:00:00Z");
  await tenant.addSamples([{ second, LAeq: 65.15, LCeq: 80 }]);
  gateway.clock.now = Date.parse("2026-01-02T03:04:05.678Z") as Instant;
  const response = await get(eventsPath(tenant), {
    key: tenant.key,
    query: { startAt: "2019-03-10", endAt: "2019-03-11" },
  });
  gateway.clock.now = null;
  expect(await response.json()).toEqual({
    data: [
      {
        id: `${tenant.sensorIds[0]}.${second}`,
        sensorId: tenant.sensorIds[0],
        datetime: "2019-03-10T12:00:00.000Z",
        classification: null,
        Leq: 65.15,
        limit: 65.05,
        over: 0.1,
        limitSource: "project_default",
        limitRecalculatedAt: "2026-01-02T03:04:05.678Z",
        fweighting: "A",
      },
    ],
    cursor: null,
    meta: {
      clamped: false,
      effectiveRange: { startAt: "2019-03-10T00:00:00.000Z", endAt: "2019-03-11T00:00:00.000Z" },
    },
  });
});

/** Two weeks around a clock change, under every kind of rule. */
const site = {
  timezone: "Europe/Dublin",
  contract: { startAt: "2019-03-20", endAt: "2019-04-05" },
  holidays: [{ date: "2019-03-27" }],
  limits: {
    default: { A: 60, C: 70 },
    schedule: [
      { days: ["mon", "tue", "wed", "thu", "fri"], from: "07:00", to: "19:00", limit: { A: 65 } },
      { days: ["sat"], from: "22:00", to: "07:00", limit: { A: 45, C: 60 } },
      { days: ["sun", "holiday"], from: "00:00", to: "24:00", limit: { A: 52.5 } },
    ],
    exceptions: [
      { startAt: "2019-03-28T10:07:30Z", endAt: "2019-03-28T16:00:00Z", limit: { A: 80 } },
    ],
  },
};
const first = at("2019-03-18T00:00:00Z");
/** A level that wanders over all the limits above, every half hour for twenty days. */
const wandering: TestSample[] = Array.from({ length: 960 }, (_, index) => ({
  second: first + index * 1800,
  ...(index % 17 === 0 ? {} : { LAeq: (4000 + ((index * 7919) % 4500)) / 100 }),
  LCeq: (5000 + ((index * 104_729) % 3000)) / 100,
}));

const tenantOfWandering = oncePerWorker(async (tenantOf: TenantOf) => {
  const tenant = await tenantOf({ site });
  await tenant.addSamples(wandering);
  return tenant;
});

for (const fweighting of ["A", "C", "Z"]) {
  for (const order of ["asc", "desc"] as const) {
    // One by one is the same search for every weighting.
    for (const limit of fweighting === "A" ? [1, 7, 288, 2000] : [7, 288, 2000]) {
      test(`the events paged by ${limit} are the measurements above their limit, ${fweighting}, ${order}`, async ({
        tenantOf,
        gateway,
      }) => {
        const tenant = await tenantOfWandering(tenantOf);
        const base = `${gateway.publicUrl}${tenant.path(`/sensors/${tenant.sensorIds[0]}`)}`;
        const query = {
          // One by one, the days around the clock change are enough.
          ...(limit === 1
            ? { startAt: "2019-03-30", endAt: "2019-04-01" }
            : { startAt: "2019-03-01", endAt: "2019-05-01" }),
          fweighting,
          orderBy: order,
        };
        const source = (operation: string) => ({
          url: `${base}/${operation}`,
          key: tenant.key,
          query,
        });
        const measured = await readAllPages<Measured>(source("measurements"), 2000);
        const events = await readAllPages<Measured>(source("events"), limit);
        const expected = measured
          .flatMap((page) => page.data)
          .filter(({ Leq, limit: holds }) => Leq !== null && holds !== null && Leq > holds)
          .map(({ id, datetime, Leq, limit: holds, limitSource }) => ({
            id,
            datetime,
            Leq,
            limit: holds,
            limitSource,
            over: Number(((Leq ?? 0) - (holds ?? 0)).toFixed(2)),
          }));
        if (fweighting !== "Z") expect(expected.length).toBeGreaterThan(limit === 1 ? 20 : 100);
        expect(events.flatMap((page) => page.data).map(pick)).toEqual(expected);
        // Filled: only the last page is short.
        expect(events.slice(0, -1).every(({ data }) => data.length === limit)).toBe(true);
        expect(events.length).toBe(Math.max(1, Math.ceil(expected.length / limit)));
      });
    }
  }
}

test("a changed schedule shows in the events of the very next request", async ({
  tenantOf,
  get,
}) => {
  const tenant = await tenantOf({ site });
  const second = at("2019-03-21T12:00:00Z");
  await tenant.addSamples([{ second, LAeq: 66.6 }]);
  const overNow = async () => {
    const response = await get(eventsPath(tenant), {
      key: tenant.key,
      query: { startAt: "2019-03-21", endAt: "2019-03-22" },
    });
    const { data } = (await response.json()) as { data: { over: number }[] };
    return data.map(({ over }) => over);
  };
  expect(await overNow()).toEqual([1.6]);
  await tenant.apply({ limits: { default: { A: 66.59 } } });
  expect(await overNow()).toEqual([0.01]);
  await tenant.apply({ limits: { default: { A: 66.6 } } });
  expect(await overNow()).toEqual([]);
});

const year = {
  timezone: "Etc/UTC",
  contract: { startAt: "2019-01-01", endAt: "2019-12-31" },
  limits: { default: { A: 90, C: 90, Z: 90 } },
};
const yearQuery = { startAt: "2019-01-01", endAt: "2020-01-01" };

test.describe("of many samples", () => {
  // One worker stores them.
  test.describe.configure({ mode: "default" });

  const start = at("2019-01-01T00:00:00Z");
  // The bound is lower than that of the service, which unit/search-bound.spec.ts has.
  const searchBound = 3000;
  const total = 3200;
  const searched = 2900;
  const loud = new Set(Array.from({ length: 10 }, (_, index) => index * 290 + 17));
  const allLoud = 2900;
  /**
   * The first sensor's last sample is loud by A, its first by C, and ten of `searched` by Z. Of the second
   * sensor, all samples are.
   */
  const tenantOfMany = oncePerWorker(async (tenantOf: TenantOf) => {
    const tenant = await tenantOf({ site: year, sensors: 2 });
    await tenant.addSamples(levelsFrom(start, allLoud, 60, 95), 1);
    await tenant.addSamples(
      Array.from({ length: total }, (_, index) => ({
        second: start + index * 60,
        LAeq: index === total - 1 ? 95 : 60,
        LCeq: index === 0 ? 95 : 60,
        LZeq: loud.has(index) ? 95 : 60,
      })),
    );
    return tenant;
  });
  const idOf = (tenant: Tenant, index: number) => `${tenant.sensorIds[0]}.${start + index * 60}`;

  test("the samples within the work bound are searched in one request: none, ten and all of them are found", async ({
    tenantOf,
    serve,
    database,
  }) => {
    const tenant = await tenantOfMany(tenantOf);
    const { publicUrl } = await serve({ searchBound });
    const endAt = new Date((start + (searched - 1) * 60) * 1000).toISOString();
    const page = async (fweighting: string, orderBy = "asc") => {
      const query = `startAt=2019-01-01&endAt=${endAt}&fweighting=${fweighting}&orderBy=${orderBy}`;
      const { body } = await fetchDocumented(
        `${publicUrl}${eventsPath(tenant)}?${query}`,
        tenant.key,
      );
      return JSON.parse(body) as { data: { id: string }[]; cursor: number | null };
    };
    const statements = await database.statementsOf(async () => {
      expect(await page("A")).toMatchObject({ data: [], cursor: null });
    });
    expect(statements.length).toBeLessThanOrEqual(5);
    const ten = [...loud].map((index) => idOf(tenant, index));
    for (const [order, ids] of [
      ["asc", ten],
      ["desc", ten.toReversed()],
    ] as const) {
      const { data, cursor } = await page("Z", order);
      expect({ ids: data.map(({ id }) => id), cursor }).toEqual({ ids, cursor: null });
    }
    const all = await readAllPages<{ id: string }>(
      { url: `${publicUrl}${eventsPath(tenant, 1)}`, key: tenant.key, query: yearQuery },
      500,
    );
    expect(all.length).toBe(Math.ceil(allLoud / 500));
    expect(new Set(all.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(allLoud);
  });

  for (const [order, fweighting, found, lastSearched] of [
    ["asc", "A", total - 1, searchBound - 1],
    ["desc", "C", 0, total - searchBound],
  ] as const) {
    test(`a search that its work bound cuts goes on from the last sample searched, ${order}`, async ({
      tenantOf,
      serve,
    }) => {
      const tenant = await tenantOfMany(tenantOf);
      const { publicUrl } = await serve({ searchBound });
      const pages = await readAllPages<{ id: string }>(
        {
          url: `${publicUrl}${eventsPath(tenant)}`,
          key: tenant.key,
          query: { ...yearQuery, orderBy: order, fweighting },
        },
        288,
      );
      expect(pages.map(({ data, cursor }) => ({ ids: data.map(({ id }) => id), cursor }))).toEqual([
        { ids: [], cursor: start + lastSearched * 60 },
        { ids: [idOf(tenant, found)], cursor: null },
      ]);
    });
  }
});

for (const order of ["asc", "desc"] as const) {
  test(`an endless contract is searched where there are samples, and nowhere else, ${order}`, async ({
    tenantOf,
    get,
    database,
  }) => {
    const tenant = await tenantOf({
      site: {
        timezone: "Europe/Dublin",
        contract: { startAt: "2019-01-01", endAt: "9999-12-31" },
        limits: {
          default: { A: 60 },
          schedule: [
            { days: ["sat", "sun"], from: "00:00", to: "24:00", limit: { A: 55 } },
            { days: ["mon", "tue"], from: "22:00", to: "07:00", limit: { A: 50 } },
          ],
        },
      },
    });
    const loud = ["2019-03-10T12:00:00Z", "2019-03-11T12:00:00Z", "7019-03-10T12:00:00Z"].map(at);
    const quiet = ["2020-06-01T12:00:00Z", "5000-01-01T12:00:00Z", "9999-12-31T12:00:00Z"].map(at);
    await tenant.addSamples([
      ...loud.map((second) => ({ second, LAeq: 61 })),
      ...quiet.map((second) => ({ second, LAeq: 30 })),
    ]);
    const ask = () =>
      get(eventsPath(tenant), {
        key: tenant.key,
        query: { startAt: "2000-01-01", endAt: "9999-12-31T23:59:59Z", orderBy: order },
      });
    // The rules of the site are kept.
    await ask();
    const statements = await database.statementsOf(async () => {
      const response = await ask();
      const { data, cursor } = (await response.json()) as {
        data: { id: string }[];
        cursor: number | null;
      };
      const found = data.map(({ id }) => Number(id.split(".").at(-1)));
      expect(found).toEqual(order === "asc" ? loud : loud.toReversed());
      expect(cursor).toBeNull();
    });
    // The key, the configuration and one search, however long the contract is.
    expect(statements).toHaveLength(3);
  });
}

test("a page of events sends as many statements for 500 events as for one", async ({
  tenantOf,
  get,
  database,
}) => {
  const tenant = await tenantOf({ site: year });
  const start = at("2019-03-05T00:00:00Z");
  await tenant.addSamples(levelsFrom(start, 501, 300, 95));
  const statementsFor = (limit: number) =>
    database.statementsOf(async () => {
      const response = await get(eventsPath(tenant), {
        key: tenant.key,
        query: { ...yearQuery, limit, withAudio: true },
      });
      const { data } = (await response.json()) as { data: unknown[] };
      expect(data.length).toBe(limit);
    });
  // The rules of the site are kept.
  await statementsFor(1);
  const [one, many] = [await statementsFor(1), await statementsFor(500)];
  expect(many).toEqual(one);
  expect(one.length).toBeLessThanOrEqual(4);
});

interface Measured {
  readonly id: string;
  readonly datetime: string;
  readonly Leq: number | null;
  readonly limit: number | null;
  readonly limitSource: string;
  readonly over?: number;
}

function pick({ id, datetime, Leq, limit, limitSource, over }: Measured): Measured {
  return { id, datetime, Leq, limit, limitSource, ...(over === undefined ? {} : { over }) };
}
