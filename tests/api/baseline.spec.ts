import assert from "node:assert/strict";
import { parseKeyId } from "../../src/auth/api-key.ts";
import { revokeKey } from "../../src/auth/issue-key.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test } from "./baseline.ts";

/** Every source of a limit, for each weighting another, through the night in which the clock goes forward. */
const site = {
  contract: { startAt: "2019-03-18", endAt: "2019-03-31" },
  holidays: [{ date: "2019-03-18" }, { date: "2019-03-29" }],
  limits: {
    default: { A: 60, C: 75 },
    schedule: [
      { days: ["mon", "tue", "wed", "thu", "fri"], from: "07:00", to: "19:00", limit: { A: 65 } },
      { days: ["sat"], from: "22:00", to: "07:30", limit: { A: 50, Z: 70.25 } },
      { days: ["sun", "holiday"], from: "09:00", to: "09:00", limit: { A: 55.5, C: 66 } },
    ],
    exceptions: [
      {
        name: "Night works",
        startAt: "2019-03-27T22:00:00Z",
        endAt: "2019-03-28T05:00:00Z",
        limit: { A: 75 },
      },
    ],
  },
  classification: { model: "heard", minConfidence: 0.5 },
};

const sensor = {
  limits: {
    default: { Z: 80 },
    schedule: [{ days: ["holiday", "tue"], from: "12:00", to: "24:00", limit: { A: 58 } }],
    exceptions: [
      {
        name: "Event",
        startAt: "2019-03-28T03:00:00Z",
        endAt: "2019-03-28T09:00:00Z",
        limit: { A: 77, Z: 81 },
      },
    ],
  },
};

const first = Date.parse("2019-03-24T00:00:00Z") / 1000;

async function createMeasuredTenant(
  tenantOf: (options: object) => Promise<Tenant>,
): Promise<Tenant> {
  const tenant = await tenantOf({ site, sensors: [sensor] });
  const samples = Array.from({ length: 2300 }, (_, index) => index)
    // A gap of a few hours, as when the power fails.
    .filter((index) => index < 500 || index > 550)
    .map((index) => ({
      second: first + index * 300,
      LAeq: (4500 + (index % 2500)) / 100,
      LAFmax: 70.5,
      LA90: -0.25,
      ...(index % 3 === 0 ? { LCeq: 60, LZeq: 100 / 4 } : {}),
    }));
  await tenant.addSamples(samples);
  await tenant.addClassifications(
    samples.flatMap(({ second }, index) =>
      index % 10 === 0
        ? ([
            ["heard", second, "siren", 0.4 + (index % 60) / 100],
            ["heard", second, "engine", 0.6],
            ["another", second, "voices", 1],
          ] as const)
        : [],
    ),
  );
  return tenant;
}

const now = /"limitRecalculatedAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g;

/** The only member with the time of each answer. */
function withoutNow(body: string): string {
  return body.replaceAll(now, `"limitRecalculatedAt":"now"`);
}

test("the baseline answers pages with the gateway's bytes", async ({
  tenantOf,
  get,
  getFromBaseline,
}) => {
  const tenant = await createMeasuredTenant(tenantOf);
  const path = tenant.measurementsPath();
  const comparePage = async (query: string) => {
    const expected = await (await get(path, { key: tenant.key, query })).text();
    const found = await getFromBaseline(`${path}?${query}`, tenant.key);
    // The comparison of the test runner is slow for texts of this length.
    if (withoutNow(found.body.toString()) !== withoutNow(expected)) {
      expect(withoutNow(found.body.toString()), query).toBe(withoutNow(expected));
    }
    return JSON.parse(expected) as { data: unknown[]; cursor: number | null };
  };
  for (const fweighting of ["A", "C", "Z"]) {
    for (const orderBy of ["asc", "desc"]) {
      const query = `startAt=2019-03-24T06:00:00&endAt=2019-04-05&orderBy=${orderBy}&fweighting=${fweighting}`;
      for (const limit of [288, 2000]) {
        let records = 0;
        for (let cursor: number | null = 0; cursor !== null;) {
          const page: Awaited<ReturnType<typeof comparePage>> = await comparePage(
            `${query}&limit=${limit}&cursor=${cursor}`,
          );
          records += page.data.length;
          cursor = page.cursor;
        }
        expect(records).toBe(2169);
      }
      expect(await comparePage(`${query}&limit=1&cursor=0`)).toHaveProperty("data.length", 1);
    }
  }
  // Ranges that are cut at both ends, outside the contract, and without samples.
  for (const query of [
    "startAt=2000-01-01&endAt=2100-01-01T00:00:00.5%2B01:00",
    "startAt=2020-01-01&endAt=2020-02-01",
    "startAt=2019-03-18T00:00Z&endAt=2019-03-18T00:00Z",
  ]) {
    await comparePage(query);
  }
});

test("the baseline refuses what the gateway refuses, with the same status", async ({
  tenantOf,
  database,
  get,
  getFromBaseline,
}) => {
  const [tenant, other] = [await tenantOf({ site }), await tenantOf({ site })];
  const path = tenant.measurementsPath();
  const range = "startAt=2019-03-24&endAt=2019-03-25";
  const revoked = await tenant.createKey();
  await revokeKey(database.db, parseKeyId(revoked.slice(5, 21)) ?? assert.fail(), new Date());
  const mistyped = tenant.key.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const cases: readonly (readonly [path: string, key: string | undefined, status: number])[] = [
    [`${path}?${range}`, tenant.key, 200],
    [`${path}?${range}`, undefined, 401],
    [`${path}?${range}`, mistyped, 401],
    [`${path}?${range}`, revoked, 401],
    [`${path}?${range}`, await tenant.createKey({ scopes: ["v0:projects:read"] }), 403],
    [`${path}?${range}`, other.key, 404],
    [path.replace(tenant.projectId, other.projectId) + `?${range}`, other.key, 404],
    [`${path}?${range}&limit=0`, tenant.key, 400],
    [`${path}?${range}&limit=2001`, tenant.key, 400],
    [`${path}?${range}&orderBy=up`, tenant.key, 400],
    [`${path}?${range}&cursor=1`, tenant.key, 400],
    [`${path}?startAt=2019-03-25`, tenant.key, 400],
  ];
  const statuses = [];
  for (const [target, key] of cases) {
    const [route = "", query = ""] = target.split("?");
    const response = await get(route, { key: key ?? null, query });
    statuses.push([response.status(), (await getFromBaseline(target, key)).status]);
  }
  expect(statuses).toEqual(cases.map(([, , status]) => [status, status]));
});
