import { criterionOf } from "../support/criterion.ts";
import { sql } from "drizzle-orm";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { selectSite } from "../../src/database/queries/sites/sites.ts";
import { decodeSite } from "../../src/database/queries/sites/stored-site.ts";
import { removeData } from "../../src/operator/remove-data.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { withOwnDatabase } from "../support/own-database.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

interface StoredVersion {
  readonly version: number;
  readonly changes: string[];
  readonly site: unknown;
}

async function versionsOf(db: OperatorDatabase, projectId: string): Promise<StoredVersion[]> {
  const rows = await db.execute<{ version: number; changes: string[]; site: string }>(sql`
    select version, array_to_json(changes) as changes, site from site_versions
    where project_no = (select project_no from projects where id = ${projectId}) order by version`);
  return rows.map(({ site, ...row }) => ({ ...row, site: decodeSite(site) }));
}

async function siteInForce(db: OperatorDatabase, projectId: string): Promise<unknown> {
  return (await selectSite(db, projectId))?.site;
}

test("every apply that changes a project adds a version with the whole site, any other adds none", async ({
  database: { db },
  tenantOf,
}) => {
  const { projectId, apply, sensorIds } = await tenantOf({ sensors: 2 });
  const first = await siteInForce(db, projectId);
  await apply({});
  expect(await versionsOf(db, projectId)).toEqual([
    {
      version: 1,
      changes: expect.arrayContaining(["name", `sensors.${sensorIds[0]}`]),
      site: first,
    },
  ]);
  await apply({ limits: { default: { A: 55 } }, sensors: [{ id: sensorIds[0], name: "Quay" }] });
  const second = await siteInForce(db, projectId);
  expect(second).toMatchObject({ limits: { default: { A: 5500 } } });
  expect(second).toHaveProperty("sensors[0].name", "Quay");
  // A sensor that is no longer listed is still in force.
  expect(second).toHaveProperty("sensors[1].id", sensorIds[1]);
  expect(await versionsOf(db, projectId)).toEqual([
    expect.objectContaining({ version: 1, site: first }),
    { version: 2, changes: ["limits.default.A", `sensors.${sensorIds[0]}.name`], site: second },
  ]);
});

test("a version never begins before the one before it, whatever the clock of the database says", async ({
  database: { db },
  tenantOf,
}) => {
  const { projectId, apply } = await tenantOf();
  await db.execute(sql`update site_versions set applied_at = '2999-01-01T00:00:00Z'
    where project_no = (select project_no from projects where id = ${projectId})`);
  await apply({ name: "Later" });
  const rows = await db.execute(sql`
    select version from site_versions where applied_at >= '2999-01-01T00:00:00Z'
      and project_no = (select project_no from projects where id = ${projectId}) order by version`);
  expect([...rows]).toEqual([{ version: 1 }, { version: 2 }]);
});

test("versions are removed only with their project", async () => {
  await withOwnDatabase("migrated", async (database) => {
    const { db } = database;
    const { projectId, sensorIds } = await createTenant(db);
    const kept = await createTenant(db);
    await removeData(
      database,
      { what: "sensor", sensorId: sensorIds[0] ?? "" },
      Date.now() as Instant,
    );
    expect(await versionsOf(db, projectId)).toEqual([
      expect.objectContaining({ version: 1 }),
      {
        version: 2,
        changes: [`sensors.${sensorIds[0]}`],
        site: expect.objectContaining({ sensors: [] }),
      },
    ]);
    await removeData(database, { what: "project", projectId }, Date.now() as Instant);
    const rows = await db.execute(
      sql`select id from site_versions join projects using (project_no)`,
    );
    expect([...rows]).toEqual([{ id: kept.projectId }]);
  });
});

test("a removed sensor leaves the criteria that name it, and those that name no other go", async ({
  database,
  tenantOf,
}) => {
  const { db } = database;
  const { projectId, sensorIds, apply } = await tenantOf({ sensors: 2 });
  const [first = "", second = ""] = sensorIds;
  const criterion = criterionOf("n LAeq 07:00-18:00 65");
  await apply({
    criteria: [
      { ...criterion, id: "all" },
      { ...criterion, id: "both", sensors: [first, second] },
      { ...criterion, id: "first", sensors: [first] },
    ],
  });
  await removeData(database, { what: "sensor", sensorId: first }, Date.now() as Instant);
  expect((await selectSite(db, projectId))?.site.criteria).toEqual([
    expect.objectContaining({ id: "all", sensors: null }),
    expect.objectContaining({ id: "both", sensors: [second] }),
  ]);
  expect((await versionsOf(db, projectId)).at(-1)?.changes).toEqual([
    `sensors.${first}`,
    "criteria.both.sensors",
    "criteria.first",
  ]);
});
