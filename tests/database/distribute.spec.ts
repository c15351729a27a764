import { getTableName, sql } from "drizzle-orm";
import { applyMigrations } from "../../src/database/client/migrate.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { placements } from "../../src/database/scale-out/distribute.ts";
import { createOnCitus } from "../support/server-databases.ts";
import { databaseLimits } from "../support/templates.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

test("migrations distribute a database that is in use, with its rows, and only once", async ({
  onCitus,
}) => {
  test.skip(!onCitus, "it needs CITUS_URL, and its project");
  const withDatabase = async (url: string, work: (db: OperatorDatabase) => Promise<void>) => {
    const { db, close } = await openDatabase({ kind: "postgres", url, ...databaseLimits });
    try {
      await work(db);
    } finally {
      await close();
    }
  };
  const { url, remove } = await createOnCitus(process.env["CITUS_URL"] ?? "", {
    prepare: async (plain) => {
      expect(await applyMigrations({ kind: "url", url: plain })).toEqual(nothing);
      await withDatabase(plain, async (db) => {
        const tenant = await createTenant(db, { sensors: 2 });
        for (const sensor of [0, 1]) await tenant.addSamples(samples, sensor);
      });
    },
  });
  try {
    const bySensor = placements.bySensor.map(getTableName);
    const distributed = await applyMigrations({ kind: "url", url });
    expect(distributed.bySensor).toEqual(bySensor);
    expect(distributed.everywhere).toEqual(expect.arrayContaining(["projects", "sensors"]));
    expect(await applyMigrations({ kind: "url", url })).toEqual(nothing);
    await withDatabase(url, async (db) => {
      const placed = await db.execute<{ name: string; groups: string }>(sql`
        select table_name::text as name, colocation_id::text as groups from citus_tables
        where distribution_column = 'sensor_no' and table_name::text not like 'samples\\_%'`);
      expect(placed.map(({ name }) => name).toSorted()).toEqual(bySensor.toSorted());
      expect(new Set(placed.map(({ groups }) => groups)).size).toBe(1);
      // The numbers of new projects and sensors go on, and old and new months have their rows.
      const tenant = await createTenant(db, { sensors: 1 });
      await tenant.addSamples([...samples, { second: second + 90 * 86_400, LAeq: 50 }]);
      const stored = await db.execute(sql`
        select sensor_no as sensor, count(*)::integer as count from samples group by 1 order by 1`);
      expect([...stored]).toEqual([
        { sensor: 1, count: 2 },
        { sensor: 2, count: 2 },
        { sensor: 3, count: 3 },
      ]);
    });
  } finally {
    await remove();
  }
});

const nothing = { bySensor: [], everywhere: [] };

const second = 1_552_176_000;
const samples = [
  { second, LAeq: 50 },
  { second: second + 60, LAeq: 51 },
];
