import { type SQL, sql } from "drizzle-orm";
import type { Hundredths } from "../../../acoustics/levels/decibel.ts";
import { type LevelName, levelNames } from "../../../acoustics/levels/level-names.ts";
import { secondsOfDay } from "../../../acoustics/time/local-day.ts";
import { type Month, monthOfSecond } from "../../../acoustics/time/calendar-month.ts";
import { arrayLiteral, textArrayLiteral } from "../../client/statement.ts";
import { upsertRows, type WrittenRows } from "../../client/bulk-write.ts";
import type { Queryable } from "../../client/pool.ts";
import { samples } from "../../tables/samples.ts";
import { clearCompactMarks } from "../maintenance/compact-partitions.ts";
import { type LatestSample, upsertLatestSamples } from "../samples/latest-samples.ts";
import {
  type FirstReport,
  noteFirstReports,
  upsertReportedWeightings,
} from "../samples/reported-weightings.ts";
import { type SampleBatch, type SampleColumn, sampleColumns } from "./sample-batch.ts";
import { ensureSamplePartitions, lackPartitions } from "../maintenance/sample-partitions.ts";

/**
 * Writes the samples of one transaction. `partitions` creates and commits their partitions at once, so that no other
 * import waits for the end of this one. The embedded database has only one session, and uses the transaction itself.
 */
export function createSampleWriter(transaction: Queryable, partitions: Queryable) {
  const months = new Set<Month>();
  const latest = new Map<number, LatestSample>();
  const firsts = new Map<string, FirstReport>();
  let columns: readonly SampleColumn[] = [];

  const ensurePartitions = async (batch: SampleBatch) => {
    // Until the end of the transaction, no partition is dropped, also if it is still empty.
    if (months.size === 0)
      await transaction.execute(sql`lock table ${samples} in row exclusive mode`);
    const days = new Set(batch.seconds.map((second) => Math.floor(second / secondsOfDay)));
    const found = new Set([...days].map((day) => monthOfSecond(day * secondsOfDay)));
    const added = [...found].filter((month) => !months.has(month));
    // Checked here first: if no partition is missing, the import does not wait for a second connection.
    if (await lackPartitions(transaction, added)) await ensureSamplePartitions(partitions, added);
    for (const month of added) months.add(month);
  };

  return {
    /** Writes a batch of the same columns as the others. Returns also the number of stored levels that it empties. */
    async write(batch: SampleBatch): Promise<WrittenRows & { readonly emptiedLevels: number }> {
      ({ columns } = batch);
      await ensurePartitions(batch);
      const { effect: emptiedLevels, ...written } = await upsertSamples(transaction, batch);
      noteLatest(latest, batch);
      noteFirstReports(firsts, batch);
      return { ...written, emptiedLevels };
    },
    /**
     * Updates the rows that are derived from samples. To be called once, as the last statements of the transaction:
     * imports share these rows, so they wait for one another shortly and without a deadlock.
     */
    async finish() {
      await upsertReportedWeightings(transaction, [...firsts.values()]);
      await upsertLatestSamples(transaction, [...latest.values()], columns);
      await clearCompactMarks(transaction, [...months]);
    },
  };
}

function noteLatest(
  latest: Map<number, LatestSample>,
  { sensorNos, seconds, levels }: SampleBatch,
) {
  const indexes = new Map<number, number>();
  for (const [index, sensorNo] of sensorNos.entries()) {
    const before = seconds[indexes.get(sensorNo) ?? -1] ?? latest.get(sensorNo)?.second;
    if ((seconds[index] ?? 0) >= (before ?? -Infinity)) indexes.set(sensorNo, index);
  }
  for (const [sensorNo, index] of indexes) {
    const second = seconds[index] ?? 0;
    const levelsAt = levelNames.map((name) => [name, levels[name][index] ?? null] as const);
    const sample = Object.fromEntries(levelsAt) as Record<LevelName, Hundredths | null>;
    latest.set(sensorNo, { sensorNo, second, ...sample });
  }
}

function upsertSamples(db: Queryable, batch: SampleBatch) {
  const columns = contentColumns();
  const written = batch.columns.map(columnOf);
  const listed = (prefix: string) => sql.raw(written.map((column) => prefix + column).join(", "));
  const [first, last] = [Math.min(...batch.seconds), Math.max(...batch.seconds)];
  // Sorted, so that two concurrent writers of the same samples lock the rows in the same order.
  return upsertRows(db, {
    batch: sql`
      select sensor_no, to_timestamp(second) as datetime, ${columns}
      from unnest(
        ${arrayLiteral(batch.sensorNos)}::integer[],
        ${arrayLiteral(batch.seconds)}::bigint[],
        ${sql.join(
          levelNames.map((name) => sql`${arrayLiteral(batch.levels[name])}::smallint[]`),
          sql`, `,
        )},
        ${arrayLiteral(batch.collectedLimits)}::smallint[],
        ${textArrayLiteral(batch.collectedClassifications)}::text[]
      ) as batch (sensor_no, second, ${columns})
      order by sensor_no, second`,
    total: batch.seconds.length,
    table: samples,
    key: sql`sensor_no, datetime`,
    range: sql`samples.datetime between to_timestamp(${first}::float8) and to_timestamp(${last}::float8)`,
    columns: sql`sensor_no, datetime, ${columns}`,
    update: sql`set (${listed("")}) = row(${listed("excluded.")})
      where row(${listed("samples.")}) is distinct from row(${listed("excluded.")})`,
    effect: countEmptied(batch.columns),
  });
}

/** The number of levels that a stored sample has and its row in the batch empties. */
function countEmptied(columns: readonly SampleColumn[]): SQL {
  const levels = columns.filter((name) => levelNames.some((level) => level === name)).map(columnOf);
  const isEmptied = (column: string) =>
    `(samples.${column} is not null and batch.${column} is null)::integer`;
  return sql.raw(["0", ...levels.map(isEmptied)].join(" + "));
}

/** All columns outside the primary key, in the order of `SampleBatch`. */
export function contentColumns(prefix = ""): SQL {
  return sql.raw(sampleColumns.map((name) => prefix + columnOf(name)).join(", "));
}

function columnOf(name: SampleColumn): string {
  return name === "limit" || name === "classification" ? `collected_${name}` : name.toLowerCase();
}
