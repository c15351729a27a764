import { setTimeout as delay } from "node:timers/promises";
import type { WrittenRows } from "#database/client/bulk-write.ts";
import { isDatabaseUnreachable } from "#database/client/connection-errors.ts";
import type { OperatorDatabase } from "#database/client/pool.ts";
import {
  analyzeStored,
  completeStagedImport,
  deleteIncompleteImport,
  deleteStagedImport,
  insertStagedBatch,
  insertStagedImport,
  type RowsOf,
  selectGrownTables,
  selectStagedImport,
  vacuumStored,
} from "#database/queries/staged-imports.ts";
import type { BatchWriter, CsvBatch, CsvTable } from "./csv-table.ts";
import { packRows } from "./staged-rows.ts";
import { storeStagedStep } from "./store-staged-step.ts";
import { hasErrorCode } from "#error-code.ts";

/** Writes the rows of one file with a writer that stages batches. Returns what it counts. */
export type StageRows<Batch, Counts> = (staging: BatchWriter<Batch>) => Promise<Counts>;

/** A file that is complete in the database: whatever happens, its rows will be stored. */
export interface StagedFile<Counts> {
  readonly importNo: number;
  readonly batches: number;
  readonly counts: Counts;
}

/**
 * Begins to import a file into the embedded database in short transactions, with pauses for others between them: one
 * transaction would make everybody wait for its end (decision 014). `stageRows` writes the rows where nobody sees
 * them. Once all are there the file is complete, in one statement: before it nothing was changed, after it every
 * row will be stored, by this process or by the next one that opens the database.
 */
export async function stageFile<Row, Batch extends CsvBatch<Row>, Counts>(
  db: OperatorDatabase,
  table: CsvTable<Row, Batch>,
  stageRows: StageRows<Batch, Counts>,
): Promise<StagedFile<Counts>> {
  const importNo = await acrossOwners(() => insertStagedImport(db, table.name));
  let batches = 0;
  try {
    const counts = await stageRows({
      async write(batch) {
        if (batch.seconds.length === 0) return nothing;
        const staged = { importNo, batchNo: batches, rows: packRows(batch) };
        await acrossOwners(() => insertStagedBatch(db, staged));
        batches += 1;
        return nothing;
      },
      finish: async () => undefined,
    });
    await acrossOwners(() => completeStagedImport(db, importNo, batches));
    return { importNo, batches, counts };
  } catch (error) {
    // If this fails as well, what is staged is removed an hour later. It is stored only where the file is complete,
    // and the answer that says so was lost.
    await deleteIncompleteImport(db, importNo).catch(() => undefined);
    throw error;
  }
}

/** Stores a file that was staged, and returns its outcome. If it fails, the rest is stored by whoever comes next. */
export async function storeStagedFile(
  db: OperatorDatabase,
  rowsOf: RowsOf,
  { importNo, batches }: Pick<StagedFile<unknown>, "importNo" | "batches">,
  report: (fraction: number) => void,
): Promise<WrittenRows> {
  const storeNext = createSteps(db);
  const grown = new Set<string>();
  for (let steps = 1; ; steps += 1) {
    const progress = await acrossOwners(() => selectStagedImport(db, importNo));
    if (progress === null) throw new Error("an import was forgotten before its end");
    const { nextBatch, ...written } = progress;
    if (nextBatch === null) {
      await deleteStagedImport(db, importNo).catch(() => undefined);
      if (written.inserted + written.updated >= analyzedFrom) await tidy(db, rowsOf, grown);
      return written;
    }
    report(nextBatch / batches);
    // A batch may be of a file that another process has left behind. Those are stored first.
    await storeNext();
    if (steps % stepsPerVacuum === 0) await vacuumGrown(db, rowsOf, grown);
  }
}

/**
 * Stores what is staged of complete files: their process was killed, or is still at it, which does no harm. Returns
 * whether there was any.
 */
export async function finishStagedImports(db: OperatorDatabase): Promise<boolean> {
  const storeNext = createSteps(db);
  let isAny = false;
  while (await storeNext()) isAny = true;
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

/** Rows of a batch: the least that a step stores. */
export const rowsPerBatch = 500;

/** A request waits for a step or two. What a step does once, whatever it stores, is small beside this. */
const stepMilliseconds = 30;

const stepsPerVacuum = 16;

const nothing: WrittenRows = { inserted: 0, updated: 0, unchanged: 0 };

/**
 * Stores the next batches at each call; returns whether there were any. Where others are waiting for the database, it
 * first leaves it to them for as long as it had it: a request is several statements, one after another, and waits for
 * one step instead of one at each of them.
 */
function createSteps(db: OperatorDatabase): () => Promise<boolean> {
  let [hadMilliseconds, shortestBegin] = [0, Infinity];
  const take = async (begunWithin: number) => {
    const limits = { milliseconds: stepMilliseconds, begunWithin };
    const step = await acrossOwners(() => storeStagedStep(db, limits));
    shortestBegin = Math.min(shortestBegin, step.begunAfter);
    if (step.outcome === "stored") hadMilliseconds = step.tookMilliseconds;
    return step.outcome;
  };
  return async () => {
    let outcome = await take(Math.max(alwaysPrompt, promptRatio * shortestBegin));
    if (outcome === "waiting") {
      await delay(hadMilliseconds);
      outcome = await take(Infinity);
    }
    return outcome === "stored";
  };
}

/**
 * The database begins a transaction within so many times the shortest time that it took, unless others have it: they
 * take longer.
 */
const promptRatio = 3;

/**
 * Milliseconds within which a transaction may begin in any case: one that began in no time says nothing about the
 * next.
 */
const alwaysPrompt = 2;

/**
 * Repeats work while the process that runs the database ends and another one becomes the owner. Throws after a
 * minute. A step may have been done before its connection was lost: each may be repeated.
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
  return hasErrorCode(error, "CONNECTION_ENDED") || isPoolClosed(error.cause);
}

const handoverMilliseconds = 60_000;
const pauseMilliseconds = 50;
