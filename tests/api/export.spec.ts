import { criterionOf } from "../support/criterion.ts";
import { sql } from "drizzle-orm";
import type { APIResponse } from "playwright/test";
import type { KeyId } from "../../src/acoustics/ids.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { parseApiKey } from "../../src/auth/api-key.ts";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { revokeApiKey } from "../../src/database/queries/keys/api-keys.ts";
import { exportParts } from "../../src/tables/run-export.ts";
import { removeData } from "../../src/operator/remove-data.ts";
import { type Scope, scopes } from "../../src/auth/scopes.ts";
import { clockChangeRange, tenantOfClockChange } from "../support/clock-change.ts";
import {
  asOnStandby,
  failingDatabase,
  holdDatabase,
  workBefore,
} from "../support/failing-database.ts";
import {
  expectCommonHeaders,
  notFoundProblem,
  problemOf,
  unauthorizedProblem,
} from "../support/problem.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

type Kind = "measurements" | "aggregates" | "indicators" | "assessments" | "episodes";
type Query = Readonly<Record<string, string | readonly string[]>>;

const test = base.extend<{
  /** Sends a GET for an export of a project to the internal listener. */
  exportOf: (
    tenant: Tenant,
    kind: string,
    query?: Query,
    key?: string | null,
  ) => Promise<APIResponse>;
}>({
  exportOf: async ({ gateway, http }, use) => {
    await use((tenant, kind, query = {}, key = tenant.key) =>
      http.get(addressOf(gateway.internalUrl, tenant, kind, query), {
        headers: key === null ? {} : { "svc-api-key": `Bearer ${key}` },
      }),
    );
  },
});

/** The address of an export of a project; `projectId` of the query comes before that of the tenant. */
function addressOf(url: string, { projectId }: Tenant, kind: string, query: Query): string {
  const pairs = Object.entries({ projectId, ...query }).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as [string, string]),
  );
  return `${url}/export/${kind}.csv?${new URLSearchParams(pairs).toString()}`;
}

const march = { startAt: "2019-03-10", endAt: "2019-03-10T23:59:59Z" };
/** The scopes and arguments of each kind. */
const kinds = [
  ["measurements", {}],
  ["aggregates", { bucket: "hour" }],
  ["indicators", {}],
  ["assessments", {}],
  ["episodes", { joinSeconds: "600" }],
] as const satisfies [Kind, Query][];

/** The scopes of each kind. */
const scopesOf = {
  measurements: ["v0:data:read"],
  aggregates: ["v0:data:read"],
  indicators: ["v0:data:read"],
  assessments: ["v0:projects:read", "v0:data:read"],
  episodes: ["v0:events:read"],
} as const satisfies Record<Kind, readonly Scope[]>;

/** The names of the parameters that a refusal names. */
async function refusedParameters(response: APIResponse): Promise<unknown> {
  const { code, errors } = (await response.json()) as {
    code: string;
    errors: { parameter: string }[];
  };
  expect([response.status(), code]).toEqual([400, "invalid_request"]);
  return errors.map(({ parameter }) => parameter);
}

for (const [kind, needed] of kinds) {
  test(`${kind} are those of the command, streamed as a file to save`, async ({
    tenantOf,
    exportOf,
    database,
  }) => {
    const tenant = await tenantOfClockChange(tenantOf);
    const { startAt, endAt } = clockChangeRange;
    const response = await exportOf(tenant, kind, { startAt, endAt, ...needed });
    expect(response.status()).toBe(200);
    const headers = response.headers();
    expectCommonHeaders(headers);
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": `attachment; filename="${tenant.projectId}_${kind}_20191025_20191029.csv"`,
    });
    expect(headers).not.toHaveProperty("content-length");
    const request = {
      kind,
      form: { format: "csv", delimiter: ",", decimal: ".", isLocal: false },
      projectId: tenant.projectId,
      sensorIds: [],
      range: { startAt: Date.parse(startAt) as Instant, endAt: Date.parse(endAt) as Instant },
      options: {
        weighting: "A",
        bucket: "hour",
        minCoverage: kind === "indicators" ? 0.75 : 0,
        criterionIds: [],
        asOf: null,
        joinSeconds: 600,
        minSeconds: 0,
      },
    } as const;
    let expected = "";
    for await (const text of exportParts(database, request, () => undefined)) expected += text;
    const text = await response.text();
    expect(text.split("\n").length).toBeGreaterThan(2 * 4);
    expect(text).toBe(expected);
  });
}

/** A kind, its query, the same of GraphQL, and the least number of its rows. */
const sameRows: readonly (readonly [kind: Kind, query: Query, field: string, least: number])[] = [
  [
    "aggregates",
    { bucket: "limit", fweighting: "C", minCoverage: "0.5" },
    `aggregates(RANGE, bucket: limit, fweighting: C, minCoverage: 0.5, maxBuckets: 100) { rows: buckets {
      startAt endAt localStartAt seconds partial samples expectedSamples coveredSeconds coverage Leq LeqMax LeqMin Leq10
      Leq50 Leq90 LAFmax LAFmin LCpeak limitedSeconds events overSeconds overFraction maxOver lowestLimit highestLimit } }`,
    8,
  ],
  [
    "indicators",
    { minCoverage: "0.5" },
    `indicators(RANGE, minCoverage: 0.5) { rows: days {
      date Lday Levening Lnight Lden day { coverage } evening { coverage } night { coverage } } }`,
    8,
  ],
  [
    "assessments",
    { criterionId: ["night", "night"] },
    `assessments(RANGE, criteria: ["night"]) { rows: data {
      criterionId date startAt endAt localStartAt seconds samples coveredSeconds excludedSeconds coverage level limit over
      verdict reason referenceTimes exceeded undecided worst { startAt } budgetUsed } }`,
    7,
  ],
  [
    "episodes",
    { joinSeconds: "60", minSeconds: "301" },
    `episodes(RANGE, fweighting: A, joinSeconds: 60, minSeconds: 301) { rows: data {
      startAt endAt seconds events eventSeconds Leq LAE maxOver maxOverAt LeqMax LAFmax lowestLimit highestLimit
      label labelSeconds recordings firstRecordingId cut } }`,
    21,
  ],
];

type Cell = string | number | boolean | null | Readonly<Record<string, string | number>>;

/** Fractions have four decimals, and a part of an answer is its only member. */
function cellOf([name, value]: readonly [string, Cell]): string {
  if (value === null) return "";
  if (typeof value === "object") return Object.entries(value).map(cellOf).join();
  const isFraction = /^coverage$|Fraction$|^budgetUsed$/.test(name);
  return String(isFraction ? Math.round(Number(value) * 10_000) / 10_000 : value);
}

for (const [kind, query, field, least] of sameRows) {
  test(`rows of ${kind} are what GraphQL answers, sensor by sensor`, async ({
    tenantOf,
    exportOf,
    graphql,
  }) => {
    const tenant = await tenantOfClockChange(tenantOf);
    const { startAt, endAt } = clockChangeRange;
    const found = field.replace("RANGE", `startAt: "${startAt}", endAt: "${endAt}"`);
    const text = `{ project(id: "${tenant.projectId}") { sensors { id found: ${found} } } }`;
    const response = await graphql(text, { key: tenant.key });
    const { data } = (await response.json()) as {
      data: {
        project: { sensors: { id: string; found: { rows: Readonly<Record<string, Cell>>[] } }[] };
      };
    };
    const rows = data.project.sensors.flatMap(({ id, found: { rows: own } }) =>
      own.map((row) => [id, ...Object.entries(row).map(cellOf)].join(",")),
    );
    expect(rows.length).toBeGreaterThanOrEqual(least);
    const exported = await exportOf(tenant, kind, { startAt, endAt, ...query });
    expect((await exported.text()).trimEnd().split("\n").slice(1)).toEqual(rows);
  });
}

test("sensorId may be repeated; without it, all that the key may read is exported", async ({
  tenantOf,
  exportOf,
}) => {
  const tenant = await tenantOf({ sensors: 3 });
  const [first = "", second = "", third = ""] = tenant.sensorIds;
  for (const sensor of [0, 1, 2])
    await tenant.addSamples([{ second: 1_552_219_200, LAeq: 60 }], sensor);
  const idsOf = async (query: Query, key?: string) => {
    const text = await (await exportOf(tenant, "measurements", { ...march, ...query }, key)).text();
    return text
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split(",")[0]);
  };
  const limited = await tenant.createKey({ sensors: [third, second] });
  expect(await idsOf({})).toEqual([first, second, third]);
  expect(await idsOf({ sensorId: [third, first, third] })).toEqual([first, third]);
  expect(await idsOf({}, limited)).toEqual([second, third]);
  expect(await idsOf({ sensorId: third }, limited)).toEqual([third]);
});

test("without overlap there is only the header, and the name has the requested dates", async ({
  tenantOf,
  exportOf,
  database,
}) => {
  const tenant = await tenantOf();
  for (const [kind, needed] of kinds) {
    const statements = await database.statementsOf(async () => {
      const query = { startAt: "2019-04-02", endAt: "2019-05-01T23:59:59+02:00", ...needed };
      const response = await exportOf(tenant, kind, query);
      expect(response.headers()["content-disposition"]).toContain(`_${kind}_20190402_20190501.csv`);
      expect(await response.text()).toMatch(/^sensor_id,[A-Za-z0-9_,]+\n$/);
    });
    expect(statements.filter((text) => text.includes("samples"))).toEqual([]);
  }
  const clamped = await exportOf(tenant, "measurements", {
    startAt: "2018-01-01",
    endAt: "2020-01-01",
  });
  expect(clamped.headers()["content-disposition"]).toContain("_measurements_20190301_20190331.csv");
});

/** The kind, its query beside the project → the parameters at fault. */
const refusals: readonly (readonly [kind: Kind, query: Query, parameters: readonly string[]])[] = [
  ["measurements", {}, ["startAt", "endAt"]],
  ["measurements", { ...march, projectId: "" }, ["projectId"]],
  ["measurements", { ...march, sensorId: "" }, ["sensorId"]],
  ["measurements", { ...march, sensorId: ["absent", ""] }, ["sensorId"]],
  ["measurements", { ...march, bucket: "hour" }, ["bucket"]],
  ["measurements", { ...march, minCoverage: "0.5" }, ["minCoverage"]],
  ["measurements", { ...march, limit: "5", cursor: "0" }, ["limit", "cursor"]],
  ["measurements", { startAt: "2019-03-11", endAt: "2019-03-10" }, ["startAt"]],
  ["measurements", { ...march, startAt: ["2019-03-10", "2019-03-10"] }, ["startAt"]],
  ["aggregates", march, ["bucket"]],
  ["aggregates", { ...march, bucket: "hour", maxBuckets: "5" }, ["maxBuckets"]],
  [
    "aggregates",
    { startAt: "x", endAt: "2019-02-30", bucket: "second", fweighting: "B", minCoverage: "1.01" },
    ["startAt", "endAt", "bucket", "fweighting", "minCoverage"],
  ],
  ["indicators", { ...march, fweighting: "A", minCoverage: "-1" }, ["fweighting", "minCoverage"]],
  ["assessments", { ...march, fweighting: "A", criterionId: "" }, ["fweighting", "criterionId"]],
  ["assessments", { ...march, asOf: "today" }, ["asOf"]],
  ["measurements", { ...march, criterionId: "day", asOf: "2019-03-10" }, ["criterionId", "asOf"]],
  ["episodes", { ...march, joinSeconds: "-1", minSeconds: "1.5" }, ["joinSeconds", "minSeconds"]],
];

test("an unknown criterion, and an instant before the first version of the site, are refused before the head", async ({
  tenantOf,
  exportOf,
}) => {
  const tenant = await tenantOfClockChange(tenantOf);
  const ask = async (query: Query) =>
    refusedParameters(await exportOf(tenant, "assessments", { ...march, ...query }));
  expect(await ask({ criterionId: ["night", "other"] })).toEqual(["criterionId"]);
  expect(await ask({ asOf: "2019-01-01" })).toEqual(["asOf"]);
});

test("every bad parameter is named, before ids are looked at", async ({ tenantOf, exportOf }) => {
  const tenant = await tenantOf();
  for (const [kind, query, parameters] of refusals) {
    const response = await exportOf(tenant, kind, { projectId: "absent", ...query });
    expect(await refusedParameters(response), JSON.stringify(query)).toEqual(parameters);
  }
});

test("what is beyond the bounds of one sensor is refused before the head", async ({
  tenantOf,
  exportOf,
}) => {
  const contract = { startAt: "2018-01-01", endAt: "2021-01-01" };
  const [fast, slow] = [
    await tenantOf({ site: { contract, intervalSeconds: 1 } }),
    await tenantOf({ site: { contract, intervalSeconds: 86_400 } }),
  ];
  const statusOf = async (tenant: Tenant, kind: Kind, endAt: string, query: Query) => {
    const response = await exportOf(tenant, kind, { startAt: "2019-03-10", endAt, ...query });
    return response.status() === 200 ? 200 : refusedParameters(response);
  };
  for (const [tenant, kind, query, last, beyond] of [
    ...kinds.map(
      ([each, needed]) =>
        [fast, each, needed, "2019-03-22T17:33:19Z", "2019-03-22T17:33:20Z"] as const,
    ),
    [slow, "aggregates", { bucket: "minute" }, "2019-03-16T22:39:59Z", "2019-03-16T22:40:00Z"],
    [slow, "aggregates", { bucket: "limit" }, "2020-03-09T23:59:59Z", "2020-03-10T00:00:00Z"],
  ] as const) {
    expect(await statusOf(tenant, kind, last, query), `${kind} to ${last}`).toBe(200);
    expect(await statusOf(tenant, kind, beyond, query), beyond).toEqual(["endAt"]);
  }
});

test("an export needs a key and only its own scopes, before anything else is checked", async ({
  tenantOf,
  exportOf,
}) => {
  const tenant = await tenantOf();
  for (const [kind, needed] of kinds) {
    const anonymous = await exportOf(tenant, kind, {}, null);
    expect(anonymous.status()).toBe(401);
    expect(await problemOf(anonymous)).toEqual(unauthorizedProblem);
    const needs: readonly Scope[] = scopesOf[kind];
    for (const missing of needs) {
      const others = await tenant.createKey({ scopes: scopes.filter((one) => one !== missing) });
      const refused = await exportOf(tenant, kind, { nonsense: "1" }, others);
      expect(refused.status()).toBe(403);
      expect(await problemOf(refused)).toMatchObject({
        code: "forbidden",
        requiredScopes: [missing],
      });
    }
    const own = await tenant.createKey({ scopes: needs });
    expect((await exportOf(tenant, kind, { ...march, ...needed }, own)).status()).toBe(200);
  }
});

test("ids that are unknown, ill-formed or not granted are the same 404, and so are other kinds", async ({
  tenantOf,
  exportOf,
}) => {
  const [tenant, other] = [await tenantOf({ sensors: 2 }), await tenantOf()];
  const [first = "", second = ""] = tenant.sensorIds;
  const limited = await tenant.createKey({ sensors: [first] });
  for (const [kind, query, key] of [
    ["measurements", { projectId: "absent" }],
    ["measurements", { projectId: "a\u0000b" }],
    ["measurements", { projectId: other.projectId }],
    ["measurements", { sensorId: "absent" }],
    ["measurements", { sensorId: [first, "absent"] }],
    ["measurements", { sensorId: other.sensorIds }],
    ["measurements", { sensorId: [first, second] }, limited],
    ["aggregates", { bucket: "hour", projectId: other.projectId }],
    ["indicators", { projectId: other.projectId, sensorId: other.sensorIds }],
    ["samples", {}],
    ["Measurements", {}],
  ] as const satisfies (readonly [string, Query, string?])[]) {
    const response = await exportOf(tenant, kind, { ...march, ...query }, key);
    expect(response.status(), JSON.stringify(query)).toBe(404);
    expect(await problemOf(response)).toEqual(notFoundProblem);
  }
});

test("a project without a contract cannot be exported", async ({ tenantOf, exportOf }) => {
  const tenant = await tenantOf({ site: { contract: null } });
  const response = await exportOf(tenant, "measurements", march);
  expect(await problemOf(response)).toMatchObject({ code: "contract_unavailable" });
});

test("every other method is 405", async ({ tenant, gateway, http }) => {
  for (const method of ["HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
    const address = addressOf(gateway.internalUrl, tenant, "measurements", march);
    const response = await http.fetch(address, { method });
    expect([response.status(), response.headers()["allow"]], method).toEqual([405, "GET"]);
  }
});

/** The statement that reads levels, which is sent after the head. */
const readsLevels = (text: string) => text.includes('as "LAeq"') || text.includes("as loud");

test("a key has one export at a time, and another key its own", async ({
  tenantOf,
  serve,
  database,
}) => {
  const [tenant, other] = [await tenantOf(), await tenantOf()];
  const held = holdDatabase(database, readsLevels);
  const { internalUrl: url } = await serve({ database: held.database });
  const ask = (of: Tenant, kind: Kind = "measurements") =>
    fetch(addressOf(url, of, kind, march), { headers: { "svc-api-key": `Bearer ${of.key}` } });
  const [first, beside] = [await ask(tenant), await ask(other)];
  expect([first.status, beside.status]).toEqual([200, 200]);
  for (const kind of ["measurements", "indicators"] as const) {
    const refused = await ask(tenant, kind);
    expect([refused.status, (await refused.json()) as unknown]).toEqual([
      503,
      expect.objectContaining({ code: "unavailable" }),
    ]);
    expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  }
  held.release();
  for (const response of [first, beside]) {
    expect(await response.text()).toMatch(/^sensor_id,[^\n]*\n$/);
  }
  expect((await ask(tenant)).status).toBe(200);
});

test("an export whose client goes away lets the next one of its key through", async ({
  tenantOf,
  serve,
  database,
}) => {
  const tenant = await tenantOf();
  const held = holdDatabase(database, readsLevels);
  const { internalUrl: url } = await serve({ database: held.database });
  const headers = { "svc-api-key": `Bearer ${tenant.key}` };
  const address = addressOf(url, tenant, "measurements", march);
  const abort = new AbortController();
  await fetch(address, { headers, signal: abort.signal });
  abort.abort();
  held.release();
  await expect.poll(async () => (await fetch(address, { headers })).status).toBe(200);
});

for (const encoding of ["identity", "gzip", "br"]) {
  test(`an export in ${encoding} has sent its header while its rows are awaited`, async ({
    tenantOf,
    serve,
    database,
  }) => {
    const tenant = await tenantOf();
    const held = holdDatabase(database, readsLevels);
    const { internalUrl: url } = await serve({ database: held.database });
    const response = await fetch(addressOf(url, tenant, "measurements", march), {
      headers: { "svc-api-key": `Bearer ${tenant.key}`, "accept-encoding": encoding },
    });
    expect(response.headers.get("content-encoding") ?? "identity").toBe(encoding);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toMatch(/^sensor_id,/);
    held.release();
    await reader?.cancel();
  });
}

test("what fails after the head cuts the connection, and never ends a short answer", async ({
  tenantOf,
  serve,
  database,
}) => {
  const criteria = [criterionOf("day LAeq 07:00-19:00 60")];
  const tenant = await tenantOf({ site: { criteria } });
  const failing = failingDatabase(database, readsLevels, new Error("the disk is on fire"));
  const { internalUrl: url } = await serve({ database: failing });
  for (const [kind, needed] of kinds) {
    const body = fetch(addressOf(url, tenant, kind, { ...march, ...needed }), {
      headers: { "svc-api-key": `Bearer ${tenant.key}` },
    }).then(async (response) => response.text());
    await expect(body, kind).rejects.toThrow(/terminated|fetch failed/);
  }
});

/** Everything that an export can lose while it is sent. */
const withdrawals: Readonly<Record<string, (parts: Withdrawal) => Promise<unknown>>> = {
  "the grant of the sensor": ({ db, keyId }) =>
    db.execute(sql`
    delete from api_key_sensors where key_id = ${keyId}`),
  "the grant of the project": ({ db, keyId }) =>
    db.execute(sql`
    delete from api_key_projects where key_id = ${keyId}`),
  "the scope": ({ db, keyId }) =>
    db.execute(sql`
    update api_keys set scopes = '{v0:events:read}' where id = ${keyId}`),
  "the key, which is revoked": ({ db, keyId }) => revokeApiKey(db, keyId, new Date()),
  "the key, which expires": ({ clock }) => {
    clock.now = afterExpiry;
    return Promise.resolve();
  },
  "the sensor, which is removed": ({ db, sensorId }) =>
    removeData({ db, kind: "postgres" }, { what: "sensor", sensorId }, Date.now() as Instant),
  "the project, which is removed": ({ db, projectId }) =>
    removeData({ db, kind: "postgres" }, { what: "project", projectId }, Date.now() as Instant),
};

interface Withdrawal {
  readonly db: OperatorDatabase;
  readonly keyId: KeyId;
  readonly sensorId: string;
  readonly projectId: string;
  readonly clock: { now: Instant };
}

const expiresAt = Date.parse("2100-01-01T00:00:00Z") as Instant;
const afterExpiry = (expiresAt + 1) as Instant;

for (const [what, withdraw] of Object.entries(withdrawals)) {
  test(`an export is cut, on the primary and beside a standby, when it loses ${what}`, async ({
    tenantOf,
    serve,
    database,
  }) => {
    for (const role of ["primary", "standby"] as const) {
      const tenant = await tenantOf({ sensors: 3 });
      const second = Date.parse(march.startAt) / 1000;
      for (const sensor of [0, 1, 2]) await tenant.addSamples([{ second, LAeq: 50 }], sensor);
      const key = await tenant.createKey({ scopes: ["v0:data:read"], expiresAt });
      const keyId = parseApiKey(key)?.id;
      if (keyId === undefined) throw new Error("the key has no id");
      const clock = { now: Date.now() as Instant };
      // Each sensor is checked. It is withdrawn when the second is, so that the second or the third is refused.
      const sensorId = tenant.sensorIds[2] ?? "";
      let checks = 0;
      const isSecondCheck = (text: string) => text.includes("granted.revoked_at") && ++checks === 2;
      const withdrawing = workBefore(database, isSecondCheck, () =>
        withdraw({ db: database.db, keyId, sensorId, projectId: tenant.projectId, clock }),
      );
      const { internalUrl: url } = await serve({
        database: role === "primary" ? withdrawing : asOnStandby(withdrawing),
        clock: () => clock.now,
      });
      const response = await fetch(addressOf(url, tenant, "measurements", march), {
        headers: { "svc-api-key": `Bearer ${key}` },
      });
      expect(response.status).toBe(200);
      await expect(response.text(), role).rejects.toThrow("terminated");
      expect(checks, role).toBeLessThanOrEqual(3);
    }
  });
}
