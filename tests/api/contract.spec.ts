import { eq, sql } from "drizzle-orm";
import { contracts } from "#database/tables/contracts.ts";
import { projects } from "#database/tables/projects.ts";
import { routes } from "#rest/routes/index.ts";
import { problemOf } from "../support/problem.ts";
import { requestOf } from "../support/route-requests.ts";
import { expect, test } from "../support/test.ts";

/** The contract of these tests: 2019-03-04T00:00:00Z to 2019-03-24T23:59:59Z, in UTC. */
const site = {
  timezone: "Etc/UTC",
  contract: { startAt: "2019-03-04", endAt: "2019-03-24" },
};
const first = "2019-03-04T00:00:00.000Z";
const last = "2019-03-24T23:59:59.000Z";

interface RangeCase {
  readonly startAt: string;
  readonly endAt: string;
  readonly clamped: boolean;
  readonly effectiveRange: { startAt: string; endAt: string } | null;
}

const ranges: Record<string, RangeCase> = {
  "inside the contract": {
    startAt: "2019-03-10T00:00:00.000Z",
    endAt: "2019-03-11T00:00:00.000Z",
    clamped: false,
    effectiveRange: { startAt: "2019-03-10T00:00:00.000Z", endAt: "2019-03-11T00:00:00.000Z" },
  },
  "equal to the contract": {
    startAt: first,
    endAt: last,
    clamped: false,
    effectiveRange: { startAt: first, endAt: last },
  },
  "touching its first instant": {
    startAt: "2019-03-01T00:00:00.000Z",
    endAt: first,
    clamped: true,
    effectiveRange: { startAt: first, endAt: first },
  },
  "touching its last instant": {
    startAt: last,
    endAt: "2019-03-30T00:00:00.000Z",
    clamped: true,
    effectiveRange: { startAt: last, endAt: last },
  },
  "one second wider at the start": {
    startAt: "2019-03-03T23:59:59.000Z",
    endAt: "2019-03-11T00:00:00.000Z",
    clamped: true,
    effectiveRange: { startAt: first, endAt: "2019-03-11T00:00:00.000Z" },
  },
  "one second wider at the end": {
    startAt: "2019-03-11T00:00:00.000Z",
    endAt: "2019-03-25T00:00:00.000Z",
    clamped: true,
    effectiveRange: { startAt: "2019-03-11T00:00:00.000Z", endAt: last },
  },
  "one millisecond wider at the end": {
    startAt: "2019-03-11T00:00:00.000Z",
    endAt: "2019-03-24T23:59:59.001Z",
    clamped: true,
    effectiveRange: { startAt: "2019-03-11T00:00:00.000Z", endAt: last },
  },
  "straddling its start": {
    startAt: "2019-02-01T00:00:00.000Z",
    endAt: "2019-03-05T12:00:00.000Z",
    clamped: true,
    effectiveRange: { startAt: first, endAt: "2019-03-05T12:00:00.000Z" },
  },
  "straddling its end": {
    startAt: "2019-03-24T12:00:00.000Z",
    endAt: "2019-05-01T00:00:00.000Z",
    clamped: true,
    effectiveRange: { startAt: "2019-03-24T12:00:00.000Z", endAt: last },
  },
  "enclosing it": {
    startAt: "0001-01-01T00:00:00.000Z",
    endAt: "9999-12-31T23:59:59.999Z",
    clamped: true,
    effectiveRange: { startAt: first, endAt: last },
  },
  "before it, ending one millisecond early": {
    startAt: "2019-03-01T00:00:00.000Z",
    endAt: "2019-03-03T23:59:59.999Z",
    clamped: true,
    effectiveRange: null,
  },
  "after it, starting one millisecond late": {
    startAt: "2019-03-24T23:59:59.001Z",
    endAt: "2019-03-30T00:00:00.000Z",
    clamped: true,
    effectiveRange: null,
  },
  "inside it, holding no whole second": {
    startAt: "2019-03-10T00:00:00.100Z",
    endAt: "2019-03-10T00:00:00.900Z",
    clamped: false,
    effectiveRange: { startAt: "2019-03-10T00:00:00.100Z", endAt: "2019-03-10T00:00:00.900Z" },
  },
};

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

const paged = routes.filter((route) => "startAt" in route.parameters.shape);

for (const route of paged) {
  for (const order of ["asc", "desc"] as const) {
    for (const [what, range] of Object.entries(ranges)) {
      test(`${route.name} reads a range ${what}, ${order}`, async ({ tenantOf, get, database }) => {
        const tenant = await tenantOf({ site });
        await tenant.addSamples(seconds.map((second) => ({ second, LAeq: 65 })));
        const { startAt, endAt, clamped, effectiveRange } = range;
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
          meta: { clamped, effectiveRange },
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

  for (const cursor of ["1", "1552176000", "9".repeat(400)]) {
    test(`${route.name} answers a range outside the contract with an empty page whatever the cursor ${cursor.slice(0, 12)}`, async ({
      tenantOf,
      get,
    }) => {
      const tenant = await tenantOf({ site });
      const response = await get(requestOf(route, tenant).path, {
        key: tenant.key,
        query: { startAt: "2018-01-01", endAt: "2018-02-01", cursor },
      });
      expect(response.status()).toBe(200);
      expect(await response.json()).toEqual({
        data: [],
        cursor: null,
        meta: { clamped: true, effectiveRange: null },
      });
    });
  }

  const outside: [string, string][] = [
    ["one second before the effective range", String(Date.parse(first) / 1000 - 1)],
    ["one second after the effective range", String(Date.parse("2019-03-11") / 1000 + 1)],
    ["at the end of time", "9".repeat(400)],
  ];
  for (const [what, cursor] of outside) {
    test(`${route.name} refuses a cursor ${what}`, async ({ tenantOf, get }) => {
      const tenant = await tenantOf({ site });
      const response = await get(requestOf(route, tenant).path, {
        key: tenant.key,
        query: { startAt: "2019-03-01", endAt: "2019-03-11", cursor },
      });
      expect(response.status()).toBe(400);
      expect(await problemOf(response)).toMatchObject({ code: "cursor_out_of_range" });
    });
  }

  const accepted: [string, string][] = [
    ["on the first instant", String(Date.parse(first) / 1000)],
    ["on the last instant", String(Date.parse("2019-03-11") / 1000)],
  ];
  for (const [what, cursor] of accepted) {
    test(`${route.name} accepts a cursor ${what} of the effective range`, async ({
      tenantOf,
      get,
    }) => {
      const tenant = await tenantOf({ site });
      const response = await get(requestOf(route, tenant).path, {
        key: tenant.key,
        query: { startAt: "2019-03-01", endAt: "2019-03-11", cursor },
      });
      expect(response.status()).toBe(200);
    });
  }
}

/** Ways in which a contract configuration can be invalid, as statements against the tables. */
const invalid: Record<string, { contract?: object; zone?: string; remove?: true }> = {
  "is missing": { remove: true },
  "has no start": { contract: { startAt: null } },
  "has no end": { contract: { endAt: null } },
  "is reversed": { contract: { startAt: new Date("2019-04-01"), endAt: new Date("2019-03-01") } },
  "ends at infinity": { contract: { endAt: sql`'infinity'` } },
  "is in an unknown time zone": { zone: "Mars/Olympus" },
};

for (const [what, change] of Object.entries(invalid)) {
  test.describe(`where the contract ${what}`, () => {
    for (const route of routes) {
      const readsTelemetry = paged.includes(route);
      test(`${route.name} ${readsTelemetry ? "answers 503" : "shows it as null"}`, async ({
        tenantOf,
        get,
        database,
      }) => {
        const tenant = await tenantOf({ site });
        const [project] = await database.db
          .select({ projectNo: projects.projectNo })
          .from(projects)
          .where(eq(projects.id, tenant.projectId));
        const ofProject = eq(contracts.projectNo, project?.projectNo ?? 0);
        if (change.remove) await database.db.delete(contracts).where(ofProject);
        if (change.contract)
          await database.db.update(contracts).set(change.contract).where(ofProject);
        if (change.zone !== undefined) {
          await database.db
            .update(projects)
            .set({ timezone: change.zone })
            .where(eq(projects.id, tenant.projectId));
        }
        const { path, query, status } = requestOf(route, tenant);
        const response = await get(path, { key: tenant.key, query });
        if (readsTelemetry) {
          expect(response.status()).toBe(503);
          expect(response.headers()["retry-after"]).toMatch(/^[1-9][0-9]*$/);
          expect(await problemOf(response)).toEqual({
            type: "urn:acoustic-monitoring:problem:contract_unavailable",
            title: "Service unavailable",
            status: 503,
            detail: "The contract configuration of this project is invalid or unavailable.",
            code: "contract_unavailable",
          });
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
