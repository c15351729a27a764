import { sql } from "drizzle-orm";
import {
  addMonths,
  firstSecondOfMonth,
  monthOfSecond,
} from "../../src/acoustics/time/calendar-month.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { parseApiKey } from "../../src/auth/api-key.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { jobSession } from "../../src/database/client/statement.ts";
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
import { fill, type FillSize, lastSecond, sharedSteps, stepSeconds } from "../fill.ts";
import { sensorIdOf } from "../site.ts";
import { spreadOf } from "../statistics.ts";
import { atLeast, atMost, type Bench, type Figure, measuredOnce, type Work } from "../work.ts";

/** Bytes of the index in order of arrival and made compact, the last levels, and a month dropped and deleted. */
export const storage: Work = {
  name: "storage",
  summary: "bytes a sample, the last levels of a hundred sensors, and the removal of a month",
  async run(bench) {
    const database = await (await bench.benchDatabaseOf("spare")).open();
    try {
      // Few sensors, so that the samples span several months.
      const sensors = Math.min(bench.size.sensors, 20);
      const rows = Math.max(bench.size.rows, sensors * stepsOfThreeMonths);
      const size = { ...bench.size, sensors, rows, quietRows: 0 };
      await fill(database.db, size, bench.say, bench.signal);
      const [dropped, deleted, compacted = deleted] = await wholeMonths(database, size);
      if (dropped === undefined || deleted === undefined || compacted === undefined) {
        throw new Error("three months of samples have no two whole months");
      }
      return [
        await measureCompaction(database, compacted),
        await measureLatest(bench),
        await compareRemovals(database, dropped, deleted),
      ];
    } finally {
      // The next work finds the database empty.
      await database.db.execute(
        sql`truncate samples, sensor_latest, compact_partitions, classifications, recordings`,
      );
      await database.close();
    }
  },
};

const stepsOfThreeMonths = (93 * 86_400) / stepSeconds;

/** The partitions in which every sensor has samples from the first to the last day. */
async function wholeMonths({ db }: OpenDatabase, size: FillSize): Promise<SamplePartition[]> {
  const first = lastSecond - sharedSteps(size) * stepSeconds;
  const start = firstSecondOfMonth(addMonths(monthOfSecond(first), 1));
  const partitions = await selectSamplePartitions(db);
  return partitions.filter(
    (partition) => partition.first >= start && partition.end <= lastSecond + stepSeconds,
  );
}

async function measureCompaction(
  { db, kind }: OpenDatabase,
  partition: SamplePartition,
): Promise<Figure> {
  const rows = await countRows(db, partition);
  const bytesNow = async () => (await selectIndexBytes(db, partition.name)) / rows;
  const arrived = (await bytesNow()).toFixed(1);
  await compactPartition(db, kind, partition, Date.now() as Instant);
  const notes = [`${rows} samples of one month; ${arrived} bytes each in order of arrival`];
  const value = await bytesNow();
  return measuredOnce({ name: "storage-index", value, unit: "bytes", bar: atMost(65), notes });
}

/** The time of the last levels of a hundred sensors. */
export async function measureLatest({
  database: opened,
  key,
  signal,
}: Pick<Bench, "database" | "key" | "signal">): Promise<Figure> {
  const apiKey = parseApiKey(key);
  if (apiKey === null) throw new Error("The benchmark's key is malformed");
  const session = opened.sessionFor({ ...jobSession, signal });
  const ids = Array.from({ length: 100 }, (_, index) => sensorIdOf(index));
  const sensors = await selectSensorsById(session, apiKey.id, ids);
  const windows = Array.from(sensors.values(), ({ sensorNo }) => ({
    sensorNo,
    seconds: { first: 0, last: lastSecond },
  }));
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < 200; round += 1) {
    times.push(
      await timed(async () => {
        found = (await selectLatestSamples(session, apiKey.id, windows, "A")).size;
      }),
    );
  }
  const bar = opened.kind === "postgres" ? atMost(5) : null;
  const notes = [`${windows.length} sensors, of which ${found} have samples`];
  return { name: "storage-latest", value: spreadOf(times), unit: "ms", bar, sides: [], notes };
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
  const value = deleting / dropping;
  return measuredOnce({ name: "storage-drop", value, unit: "ratio", bar: atLeast(1), notes });
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
