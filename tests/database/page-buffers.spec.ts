import { sql } from "drizzle-orm";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import type { Database } from "../../src/database/client/statement.ts";
import { compactPast } from "../../src/operator/maintenance/run-round.ts";
import { ensureModels } from "../../src/database/queries/samples/classifications.ts";
import { selectLatestSamples } from "../../src/database/queries/samples/latest-samples.ts";
import { analyzeSamples } from "../../src/database/queries/maintenance/sample-partitions.ts";
import { createSampleWriter } from "../../src/database/queries/imports/sample-writer.ts";
import type { GrantedSensorNo } from "../../src/database/queries/keys/grants.ts";
import { selectPage } from "../../src/database/queries/samples/samples.ts";
import { grantsOf, resolveSensors } from "../support/grants.ts";
import { withOwnDatabase } from "../support/own-database.ts";
import { sessionSending } from "../support/session.ts";
import { batchOf, createTenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

const end = Date.parse("2026-01-20T12:00:00Z") / 1000;
const day = 86_400;

test("a page of the newest hour of a sensor reads at most 20 buffers, after imports in order of arrival and a round", async ({
  onCitus,
}) => {
  test.skip(onCitus, "Citus explains the statement of the coordinator alone");
  await withOwnDatabase("migrated", async (database) => {
    const { db } = database;
    const tenant = await createTenant(db, { sensors: 60 });
    const grants = grantsOf(tenant.key);
    const sensorNos = await resolveSensors(database, tenant.sensorIds);
    // Two years by the day, the last three hours by the minute as they arrive: all sensors at a time.
    const past = Array.from({ length: 730 }, (_, index) => end - (730 - index) * day);
    const newest = Array.from({ length: 180 }, (_, index) => end - 60 * (180 - index));
    await write(database, sensorNos, past, 100);
    await write(database, sensorNos, newest, 1);
    for (const model of ["m", "other"]) {
      await tenant.addClassifications(
        newest.map((second) => [model, second, `of ${model}`, 0.9]),
        30,
      );
    }
    const modelNo = (await ensureModels(db, ["m"])).get("m") ?? 0;
    // An import into the embedded database ends with this; a server's autovacuum does it later.
    await analyzeSamples(db, "embedded");
    const signal = neverAborted;
    const compacted = await compactPast({
      db,
      kind: "embedded",
      now: (end * 1000) as Instant,
      signal,
    });
    expect(compacted).toHaveLength(24);

    const sensorNo = sensorNos[30] ?? (0 as GrantedSensorNo);
    const contract = { first: end - 800 * day, last: end };
    for (const [first, order] of [
      [end - 3600, "asc"],
      [end - 3600, "desc"],
      [contract.first, "desc"],
    ] as const) {
      const read = await buffersOf(database, (session) =>
        selectPage(
          session,
          grants,
          { sensorNo, seconds: { first, last: end } },
          { order, pageSize: 59, model: { modelNo, minConfidence: 0.5 } },
        ),
      );
      expect(read.found).toHaveLength(60);
      expect(read.found[58]?.classification?.label).toBe("of m");
      expect(read.buffers).toHaveLength(1);
      expect(read.buffers[0]).toBeLessThanOrEqual(20);
    }
    // That there is no level of a weighting is known without a look into any month.
    const windows = [{ sensorNo, seconds: contract }];
    const read = await buffersOf(database, (session) =>
      selectLatestSamples(session, grants, windows, "C"),
    );
    expect(read.found).toEqual(new Map());
    expect(read.buffers).toHaveLength(2);
    expect(Math.max(...read.buffers)).toBeLessThanOrEqual(10);
  });
});

/** The result of `work`, and the buffers that each of its statements reads with the gateway's plan. */
async function buffersOf<Found>(
  database: OpenDatabase,
  work: (session: Database) => Promise<Found>,
): Promise<{ readonly found: Found; readonly buffers: readonly number[] }> {
  const sent: (readonly [text: string, values: readonly string[]])[] = [];
  const found = await work(
    sessionSending(database, (sendOn, text, values) => {
      sent.push([text, values]);
      return sendOn();
    }),
  );
  const buffers: number[] = [];
  for (const [text, values] of sent) {
    await database.db.transaction(async (transaction) => {
      const execute = `execute measured (${values.map((value) => `'${value}'`).join(", ")})`;
      await transaction.execute(sql`set local plan_cache_mode = force_generic_plan`);
      await transaction.execute(sql.raw(`prepare measured as ${text}`));
      // The first time, the catalog is read as well.
      await transaction.execute(sql.raw(execute));
      const [row] = await transaction.execute<Explained>(
        sql.raw(`explain (analyze, buffers, format json) ${execute}`),
      );
      await transaction.execute(sql`deallocate measured`);
      const plan = row?.["QUERY PLAN"][0]?.Plan;
      buffers.push((plan?.["Shared Hit Blocks"] ?? NaN) + (plan?.["Shared Read Blocks"] ?? NaN));
    });
  }
  return { found, buffers };
}

type Explained = {
  "QUERY PLAN": { Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } }[];
};

/** Writes a sample of each sensor for each second, so many seconds in a batch. */
async function write(
  { db }: OpenDatabase,
  sensorNos: readonly number[],
  seconds: readonly number[],
  batch: number,
): Promise<void> {
  const levels = { LAeq: 50, LAFmax: 50 };
  await db.transaction(async (transaction) => {
    const writer = createSampleWriter(transaction, transaction);
    for (let from = 0; from < seconds.length; from += batch) {
      const rows = seconds
        .slice(from, from + batch)
        .flatMap((second) => sensorNos.map((sensorNo) => ({ second, sensorNo, ...levels })));
      await writer.write(batchOf(rows));
    }
    await writer.finish();
  });
}
