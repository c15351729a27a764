import { sql } from "drizzle-orm";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { jobSession } from "../../src/database/client/statement.ts";
import { everything } from "../../src/database/queries/keys/grants.ts";
import {
  compactPartition,
  selectIndexBytes,
} from "../../src/database/queries/maintenance/compact-partitions.ts";
import {
  dropSamplePartition,
  type SamplePartition,
  selectSamplePartitions,
} from "../../src/database/queries/maintenance/sample-partitions.ts";
import { selectLatestSamples } from "../../src/database/queries/samples/latest-samples.ts";
import { selectSensorsById } from "../../src/database/queries/sites/sensors.ts";
import { applyBenchSites, insertSteps } from "../fill.ts";
import { composeMeasured, sensorIdOf, lastSecond } from "../site.ts";
import type { Bar, Bench, Figure, Work } from "../work.ts";

/** Bytes of the index in order of arrival and made compact, the last levels, and a month dropped and deleted. */
export const storage: Work = {
  name: "storage",
  summary: "bytes a sample, the last levels of a hundred sensors, and the removal of a month",
  async run(bench) {
    await using database = await (await bench.benchDatabaseOf("storage")).open();
    const { db } = database;
    await applyBenchSites(db, [composeMeasured(20)]);
    const step = bench.pace.seconds === 0 ? 3600 : 300;
    await insertSteps(db, sql`true`, { ...threeMonths, step });
    await db.execute(sql`vacuum (analyze)`);
    const partitions = await selectSamplePartitions(db);
    const [dropped, deleted, compacted] = partitions.filter(
      ({ first, end }) => first >= threeMonths.first && end <= threeMonths.last + 3600,
    );
    if (dropped === undefined || deleted === undefined || compacted === undefined) {
      throw new Error("three months have no three partitions");
    }
    return [
      await measureCompaction(database, compacted),
      await measureLatest(bench),
      await compareRemovals(database, dropped, deleted),
    ];
  },
};

const threeMonths = {
  first: Date.parse("2019-08-01T00:00:00Z") / 1000,
  last: Date.parse("2019-10-31T23:00:00Z") / 1000,
};

async function measureCompaction(
  { db, kind }: OpenDatabase,
  partition: SamplePartition,
): Promise<Figure> {
  const rows = await countRows(db, partition);
  const bytesNow = async () => (await selectIndexBytes(db, partition.name)) / rows;
  const arrived = (await bytesNow()).toFixed(1);
  await compactPartition(db, kind, partition, Date.now() as Instant);
  const notes = [`${rows} samples of one month; ${arrived} bytes each in order of arrival`];
  const values = [await bytesNow()];
  return { name: "storage-index", values, unit: "bytes", bar: ["≤", 65], notes };
}

/** The time of the last levels of a hundred sensors. */
export async function measureLatest({
  database: opened,
  signal,
}: Pick<Bench, "database" | "signal">): Promise<Figure> {
  const session = opened.sessionFor({ ...jobSession, signal });
  const ids = Array.from({ length: 100 }, (_, index) => sensorIdOf(index));
  const sensors = await selectSensorsById(session, everything, ids);
  const periods = Array.from(sensors.values(), ({ sensorNo }) => ({
    sensorNo,
    seconds: { first: 0, last: lastSecond },
  }));
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < 200; round += 1) {
    times.push(
      await timed(async () => {
        found = (await selectLatestSamples(session, everything, periods, "A")).size;
      }),
    );
  }
  const bar: Bar | null = opened.kind === "postgres" ? ["≤", 5] : null;
  const notes = [`${periods.length} sensors, of which ${found} have samples`];
  return { name: "storage-latest", values: times, unit: "ms", bar, notes };
}

/** The deletion of a month, with its vacuum, to dropping one. */
async function compareRemovals(
  { db }: OpenDatabase,
  dropped: SamplePartition,
  deleted: SamplePartition,
): Promise<Figure> {
  const rows = [await countRows(db, dropped), await countRows(db, deleted)];
  const dropping = await timed(() => dropSamplePartition(db, dropped, { onlyEmpty: false }));
  const deleting = await timed(async () => {
    await db.execute(sql`delete from ${sql.identifier(deleted.name)}`);
    await db.execute(sql`vacuum ${sql.identifier(deleted.name)}`);
  });
  const notes = [
    `dropping ${rows[0]} samples ${Math.round(dropping)} ms, ` +
      `deleting ${rows[1]} with VACUUM ${Math.round(deleting)} ms`,
  ];
  const values = [deleting / dropping];
  return { name: "storage-drop", values, unit: "ratio", bar: ["≥", 1], notes };
}

async function countRows(db: OpenDatabase["db"], { name }: SamplePartition): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from ${sql.identifier(name)}`,
  );
  return row?.count ?? 0;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
