import type { Queryable } from "../../database/client/pool.ts";
import type { BatchWriter, CsvBatch, CsvTable, SinkCounts } from "../csv/csv-table.ts";

/** Writes rows in batches inside a transaction, and counts each row. For `outside` see `CsvTable`. */
export function createRowWriter<Row, Batch extends CsvBatch<Row>>(
  transaction: Queryable,
  outside: Queryable,
  table: Pick<CsvTable<Row, Batch>, "createBatch" | "createWriter">,
): RowWriter<Row> {
  return createBatchedWriter(table.createWriter(transaction, outside), table, rowsPerStatement);
}

export const rowsPerStatement = 5000;

/** Writes rows with a writer of batches of at most `rowsPerBatch` rows. */
export function createBatchedWriter<Row, Batch extends CsvBatch<Row>>(
  writer: BatchWriter<Batch>,
  table: Pick<CsvTable<Row, Batch>, "createBatch">,
  rowsPerBatch: number,
): RowWriter<Row> {
  const total = { inserted: 0, updated: 0, unchanged: 0, emptiedLevels: 0, excluded: 0 };
  let batch = table.createBatch();
  let inProgress: Promise<SinkCounts> | null = null;

  const finishBatch = async () => {
    const written = await inProgress;
    inProgress = null;
    if (written === null) return;
    for (const name of Object.keys(total) as (keyof SinkCounts)[]) total[name] += written[name];
  };
  const startBatch = async () => {
    await finishBatch();
    // Parsing continues while the database works; `finishBatch` throws where the statement failed.
    inProgress = writer.write(batch);
    inProgress.catch(() => undefined);
    batch = table.createBatch();
  };
  return {
    async write(row) {
      let outcome = batch.add(row);
      if (outcome === "other") {
        await startBatch();
        outcome = batch.add(row);
      }
      if (outcome === "same") total.unchanged += 1;
      if (batch.seconds.length >= rowsPerBatch) await startBatch();
    },
    async finish() {
      await startBatch();
      await finishBatch();
      await writer.finish();
      return total;
    },
  };
}

export interface RowWriter<Row> {
  write(row: Row): Promise<void>;
  /** Writes the last batch, and returns the counts of all rows. */
  finish(): Promise<SinkCounts>;
}
