import { parseApiKey } from "#auth/api-key.ts";
import { createPrincipal } from "#auth/principal.ts";
import { composeSettings, selectSettingsRows } from "#database/queries/sensor-settings.ts";
import { runAtOnce } from "#operations/in-slices.ts";
import { sessionOf } from "../support/session.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test, type TestDatabase } from "../support/test.ts";

async function schedulesOf(database: TestDatabase, { key, sensorIds }: Tenant) {
  const parsed = parseApiKey(key);
  if (parsed === null) throw new Error("The key of the tenant is not a key");
  const { grants } = createPrincipal(parsed.id, [], { name: "Key of a test", expiresAt: null });
  const rows = await selectSettingsRows(sessionOf(database), grants, sensorIds);
  const settings = runAtOnce(composeSettings(rows));
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
