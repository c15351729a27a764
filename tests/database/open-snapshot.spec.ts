import { sql } from "drizzle-orm";
import { readSnapshot } from "../../src/database/client/open-snapshot.ts";
import { withConfigured } from "../support/installation.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

test("a snapshot has no sample that was written after it began", async () => {
  await withConfigured("migrated", async ({ config, database }) => {
    const tenant = await createTenant(database.db, { sensors: 8 });
    const second = Date.parse("2026-01-31T23:59:00Z") / 1000;
    await tenant.addSamples([{ second, LAeq: 50 }]);
    const counts = await readSnapshot(database, config, async ({ db }) => {
      for (const index of tenant.sensorIds.keys()) {
        await tenant.addSamples([{ second: second + 60, LAeq: 60 }], index);
      }
      const [row] = await db.execute<{ samples: number; sensors: number }>(sql`
        select (select count(*)::integer from samples) as samples,
          (select count(*)::integer from sensors) as sensors`);
      return { ...row };
    });
    expect(counts).toEqual({ samples: 1, sensors: 8 });
  });
});
