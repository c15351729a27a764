import { countRules } from "../../src/database/queries/sites/limit-schedules.ts";
import { selectProjectsById } from "../../src/database/queries/sites/projects.ts";
import {
  composeSettings,
  selectSettingsRows,
} from "../../src/database/queries/sites/sensor-settings.ts";
import { grantsOf } from "../support/grants.ts";
import { sessionOf } from "../support/session.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test, type TestDatabase } from "../support/test.ts";

async function schedulesOf(database: TestDatabase, { key, sensorIds }: Tenant) {
  const grants = grantsOf(key);
  const rows = await selectSettingsRows(sessionOf(database), grants, sensorIds);
  const settings = await composeSettings(rows);
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

test("rules and holidays are counted as the statements would read them, up to a bound", async ({
  database,
  tenantOf,
}) => {
  const windows = (count: number) => ({
    schedule: Array.from({ length: count }, () => ({
      days: ["mon"],
      from: "00:00",
      to: "24:00",
      limit: { A: 50 },
    })),
  });
  const holidays = ["2019-03-18", "2019-12-25", "2019-12-26"].map((date) => ({ date }));
  const tenant = await tenantOf({
    site: { holidays, limits: windows(5) },
    sensors: [{}, { limits: windows(10) }, { limits: windows(20) }],
  });
  const session = sessionOf(database);
  const grants = grantsOf(tenant.key);
  const rows = await selectSettingsRows(session, grants, tenant.sensorIds);
  const sensorNos = rows.map(({ sensorNo }) => sensorNo);
  const [project] = await selectProjectsById(session, grants, [tenant.projectId]).then((found) => [
    ...found.values(),
  ]);
  const projectNos = [project?.projectNo ?? 0];
  const count = (kind: "settings" | "sensors" | "projects", atMost = 1000, by = grants) => {
    const owners = {
      settings: { kind: "settings", owners: tenant.sensorIds },
      sensors: { kind: "sensors", owners: sensorNos },
      projects: { kind: "projects", owners: projectNos },
    } as const;
    return countRules(session, by, owners[kind], atMost);
  };
  // The settings read the limits of the project once, each schedule of a sensor its holidays.
  expect(await count("settings")).toBe(10 + 20 + 5 + 3);
  expect(await count("sensors")).toBe(10 + 20 + 3 * 3);
  expect(await count("projects")).toBe(5 + 3);
  expect(await count("settings", 7)).toBe(7);
  const stranger = grantsOf((await tenantOf()).key);
  expect(await count("settings", 1000, stranger)).toBe(0);
  expect(await count("sensors", 1000, stranger)).toBe(0);
  expect(await count("projects", 1000, stranger)).toBe(0);
});
