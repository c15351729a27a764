import { criterionOf } from "../support/criterion.ts";
import { sql } from "drizzle-orm";
import type { Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

const test = base.extend<{
  /** The sensor of an answer, and its errors. */
  read: (tenant: Tenant, selection: string) => Promise<{ sensor: unknown; errors?: unknown }>;
}>({
  read: async ({ askSensor }, use) => {
    await use(async (tenant, selection) => {
      const { data, ...rest } = await (await askSensor(tenant, selection)).json();
      return { ...data, ...rest };
    });
  },
});

const fields = "{ startAt endAt reason note }";
const list = (startAt: string, endAt: string) =>
  `exclusions(startAt: "${startAt}", endAt: "${endAt}") ${fields}`;

test("the exclusions that meet a range are listed whole, in order, inside the contract", async ({
  tenantOf,
  read,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  await tenant.addExclusions([
    ["2019-03-10T12:00:00Z", "2019-03-10T13:00:00Z", "thunder"],
    ["2019-03-10T12:00:00Z", "2019-03-10T13:00:00Z", "calibration", "weekly"],
    ["2019-03-10T11:00:00Z", "2019-03-10T12:30:00Z", "rain"],
    ["2018-03-10T12:00:00Z", "2018-03-10T13:00:00Z", "before the contract"],
  ]);
  await tenant.addExclusions([["2019-03-10T12:00:00Z", "2019-03-10T13:00:00Z", "other"]], 1);
  const hours = { startAt: "2019-03-10T12:00:00.000Z", endAt: "2019-03-10T13:00:00.000Z" };
  const rain = {
    startAt: "2019-03-10T11:00:00.000Z",
    endAt: "2019-03-10T12:30:00.000Z",
    reason: "rain",
    note: null,
  };
  const calibration = { ...hours, reason: "calibration", note: "weekly" };
  const thunder = { ...hours, reason: "thunder", note: null };
  const listed = async (startAt: string, endAt: string) =>
    (await read(tenant, list(startAt, endAt))).sensor;
  expect(await listed("2000-01-01", "2030-01-01")).toEqual({
    exclusions: [rain, calibration, thunder],
  });
  // Both ends of a range are inside, and the end of an exclusion is outside.
  expect(await listed("2019-03-10T12:30:00Z", "2019-03-10T12:30:00Z")).toEqual({
    exclusions: [calibration, thunder],
  });
  expect(await listed("2019-03-10T12:59:59Z", "2019-03-11")).toEqual({
    exclusions: [calibration, thunder],
  });
  expect(await listed("2019-03-10T13:00:00Z", "2019-03-11")).toEqual({ exclusions: [] });
  expect(await listed("2019-03-10T00:00:00Z", "2019-03-10T11:00:00Z")).toEqual({
    exclusions: [rain],
  });
  expect(await listed("2018-01-01", "2018-12-31")).toEqual({ exclusions: [] });
});

test("a range is refused that ends before it starts, or has too many exclusions", async ({
  tenantOf,
  read,
}) => {
  const tenant = await tenantOf();
  const refusedOf = async (startAt: string, endAt: string) =>
    (
      (await read(tenant, list(startAt, endAt))).errors as { extensions: unknown }[] | undefined
    )?.map(({ extensions }) => extensions);
  expect(await refusedOf("2019-03-11", "2019-03-10")).toMatchObject([
    { code: "INVALID_REQUEST", errors: [{ parameter: "startAt" }] },
  ]);
  await tenant.addExclusions(
    Array.from(
      { length: 10_001 },
      (_, index) => ["2019-03-10T00:00:00Z", "2019-03-10T01:00:00Z", `r${index}`] as const,
    ),
  );
  expect(await refusedOf("2019-03-10", "2019-03-11")).toMatchObject([
    { code: "INVALID_REQUEST", errors: [{ parameter: "endAt" }] },
  ]);
});

test("exclusions of several sensors count as records, and are read one sensor after another", async ({
  tenantOf,
  database: { db },
  graphql,
}) => {
  const tenant = await tenantOf({ sensors: 3 });
  await db.execute(sql`insert into exclusions (sensor_no, start_at, end_at, reason)
    select sensor_no, '2019-03-10T00:00:00Z', '2019-03-10T01:00:00Z', 'r' || reason
    from sensors, generate_series(1, 10000) reason
    where project_no = (select project_no from projects where id = ${tenant.projectId})`);
  const range = `startAt: "2019-03-10", endAt: "2019-03-11"`;
  const ask = async (selection: string) => {
    const query = `{ project(id: "${tenant.projectId}") { ${selection} } }`;
    return (await (await graphql(query, { key: tenant.key })).json()) as { errors?: unknown };
  };
  const one = `sensors { exclusions(${range}) { startAt } }`;
  expect((await ask(one)).errors).toMatchObject([
    {
      message: expect.stringContaining("at most 100,000 records"),
      extensions: { code: "INVALID_REQUEST" },
    },
  ]);
});

test("assessments refuse more excluded stretches than are read at once", async ({
  tenantOf,
  database: { db },
  read,
}) => {
  const criterion = criterionOf("day LAeq 00:00-24:00 60");
  const tenant = await tenantOf({ site: { criteria: [criterion] } });
  const day = "2019-03-10T00:00:00Z";
  // A second in two: 100,001 stretches are more than two days.
  await db.execute(sql`insert into exclusions (sensor_no, start_at, end_at, reason)
    select sensor_no, second, second + interval '1 second', 'noise'
    from sensors, generate_series(${day}::text::timestamptz,
      ${day}::text::timestamptz + interval '200000 seconds', interval '2 seconds') second
    where id = ${tenant.sensorIds[0]}`);
  await tenant.addSamples([{ second: Date.parse(day) / 1000 + 200_000, LAeq: 50 }]);
  const assess = (endAt: string) =>
    read(
      tenant,
      `assessments(startAt: "2019-03-10", endAt: "${endAt}") { data { excludedSeconds } }`,
    );
  expect(await assess("2019-03-12T12:00:00Z")).toMatchObject({
    errors: [{ extensions: { code: "INVALID_REQUEST", errors: [{ parameter: "endAt" }] } }],
  });
  expect((await assess("2019-03-11T23:59:59Z")).errors).toBeUndefined();
});
