import { type SQL, sql } from "drizzle-orm";
import { routes } from "../../src/rest/routes/index.ts";
import { checks, findTarget } from "../../src/verify/verify-server.ts";
import { oncePerWorker } from "../support/once.ts";
import { addRecording } from "../support/recordings.ts";
import { problemOf, problemWith } from "../support/problem.ts";
import { requestOf } from "../support/route-requests.ts";
import { expect, test, type TenantOf } from "../support/test.ts";

/** The contract of these tests: 2019-03-04T00:00:00Z to 2019-03-24T23:59:59Z, in UTC. */
const site = { timezone: "Etc/UTC", contract: { startAt: "2019-03-04", endAt: "2019-03-24" } };
const first = "2019-03-04T00:00:00.000Z";
const last = "2019-03-24T23:59:59.000Z";

/** A requested range → what of it is effective: `whole`, another range, or nothing. */
const ranges: Record<string, readonly [start: string, end: string, effective: Effective]> = {
  "touching its first instant": ["2019-03-01", first, [first, first]],
  "touching its last instant": [last, "2019-03-30", [last, last]],
  "one millisecond wider at the end": [
    "2019-03-11",
    "2019-03-24T23:59:59.001Z",
    ["2019-03-11", last],
  ],
  "straddling its start": ["2019-02-01", "2019-03-05T12:00Z", [first, "2019-03-05T12:00Z"]],
  "straddling its end": ["2019-03-24T12:00Z", "2019-05-01", ["2019-03-24T12:00Z", last]],
  "after it, starting one millisecond late": ["2019-03-24T23:59:59.001Z", "2019-03-30", null],
  "inside it, holding no whole second": [
    "2019-03-10T00:00:00.100Z",
    "2019-03-10T00:00:00.900Z",
    "whole",
  ],
};

type Effective = "whole" | readonly [start: string, end: string] | null;

/** Samples around and on every edge of the ranges above; all of them exceed the limit of 60. */
const seconds = [
  "2019-03-03T23:59:59Z",
  "2019-03-04T00:00:00Z",
  "2019-03-04T00:00:01Z",
  "2019-03-05T12:00:00Z",
  "2019-03-10T00:00:00Z",
  "2019-03-10T00:00:01Z",
  "2019-03-11T00:00:00Z",
  "2019-03-24T12:00:00Z",
  "2019-03-24T23:59:58Z",
  "2019-03-24T23:59:59Z",
  "2019-03-25T00:00:00Z",
].map((text) => Date.parse(text) / 1000);

const measuredTenant = oncePerWorker(async (tenantOf: TenantOf) => {
  const tenant = await tenantOf({ site });
  await tenant.addSamples(seconds.map((second) => ({ second, LAeq: 65 })));
  return tenant;
});

const paged = routes.filter((route) => "startAt" in route.parameters.shape);

for (const route of paged) {
  for (const order of ["asc", "desc"] as const) {
    for (const [what, [startAt, endAt, effective]] of Object.entries(ranges)) {
      test(`${route.name} reads a range ${what}, ${order}`, async ({ tenantOf, get, database }) => {
        const tenant = await measuredTenant(tenantOf);
        const [start, end] = (effective === "whole" ? [startAt, endAt] : (effective ?? [])).map(
          (text) => new Date(text),
        );
        const effectiveRange =
          start === undefined || end === undefined
            ? null
            : { startAt: start.toISOString(), endAt: end.toISOString() };
        let body: unknown;
        const statements = await database.statementsOf(async () => {
          const response = await get(requestOf(route, tenant).path, {
            key: tenant.key,
            query: { startAt, endAt, orderBy: order },
          });
          expect(response.status()).toBe(200);
          body = await response.json();
        });
        const inside = seconds.filter(
          (second) =>
            effectiveRange !== null &&
            second * 1000 >= Date.parse(effectiveRange.startAt) &&
            second * 1000 <= Date.parse(effectiveRange.endAt),
        );
        if (order === "desc") inside.reverse();
        expect(body).toEqual({
          data: inside.map(
            (second) =>
              expect.objectContaining({ id: `${tenant.sensorIds[0]}.${second}` }) as unknown,
          ),
          cursor: null,
          meta: { clamped: effective !== "whole", effectiveRange },
        });
        const telemetry = statements.filter((text) =>
          /samples|recordings|classifications\b/.test(text),
        );
        expect(telemetry.length > 0, telemetry.join("\n")).toBe(
          effectiveRange !== null && !what.includes("no whole second"),
        );
      });
    }
  }
}

/** Two of the ways in which a contract can be invalid; `graphql/contract-unavailable.spec.ts` has all of them. */
const invalid: Readonly<Record<string, (projectId: string) => SQL>> = {
  "is missing": (id) =>
    sql`update projects set contract_start_at = null, contract_end_at = null where id = ${id}`,
  "is in an unknown time zone": (id) =>
    sql`update projects set timezone = 'Mars/Olympus' where id = ${id}`,
};

for (const [what, spoil] of Object.entries(invalid)) {
  test.describe(`where the contract ${what}`, () => {
    for (const route of routes) {
      const readsTelemetry = paged.includes(route);
      test(`${route.name} ${readsTelemetry ? "answers 503" : "shows it as null"}`, async ({
        tenantOf,
        get,
        database,
      }) => {
        const tenant = await tenantOf({ site });
        await database.db.execute(spoil(tenant.projectId));
        const { path, query, status } = requestOf(route, tenant);
        const response = await get(path, { key: tenant.key, query });
        if (readsTelemetry) {
          expect(response.status()).toBe(503);
          expect(response.headers()["retry-after"]).toMatch(/^[1-9][0-9]*$/);
          expect(await problemOf(response)).toEqual(problemWith("contract_unavailable"));
          // The contract comes before the cursor.
          const cursor = await get(path, { key: tenant.key, query: { ...query, cursor: "1" } });
          expect(await problemOf(cursor)).toMatchObject({ code: "contract_unavailable" });
        } else {
          expect(response.status(), await response.text()).toBe(status);
          expect(JSON.stringify(await response.json())).not.toMatch(/"startAt"/);
        }
      });
    }
  });
}

/**
 * A sensor with samples below and above the limit, with gaps and levels that were not reported, and two recordings.
 * The key reads a project without a contract as well.
 */
const verifiedTenant = oncePerWorker(async (tenantOf: TenantOf) => {
  const tenant = await tenantOf({ site });
  const start = Date.parse(first) / 1000;
  const samples = Array.from({ length: 400 }, (_, index) => ({
    second: start + 86_400 + 300 * (index + Math.floor(index / 50)),
    LAeq: 50 + ((index * 37) % 200) / 10,
    ...(index % 7 > 0 && { LCeq: 61.25, LZeq: 63.5, LAFmax: 80, LA90: 40.01 }),
  }));
  await tenant.addSamples(samples);
  const other = await tenantOf({ site: { contract: undefined } });
  const key = await tenant.createKey({ projects: [tenant.projectId, other.projectId] });
  return { tenant, key, recorded: samples.slice(-2).map(({ second }) => second) };
});

for (const check of checks) {
  test(`acoustic verify: ${check.rule}, ${check.name}`, async ({
    tenantOf,
    gateway,
    database,
    audioStore,
  }) => {
    const { tenant, key, recorded } = await verifiedTenant(tenantOf);
    const [sensor = ""] = tenant.sensorIds;
    for (const second of recorded) {
      await addRecording({ db: database.db, store: audioStore }, sensor, second);
    }
    const { projectId: project } = tenant;
    const baseUrl = `${gateway.publicUrl}/api/v0`;
    const target = await findTarget({ baseUrl, key, project, sensor });
    // Also the rule about every answer has answers to look at.
    await target.client.send("/projects", { key: null });
    await check.run(target);
  });
}
