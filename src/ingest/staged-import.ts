import { setTimeout as delay } from "node:timers/promises";
import type { WrittenRows } from "#database/client/bulk-write.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { addImportCounts } from "#database/queries/import-counts.ts";
import { isDatabaseUnreachable } from "#database/client/connection-errors.ts";
import type { OperatorDatabase } from "#database/client/pool.ts";
import {
  analyzeStored,
  completeStagedImport,
  deleteStagedBatch,
  deleteStagedImport,
  insertStagedBatch,
  insertStagedImport,
  type RowsOf,
  selectExistingSensors,
  selectGrownTables,
  selectNextStagedBatch,
  selectStagedImport,
  vacuumStored,
} from "#database/queries/staged-imports.ts";
import { classificationsTable } from "./import-classifications.ts";
import { samplesTable } from "./import-samples.ts";
import type { BatchWriter, CsvBatch, CsvTable } from "./csv-table.ts";

/** Writes the rows of one file with a writer that stages batches. Returns what it counts. */
export type StageRows<Batch, Counts> = (staging: BatchWriter<Batch>) => Promise<Counts>;

/**
 * Imports a file into the embedded database in short transactions, with pauses for others between them: one
 * transaction would make everybody wait for its end (decision 014). `stageRows` writes the rows where nobody sees
 * them. Once all are there the file is complete, in one statement: before it nothing was changed, after it every
 * row will be stored, by this process or by the next one that opens the database.
 */
export async function importInSteps<Row, Batch extends CsvBatch<Row>, Counts>(
  db: OperatorDatabase,
  table: CsvTable<Row, Batch>,
  stageRows: StageRows<Batch, Counts>,
  report: (fraction: number) => void,
): Promise<{ readonly counts: Counts; readonly written: WrittenRows }> {
  const importNo = await acrossOwners(() => insertStagedImport(db, table.name));
  let batches = 0;
  let counts: Counts;
  try {
    counts = await stageRows({
      async write(batch) {
        if (batch.seconds.length === 0) return nothing;
        const staged = { importNo, batchNo: batches, rows: JSON.stringify(batch) };
        await acrossOwners(() => insertStagedBatch(db, staged));
        batches += 1;
        return nothing;
      },
      finish: async () => undefined,
    });
    await acrossOwners(() => completeStagedImport(db, importNo, batches));
  } catch (error) {
    // If this fails as well, what is staged is removed an hour later. Nothing of it is ever stored.
    await deleteStagedImport(db, importNo).catch(() => undefined);
    throw error;
  }
  const grown = new Set<string>();
  for (;;) {
    const progress = await acrossOwners(() => selectStagedImport(db, importNo));
    if (progress === null) throw new Error("an import was forgotten before its end");
    const { batchesLeft, ...written } = progress;
    if (batchesLeft === 0) {
      await deleteStagedImport(db, importNo).catch(() => undefined);
      if (written.inserted + written.updated >= analyzedFrom) await tidy(db, table.name, grown);
      return { counts, written };
    }
    report(1 - batchesLeft / batches);
    if (batchesLeft < batches) await vacuumGrown(db, table.name, grown);
    // A batch may be of a file that another process has left behind. Those are stored first.
    for (let index = 0; index < stepsPerReport; index += 1) await storeNextAndPause(db);
  }
}

/**
 * Stores what is staged of complete files: their process was killed, or is still at it, which does no harm. Returns
 * whether there was any.
 */
export async function finishStagedImports(db: OperatorDatabase): Promise<boolean> {
  let isAny = false;
  while (await storeNextAndPause(db)) isAny = true;
  if (isAny)
    for (const name of ["samples", "classifications"] as const) await tidy(db, name, new Set());
  return isAny;
}

/** Fewer new rows change nothing in the planner's choice. */
export const analyzedFrom = 1000;

async function tidy(db: OperatorDatabase, name: RowsOf, grown: Set<string>): Promise<void> {
  await vacuumGrown(db, name, grown);
  for (const table of grown) await analyzeStored(db, table).catch(() => undefined);
}

/** The rows are stored: that a table cannot be vacuumed does not fail the import. */
async function vacuumGrown(db: OperatorDatabase, name: RowsOf, grown: Set<string>): Promise<void> {
  for (const table of await selectGrownTables(db, name).catch(() => [])) {
    await vacuumStored(db, table).catch(() => undefined);
    grown.add(table);
  }
}

/** Rows of a transaction. Requests wait for at most a few of these, one for each of their statements. */
export const rowsPerStep = 500;

/** After so many steps the table is vacuumed. */
const stepsPerReport = 64;

const nothing: WrittenRows = { inserted: 0, updated: 0, unchanged: 0 };

const tables = { samples: samplesTable, classifications: classificationsTable };

/**
 * Stores the next batch. Where others are waiting for the backend, it then leaves it to them for as long as it had it: a
 * request is several statements, one after another, and would otherwise wait for a step at each of them.
 */
async function storeNextAndPause(db: OperatorDatabase): Promise<boolean> {
  const askedAt = performance.now();
  const { isStored, begunAt } = await acrossOwners(() => storeNext(db));
  const endedAt = performance.now();
  if (isStored && begunAt - askedAt > freeMilliseconds) await delay(endedAt - begunAt);
  return isStored;
}

/** The backend begins a transaction within this time, unless somebody else has it. */
const freeMilliseconds = 2;

/** Stores the next batch and forgets it, in one transaction: a batch is stored once. */
async function storeNext(
  db: OperatorDatabase,
): Promise<{ readonly isStored: boolean; readonly begunAt: number }> {
  let begunAt = 0;
  const isStored = await db.transaction(async (transaction) => {
    begunAt = performance.now();
    const staged = await selectNextStagedBatch(transaction);
    if (staged === null) return false;
    const batch = JSON.parse(staged.rows) as StoredColumns;
    const existing = await selectExistingSensors(transaction, batch.sensorNos);
    const kept = keepRows(
      batch,
      batch.sensorNos.map((sensorNo) => existing.has(sensorNo)),
    ) as StoredColumns;
    // The batch was written by the table of this name.
    const table = tables[staged.rowsOf] as unknown as CsvTable<unknown, CsvBatch<unknown>>;
    const writer = table.createWriter(transaction, transaction);
    const written = await writer.write(kept as unknown as CsvBatch<unknown>);
    await writer.finish();
    // Rows of a sensor that was removed meanwhile change nothing.
    const unchanged = written.unchanged + batch.sensorNos.length - kept.sensorNos.length;
    await deleteStagedBatch(transaction, staged, { ...written, unchanged });
    const results = { inserted: written.inserted, updated: written.updated, unchanged };
    await addImportCounts(transaction, staged.rowsOf, results, Date.now() as Instant);
    return true;
  });
  return { isStored, begunAt };
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

/**
 * Repeats work while the process that runs the database ends and another one becomes the owner. Throws after a minute.
 * A step may have been done before its connection was lost: each may be repeated.
 */
async function acrossOwners<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + handoverMilliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const mayReturn = isDatabaseUnreachable(error) && !isPoolClosed(error);
      if (!mayReturn || performance.now() > giveUpAt) throw error;
      await delay(pauseMilliseconds);
    }
  }
}

/** Whether this process itself has closed its connections. */
function isPoolClosed(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "CONNECTION_ENDED") || isPoolClosed(error.cause);
}

const handoverMilliseconds = 60_000;
const pauseMilliseconds = 50;
