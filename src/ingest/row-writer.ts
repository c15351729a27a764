import type { Queryable } from "#database/client/pool.ts";
import type { WrittenRows } from "#database/client/bulk-write.ts";
import type { CsvBatch, CsvTable } from "./csv-table.ts";

/**
 * Writes rows of a table in batches, inside the transaction `db`, and counts them as if each had been
 * written alone.
 */
export function createRowWriter<Row, Batch extends CsvBatch<Row>>(
  db: Queryable,
  table: Pick<CsvTable<Row, Batch>, "createBatch" | "createUpsert">,
) {
  const upsert = table.createUpsert(db);
  const total = { inserted: 0, updated: 0, unchanged: 0 };
  let batch = table.createBatch();
  let underWay: Promise<WrittenRows> | null = null;

  const finishBatch = async () => {
    const written = await underWay;
    underWay = null;
    total.inserted += written?.inserted ?? 0;
    total.updated += written?.updated ?? 0;
    total.unchanged += written?.unchanged ?? 0;
  };
  const startBatch = async () => {
    await finishBatch();
    // Parsing continues while the database works; `finishBatch` throws where the statement failed.
    underWay = upsert(batch);
    underWay.catch(() => undefined);
    batch = table.createBatch();
  };
  return {
    async write(row: Row): Promise<void> {
      let outcome = batch.add(row);
      if (outcome === "other") {
        await startBatch();
        outcome = batch.add(row);
      }
      if (outcome === "same") total.unchanged += 1;
      if (batch.seconds.length >= rowsPerStatement) await startBatch();
    },
    /** Writes the last batch and returns the counts of all rows. */
    async finish(): Promise<WrittenRows> {
      await startBatch();
      await finishBatch();
      return total;
    },
  };
}

const rowsPerStatement = 5000;
