import { selectSettings } from "../../src/database/queries/sites/sensor-settings.ts";
import { grantsOf } from "../support/grants.ts";
import { sessionOf } from "../support/session.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test, type TestDatabase } from "../support/test.ts";

async function schedulesOf(database: TestDatabase, { key, sensorIds }: Tenant) {
  const grants = grantsOf(key);
  const settings = await selectSettings(sessionOf(database), grants, sensorIds);
  return sensorIds.map((id) => settings.get(id)?.reading?.schedule);
}

const exceptions = [
  { startAt: "2019-03-20T22:00:00Z", endAt: "2019-03-21T05:00:00Z", limit: { A: 75 } },
];
const site = { limits: { default: { A: 60 }, exceptions } };

test("sensors without limits of their own have one schedule, the others share the project's part", async ({
  database,
  tenantOf,
}) => {
  const own = { limits: { default: { C: 80 } } };
  const tenant = await tenantOf({
    site,
    sensors: [{}, {}, own, { limits: { default: { C: 81 } } }],
  });
  const [first, second, third, fourth] = await schedulesOf(database, tenant);
  expect(second).toBe(first);
  expect(third?.project).toBe(first?.project);
  expect(third?.sensor.default).toEqual({ A: null, C: 8000, Z: null });
  expect(fourth?.project).toBe(first?.project);
  expect(fourth?.sensor.default).toEqual({ A: null, C: 8100, Z: null });
  expect(first?.project.default).toEqual({ A: 6000, C: null, Z: null });
  expect(first?.project.exceptions).toHaveLength(1);
});

test("a schedule is the same object until the site changes", async ({ database, tenantOf }) => {
  const tenant = await tenantOf({ site });
  const [before] = await schedulesOf(database, tenant);
  expect((await schedulesOf(database, tenant))[0]).toBe(before);
  await tenant.apply({ limits: { default: { A: 61 }, exceptions } });
  const [after] = await schedulesOf(database, tenant);
  expect(after?.project.default).toEqual({ A: 6100, C: null, Z: null });
  await tenant.apply({ holidays: [{ date: "2019-03-18" }] });
  expect((await schedulesOf(database, tenant))[0]?.holidays).toEqual(
    new Map([["2019-03-18", null]]),
  );
  await tenant.apply({ timezone: "Asia/Kolkata" });
  expect((await schedulesOf(database, tenant))[0]?.timeZone).toBe("Asia/Kolkata");
});

test("a version of a site is read once, and no other process's change is missed", async ({
  database,
  tenantOf,
}) => {
  const tenant = await tenantOf({ site, sensors: 3 });
  const textsRead = async () => {
    const statements = await database.statementsOf(() => schedulesOf(database, tenant));
    return statements.filter((text) => text.includes("v.site")).length;
  };
  expect([await textsRead(), await textsRead()]).toEqual([1, 0]);
  await tenant.apply({ limits: { default: { A: 61 } } });
  expect([await textsRead(), await textsRead()]).toEqual([1, 0]);
  // Back to the rules of the first version, whose text was read already.
  await tenant.apply({});
  expect(await textsRead()).toBe(0);
  const stranger = await tenantOf();
  const grants = grantsOf(stranger.key);
  expect(await selectSettings(sessionOf(database), grants, tenant.sensorIds)).toEqual(new Map());
});
