import { sql } from "drizzle-orm";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

const test = base.extend<{
  /** The sensor of an answer, and its errors. */
  read: (tenant: Tenant, selection: string) => Promise<{ sensor: unknown; errors?: unknown }>;
}>({
  read: async ({ graphql }, use) => {
    await use(async ({ projectId, sensorIds, key }, selection) => {
      const ids = `projectId: "${projectId}", id: "${sensorIds[0]}"`;
      const response = await graphql(`{ sensor(${ids}) { ${selection} } }`, { key });
      const { data, errors } = (await response.json()) as {
        data: { sensor: unknown };
        errors?: unknown;
      };
      return { ...data, ...(errors === undefined ? {} : { errors }) };
    });
  },
});

async function exclude(
  db: OperatorDatabase,
  sensorId: string | undefined,
  ...rows: readonly (readonly [startAt: string, endAt: string, reason: string, note?: string])[]
): Promise<void> {
  for (const [startAt, endAt, reason, note = null] of rows) {
    await db.execute(sql`insert into exclusions (sensor_key, start_at, end_at, reason, note)
      select key, ${startAt}::text::timestamptz, ${endAt}::text::timestamptz, ${reason}, ${note}
      from sensors where id = ${sensorId}`);
  }
}

const fields = "{ startAt endAt reason note }";
const list = (startAt: string, endAt: string) =>
  `exclusions(startAt: "${startAt}", endAt: "${endAt}") ${fields}`;

test("the exclusions that meet a range are listed whole, in order, inside the contract", async ({
  tenantOf,
  database: { db },
  read,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  await exclude(
    db,
    tenant.sensorIds[0],
    ["2019-03-10T12:00:00Z", "2019-03-10T13:00:00Z", "thunder"],
    ["2019-03-10T12:00:00Z", "2019-03-10T13:00:00Z", "calibration", "weekly"],
    ["2019-03-10T11:00:00Z", "2019-03-10T12:30:00Z", "rain"],
    ["2018-03-10T12:00:00Z", "2018-03-10T13:00:00Z", "before the contract"],
  );
  await exclude(db, tenant.sensorIds[1], ["2019-03-10T12:00:00Z", "2019-03-10T13:00:00Z", "other"]);
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
  database: { db },
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
  await db.execute(sql`insert into exclusions (sensor_key, start_at, end_at, reason)
    select key, '2019-03-10T00:00:00Z', '2019-03-10T01:00:00Z', 'r' || reason
    from sensors, generate_series(1, 10001) reason where id = ${tenant.sensorIds[0]}`);
  expect(await refusedOf("2019-03-10", "2019-03-11")).toMatchObject([
    { code: "INVALID_REQUEST", errors: [{ parameter: "endAt" }] },
  ]);
});
