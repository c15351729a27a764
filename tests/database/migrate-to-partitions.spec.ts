import { sql } from "drizzle-orm";
import { monthOf } from "#acoustics/time/calendar-month.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { applyMigrations } from "#database/client/migrate.ts";
import type { OpenDatabase } from "#database/client/open-database.ts";
import { prepareSamplesPartition } from "#database/client/prepare-samples-partition.ts";
import {
  ensureSamplePartitions,
  selectSamplePartitions,
} from "#database/queries/sample-partitions.ts";
import { startTestGateway } from "../support/gateway.ts";
import { copyRows, makeOlderTables } from "../support/older-release.ts";
import { withOwnDatabase } from "../support/own-database.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { expect, test } from "../support/test.ts";

const secondOf = (text: string) => Date.parse(text) / 1000;

/**
 * Calls `use` with a database of the release before partitions, and with one that has the same rows already in them.
 */
async function withBothReleases(
  use: (older: OpenDatabase, newer: OpenDatabase, tenant: Tenant) => Promise<void>,
): Promise<void> {
  await withOwnDatabase("migrated", (newer) =>
    withOwnDatabase("empty", async (older) => {
      const tenant = await createTenant(newer.db, {
        sensors: 3,
        site: {
          contract: { startAt: "2025-11-30", endAt: "2026-02-02" },
          limits: { default: { A: 50 } },
          classification: { model: "m" },
        },
      });
      const start = secondOf("2025-12-30T00:00:00Z");
      for (const sensor of [0, 1]) {
        const samples = Array.from({ length: 1500 }, (_, step) => ({
          second: start + 300 * step,
          LAeq: 40 + (step % 20),
          ...(sensor === 0 && { LCeq: 60, LZeq: 61, LA10: 45 }),
        }));
        await tenant.addSamples(samples, sensor);
      }
      await tenant.addClassifications([["m", start, "siren", 0.9]]);
      await makeOlderTables(older, "0007");
      await copyRows(newer, older);
      await use(older, newer, tenant);
    }),
  );
}

test("a database of the release before answers byte for byte as before after the migration", async ({
  databaseConfig,
  audioStore,
}) => {
  await withBothReleases(async (older, newer, tenant) => {
    await applyMigrations(older.target);
    const range = "startAt=2025-12-29&endAt=2026-01-10";
    const paths = [
      "/projects",
      ...[0, 1, 2].map((sensor) => `${tenant.measurementsPath(sensor)}?${range}&limit=700`),
      `${tenant.measurementsPath(0)}?${range}&limit=50&orderBy=asc&fweighting=C`,
      tenant.path(`/sensors/${tenant.sensorIds[0]}/events?${range}&limit=500`),
      tenant.path(),
    ];
    const read = async (database: OpenDatabase) => {
      const clock = () => Date.parse("2026-01-20T00:00:00Z") as Instant;
      const gateway = await startTestGateway({
        databaseConfig,
        database,
        store: audioStore,
        clock,
      });
      try {
        const headers = { "svc-api-key": `Bearer ${tenant.key}` };
        return await Promise.all(
          paths.map(async (path) => {
            const url = path.startsWith("/api") ? path : `/api/v0${path}`;
            const response = await fetch(`${gateway.publicUrl}${url}`, { headers });
            return { path, status: response.status, body: await response.text() };
          }),
        );
      } finally {
        await gateway.stop();
      }
    };
    const answers = await read(older);
    expect(answers).toEqual(await read(newer));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  });
});

test("what is known of the samples is found out again", async () => {
  await withBothReleases(async (older, newer) => {
    await older.db.execute(sql`delete from reported_weightings`);
    await applyMigrations(older.target);
    const of = async ({ db }: OpenDatabase) => ({
      latest: [...(await db.execute(sql`select * from sensor_latest order by sensor_key`))],
      reported: [
        ...(await db.execute(
          sql`select * from reported_weightings order by sensor_key, weighting`,
        )),
      ],
    });
    const known = await of(newer);
    expect([known.latest.length, known.reported.length]).toEqual([2, 4]);
    expect(await of(older)).toEqual(known);
  });
});

test("the samples that are stored become one partition, and later months have their own", async () => {
  await withBothReleases(async (older) => {
    const before = await older.db.execute(sql`select * from samples order by sensor_key, datetime`);
    await applyMigrations(older.target);
    const after = await older.db.execute(sql`select * from samples order by sensor_key, datetime`);
    expect([...after]).toEqual([...before]);
    const [stored, ...others] = await selectSamplePartitions(older.db);
    expect(stored?.first).toBe(-Infinity);
    const [row] = await older.db.execute<{ count: number; checks: number }>(sql`
      select (select count(*)::integer from ${sql.identifier(stored?.name ?? "")}) as count,
        (select count(*)::integer from pg_constraint where contype = 'c'
          and conrelid = ${stored?.name}::regclass) as checks`);
    expect(row).toEqual({ count: 3000, checks: 0 });
    expect(others).toEqual([]);
  });
});

test("what prepares the migration may be interrupted and run again, and imports of the release before go on", async () => {
  await withBothReleases(async (older) => {
    await prepareSamplesPartition(older.db, 1, 500);
    await older.db.execute(sql`insert into samples (sensor_key, datetime, laeq)
      select key, now(), 5000 from sensors`);
    await prepareSamplesPartition(older.db, 1, 500);
    await applyMigrations(older.target);
    // Nothing is left to prepare.
    await prepareSamplesPartition(older.db, 1, 500);
    const [stored] = await older.db.execute(sql`select count(*)::integer as count from samples`);
    expect(stored).toEqual({ count: 3003 });
    const [latest] = await older.db.execute(sql`
      select count(*)::integer as count from sensor_latest where datetime > now() - interval '1 day'`);
    expect(latest).toEqual({ count: 3 });
  });
});

test("processes that start together migrate once, and none fails", async ({ databaseConfig }) => {
  test.skip(databaseConfig.kind === "embedded", "the embedded database has one session");
  await withBothReleases(async (older) => {
    await Promise.all([1, 2, 3].map(() => applyMigrations(older.target)));
    const [stored] = await older.db.execute(sql`select count(*)::integer as count from samples`);
    expect(stored).toEqual({ count: 3000 });
    const [checks] = await older.db.execute(sql`
      select count(*)::integer as count from pg_constraint
      where contype = 'c' and conname like 'samples%'`);
    expect(checks).toEqual({ count: 0 });
  });
});

/** The checks of stored samples, and the tables of the release after. */
async function leftBehind({ db }: OpenDatabase) {
  return [
    ...(await db.execute<{ name: string }>(sql`
      select conname as name from pg_constraint where contype = 'c' and conrelid = 'samples'::regclass
      union all select relname from pg_class where relname = 'compact_partitions'`)),
  ];
}

test("a migration that fails leaves nothing behind, and may be run again", async () => {
  await withBothReleases(async (older) => {
    await older.db.execute(sql`create table key_requests ()`);
    await expect(applyMigrations(older.target)).rejects.toThrow();
    expect(await leftBehind(older)).toEqual([]);
    await older.db.execute(sql`drop table key_requests`);
    await applyMigrations(older.target);
    expect(await leftBehind(older)).toEqual([{ name: "compact_partitions" }]);
  });
});

test("a migration that does not get its tables gives up, says so, and leaves nothing behind", async ({
  databaseConfig,
}) => {
  test.skip(databaseConfig.kind === "embedded", "the embedded database has one session");
  await withBothReleases(async (older) => {
    await older.db.transaction(async (reader) => {
      await reader.execute(sql`select key from projects`);
      await expect(applyMigrations(older.target, { patienceMilliseconds: 0 })).rejects.toThrow(
        "other sessions hold tables that a migration changes",
      );
    });
    expect(await leftBehind(older)).toEqual([]);
  });
});

async function waitingStatements({ db }: OpenDatabase): Promise<string[]> {
  const rows = await db.execute<{ query: string }>(sql`
    select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.map(({ query }) => query);
}

test("a migration waits for all its tables before it changes any, and readers do not wait for it", async ({
  databaseConfig,
}) => {
  test.skip(databaseConfig.kind === "embedded", "the embedded database has one session");
  await withBothReleases(async (older) => {
    await prepareSamplesPartition(older.db, 1, 500);
    let migrated: Promise<unknown> = Promise.resolve();
    await older.db.transaction(async (reader) => {
      // The last of the tables in their order: the migration holds the others, and waits.
      await reader.execute(sql`select from samples limit 1`);
      migrated = applyMigrations(older.target);
      await expect
        .poll(() => waitingStatements(older), { intervals: [50], timeout: 30_000 })
        .toEqual([
          expect.stringMatching(
            /^lock table "projects", "sensors", "api_keys", "samples" in access/,
          ),
        ]);
      // Twice, because the migration tries again.
      for (const table of ["projects", "sensors", "projects"]) {
        await older.db.execute(sql`select key from ${sql.identifier(table)}`);
      }
      // What the migration holds and what it waits for are no deadlock.
      await reader.execute(sql`select key from projects`);
      expect(await leftBehind(older)).toHaveLength(1);
    });
    await migrated;
    expect(await leftBehind(older)).toEqual([{ name: "compact_partitions" }]);
  });
});

test("a sample of the last month that there is does not keep the database from being migrated", async () => {
  await withBothReleases(async (older) => {
    await older.db.execute(sql`insert into samples (sensor_key, datetime, laeq)
      select key, '9999-12-31T23:59:59Z', 5000 from sensors`);
    await applyMigrations(older.target);
    const [stored, ...others] = await selectSamplePartitions(older.db);
    expect(stored?.name).toMatch(/^samples_before_10000_0\d$/);
    expect(others).toEqual([]);
    await ensureSamplePartitions(older.db, [monthOf(2026, 12)]);
    expect(await selectSamplePartitions(older.db)).toHaveLength(1);
  });
});
