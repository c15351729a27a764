import type { WrittenRows } from "#database/client/bulk-write.ts";
import type { OperatorDatabase, Queryable } from "#database/client/pool.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { addImportCounts } from "#database/queries/import-counts.ts";
import {
  deleteStagedBatch,
  selectExistingSensors,
  selectNextStagedBatch,
  type StagedBatch,
} from "#database/queries/staged-imports.ts";
import { classificationsTable } from "./import-classifications.ts";
import { samplesTable } from "./import-samples.ts";
import type { BatchWriter, CsvBatch, CsvTable } from "./csv-table.ts";
import { unpackRows } from "./staged-rows.ts";

export interface StepLimits {
  /**
   * No batch begins later in the step. So a slow or busy machine stores fewer of them, and keeps nobody waiting
   * longer.
   */
  readonly milliseconds: number;
  /** If the database begins the step later than this, others are waiting for it: the step does nothing. */
  readonly begunWithin: number;
}

export interface Step {
  /** `none` was left to store, or others were `waiting`. */
  readonly outcome: "stored" | "none" | "waiting";
  /** The milliseconds until the database began it. */
  readonly begunAfter: number;
  /** The milliseconds from then to its end. */
  readonly tookMilliseconds: number;
}

/** Stores the next batches and forgets them, in one transaction: a batch is stored once. */
export async function storeStagedStep(
  db: OperatorDatabase,
  { milliseconds, begunWithin }: StepLimits,
): Promise<Step> {
  const askedAt = performance.now();
  let begunAt = 0;
  const outcome = await db.transaction(async (transaction) => {
    begunAt = performance.now();
    if (begunAt - askedAt > begunWithin) return "waiting";
    const first = await selectNextStagedBatch(transaction);
    if (first === null) return "none";
    const { rowsOf } = first;
    // The batches were written by the table of this name.
    const table = tables[rowsOf] as unknown as CsvTable<unknown, CsvBatch<unknown>>;
    const writer = table.createWriter(transaction, transaction);
    const total = { inserted: 0, updated: 0, unchanged: 0 };
    for (let next: StagedBatch | null = first; next?.rowsOf === rowsOf;) {
      const written = await storeBatch(transaction, writer, next);
      total.inserted += written.inserted;
      total.updated += written.updated;
      total.unchanged += written.unchanged;
      if (performance.now() - begunAt >= milliseconds) break;
      next = await selectNextStagedBatch(transaction);
    }
    await writer.finish();
    await addImportCounts(transaction, rowsOf, total, Date.now() as Instant);
    return "stored";
  });
  const endedAt = performance.now();
  return { outcome, begunAfter: begunAt - askedAt, tookMilliseconds: endedAt - begunAt };
}

const tables = { samples: samplesTable, classifications: classificationsTable };

async function storeBatch(
  transaction: Queryable,
  writer: BatchWriter<CsvBatch<unknown>>,
  staged: StagedBatch,
): Promise<WrittenRows> {
  const batch = unpackRows(staged.rows) as StoredColumns;
  const existing = await selectExistingSensors(transaction, batch.sensorNos);
  const kept = keepRows(
    batch,
    batch.sensorNos.map((sensorNo) => existing.has(sensorNo)),
  ) as StoredColumns;
  const written = await writer.write(kept as unknown as CsvBatch<unknown>);
  // Rows of a sensor that was removed meanwhile change nothing.
  const removed = batch.sensorNos.length - kept.sensorNos.length;
  const counts = { ...written, unchanged: written.unchanged + removed };
  await deleteStagedBatch(transaction, staged, counts);
  return counts;
}

interface StoredColumns {
  readonly sensorNos: readonly number[];
}

/** Lists of equal length, at any depth, with the entries at the places that are kept. */
function keepRows(columns: unknown, isKept: readonly boolean[]): unknown {
  if (isKept.every(Boolean)) return columns;
  if (Array.isArray(columns)) return columns.filter((_, index) => isKept[index]);
  return Object.fromEntries(
    Object.entries(columns as object).map(([name, column]) => [name, keepRows(column, isKept)]),
  );
}
