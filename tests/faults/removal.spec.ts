import { sql } from "drizzle-orm";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { createSampleWriter } from "../../src/database/queries/imports/sample-writer.ts";
import { selectSensorNos } from "../../src/database/queries/sites/sites.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { removeData } from "../../src/operator/remove-data.ts";
import { batchOf, createTenant } from "../support/tenant.ts";
import { expect, test } from "./test.ts";

test("a removal waits for an import of its sensor, and forgets no weighting of it", async ({
  server,
  admin,
}) => {
  const limits = { poolMax: 4, statementTimeoutMilliseconds: 5000 };
  const database = await openDatabase({ ...limits, kind: "postgres", url: server.url });
  const { db } = database;
  const tenant = await createTenant(db);
  const [sensorId = ""] = tenant.sensorIds;
  const sensorNo = (await selectSensorNos(db)).get(sensorId) ?? 0;
  await tenant.addSamples([100, 500].map((second) => ({ second, LAeq: 60 })));

  let isOver = false;
  let removal: Promise<unknown> | undefined;
  await db.transaction(async (transaction) => {
    // The first half of an import: its weighting is noted at the end.
    const writer = createSampleWriter(transaction, db);
    await writer.write(batchOf([{ sensorNo, second: 150, LAeq: 60 }]));
    const range = { startAt: 100_000 as Instant, endAt: 100_000 as Instant };
    removal = removeData(
      { db, kind: "postgres" },
      { what: "samples", sensorId, range },
      0 as Instant,
    ).finally(() => (isOver = true));
    await expect
      .poll(async () => {
        const [row] = await admin<{ waiting: number }[]>`
          select count(*)::integer as waiting from pg_stat_activity where wait_event_type = 'Lock'`;
        return isOver || (row?.waiting ?? 0) > 0;
      })
      .toBe(true);
    await writer.finish();
  });
  expect(await removal).toMatchObject({ samples: 1 });
  const rows = await db.execute(sql`select weighting, extract(epoch from first_at)::integer as first
    from reported_weightings where sensor_no = ${sensorNo}`);
  expect([...rows]).toEqual([{ weighting: "A", first: 150 }]);
  await database.close();
});
