import { sql } from "drizzle-orm";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { selectRules } from "../../src/database/queries/sites/site-rules.ts";
import { readCommandRules, readCommandSensors } from "../../src/tables/command-sensors.ts";
import { grantsOf } from "../support/grants.ts";
import { zoneOf } from "../unit/limit-schedules.ts";
import { sessionOf } from "../support/session.ts";
import { expect, test } from "../support/test.ts";

const clocks = { name: "n", level: "LAeq", from: "07:00", to: "18:00", over: "window", limit: 65 };

test("the rules of a project are read now and at an instant, and only by keys of the project", async ({
  database,
  tenantOf,
}) => {
  const session = sessionOf(database);
  const tenant = await tenantOf({ site: { criteria: [{ id: "old", ...clocks }] } });
  await tenant.apply({
    criteria: [
      { id: "b", ...clocks },
      { id: "a", ...clocks },
    ],
  });
  await tenant.dateVersions();
  const stranger = await tenantOf();
  const read = async (key: string, text: string | null) => {
    const asOf = text === null ? null : (Date.parse(text) as Instant);
    const search = { projectId: tenant.projectId, asOf };
    const found = await selectRules(session, grantsOf(key), search);
    return found !== null && "criteria" in found ? found.criteria.map(({ id }) => id) : found;
  };
  const knownSince = Date.parse("2001-01-01T00:00:00Z");
  for (const [instant, expected] of [
    [null, ["b", "a"]],
    ["2030-01-01", ["b", "a"]],
    ["2002-01-01", ["b", "a"]],
    ["2001-12-31T23:59:59.999Z", ["old"]],
    ["2000-12-31", expect.objectContaining({ knownSince })],
  ] as const) {
    expect(await read(tenant.key, instant), `${instant}`).toEqual(expected);
    expect(await read(stranger.key, instant), `${instant}`).toBeNull();
  }
});

test("a command assesses by the version of its settings, whatever is applied meanwhile", async ({
  database,
  tenantOf,
}) => {
  const session = sessionOf(database);
  const { projectId, apply } = await tenantOf({ site: { criteria: [{ id: "old", ...clocks }] } });
  const settings = await readCommandSensors(session, { projectId, sensorIds: [] });
  await apply({ criteria: [{ id: "new", ...clocks }] });
  const read = async (sensors: typeof settings, asOf: Instant | null) =>
    (await readCommandRules(session, projectId, sensors, { criterionIds: [], asOf })).criteria.map(
      ({ id }) => id,
    );
  expect(await read(settings, null)).toEqual(["old"]);
  // A project without sensors has no settings.
  expect(await read([], null)).toEqual(["new"]);
  expect(await read(settings, Date.now() as Instant)).toEqual(["new"]);
});

test("sensors with equal limits share a schedule, and no others do", async ({
  database,
  tenantOf,
}) => {
  const [low, high] = [{ default: { A: 50 } }, { default: { A: 60 } }];
  const tenant = await tenantOf({
    sensors: [{ limits: low }, { limits: high }, { limits: low }, {}],
  });
  const search = { projectId: tenant.projectId, asOf: null };
  const rules = await selectRules(sessionOf(database), grantsOf(tenant.key), search);
  if (rules === null || "knownSince" in rules) throw new Error("no rules");
  const [first, second, third, fourth] = tenant.sensorIds.map((id) =>
    rules.scheduleOf(id, zoneOf("Europe/Dublin")),
  );
  expect(third).toBe(first);
  expect([first, second, fourth].map((schedule) => schedule?.sensor.default)).toEqual([
    { A: 5000, C: null, Z: null },
    { A: 6000, C: null, Z: null },
    null,
  ]);
  expect(rules.scheduleOf(tenant.sensorIds[0] ?? "", zoneOf("UTC"))).not.toBe(first);
});

test("a text that was changed in the database gives no rules", async ({
  database,
  tenantOf,
  get,
}) => {
  const tenant = await tenantOf();
  const project = sql`(select project_no from projects where id = ${tenant.projectId})`;
  await database.db.execute(sql`
    update site_versions set site = replace(site, '"limits"', '"other"') where project_no = ${project}`);
  const search = { projectId: tenant.projectId, asOf: null };
  await expect(selectRules(sessionOf(database), grantsOf(tenant.key), search)).rejects.toThrow(
    /was changed in the database/,
  );
  const path = `/api/v0/projects/${tenant.projectId}/sensors/${tenant.sensorIds[0]}/measurements`;
  const query = { startAt: "2019-03-10", endAt: "2019-03-11" };
  expect((await get(path, { key: tenant.key, query })).status()).toBe(503);
});
