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
