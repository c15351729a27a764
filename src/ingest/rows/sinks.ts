import type { Instant } from "../../acoustics/time/instant.ts";
import type { OperatorDatabase, Queryable } from "../../database/client/pool.ts";
import { addImportCounts, readAsUtcResult } from "../../database/queries/imports/import-counts.ts";
import { type LockMode, lockImport } from "../../database/queries/imports/import-locks.ts";
import type { BatchWriter, CsvBatch, CsvTable, SinkCounts } from "../csv/csv-table.ts";
import {
  createBatchedWriter,
  createRowWriter,
  rowsPerStatement,
  type RowWriter,
} from "./row-writer.ts";
import { createStepWriter, rowsPerStep } from "./store-in-steps.ts";

/** The counts of a file that the metrics add up. */
export interface StoredCounts extends SinkCounts {
  readonly rows: number;
  readonly rejected: number;
  readonly readAsUtc: number;
}

/** The end of the pipeline of a file. The sinks differ in what stays when `work` fails. */
export interface Sink<Row> {
  /** Calls `work` with a writer of rows of these sensors, and returns its counts. */
  run<Counts extends StoredCounts>(
    sensorNos: readonly number[],
    work: (writer: RowWriter<Row>) => Promise<Counts>,
  ): Promise<Counts>;
  /** The number of rows that stay after a failure. */
  rowsStored(): number;
  readonly isTrial: boolean;
}

/** Counts rows, and stores none. */
export function createTrialSink<Row, Batch extends CsvBatch<Row>>(
  trial: BatchWriter<Batch>,
  table: CsvTable<Row, Batch>,
): Sink<Row> {
  return {
    run: (_, work) => work(createBatchedWriter(trial, table, rowsPerStatement)),
    rowsStored: () => 0,
    isTrial: true,
  };
}

/** Stores a file as a whole or not at all. */
export function createTransactionSink<Row, Batch extends CsvBatch<Row>>(
  db: OperatorDatabase,
  table: CsvTable<Row, Batch>,
  lock: LockMode,
): Sink<Row> {
  return {
    run: (sensorNos, work) =>
      db.transaction(async (transaction) => {
        await lockImport(transaction, table.name, sensorNos, lock);
        const counts = await work(createRowWriter(transaction, db, table));
        await addCounts(transaction, table.name, counts);
        return counts;
      }),
    rowsStored: () => 0,
    isTrial: false,
  };
}

/** Stores a file in steps: the embedded database has one session (decision 014). */
export function createStepSink<Row, Batch extends CsvBatch<Row>>(
  db: OperatorDatabase,
  table: CsvTable<Row, Batch>,
): Sink<Row> {
  const steps = createStepWriter(db, table);
  return {
    async run(_, work) {
      const counts = await work(createBatchedWriter(steps, table, rowsPerStep));
      // Each step has counted its rows, but not rows that repeat others.
      const unchanged = counts.inserted + counts.updated + counts.unchanged - steps.rowsStored();
      await addCounts(db, table.name, { ...counts, inserted: 0, updated: 0, unchanged });
      return counts;
    },
    rowsStored: () => steps.rowsStored(),
    isTrial: false,
  };
}

function addCounts(
  db: Queryable,
  kind: CsvTable<never>["name"],
  { inserted, updated, unchanged, rejected, readAsUtc }: StoredCounts,
): Promise<void> {
  // The moment of this count is that of its last row.
  const inUtc = readAsUtc === 0 ? {} : { [readAsUtcResult]: readAsUtc };
  const results = { inserted, updated, unchanged, rejected, ...inUtc };
  return addImportCounts(db, kind, results, Date.now() as Instant);
}
