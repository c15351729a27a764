import type { Instant } from "../../acoustics/time/instant.ts";
import type { OperatorDatabase } from "../../database/client/pool.ts";
import {
  analyzeFewRows,
  selectUnvacuumedTables,
  vacuumNewPages,
} from "../../database/queries/maintenance/unvacuumed-tables.ts";
import { addImportCounts } from "../../database/queries/imports/import-counts.ts";
import type { BatchWriter, CsvBatch, CsvTable } from "../csv/csv-table.ts";

/** Rows of a transaction. A statement of a request waits for one transaction at most. */
export const rowsPerStep = 500;

/** Fewer new rows do not change the planner's choice. */
export const analyzedFrom = 1000;

const stepsPerVacuum = 16;

export interface StepWriter<Batch> extends BatchWriter<Batch> {
  /** The number of stored rows. They stay when the import fails. */
  rowsStored(): number;
}

/** Writes each batch in its own transaction: the embedded database has one session (decision 014). */
export function createStepWriter<Row, Batch extends CsvBatch<Row>>(
  db: OperatorDatabase,
  table: CsvTable<Row, Batch>,
): StepWriter<Batch> {
  const vacuumed = new Set<string>();
  let [steps, stored, changed] = [0, 0, 0];

  /** A failed vacuum does not fail the import, whose rows are stored. */
  const vacuumTables = async () => {
    for (const name of await selectUnvacuumedTables(db, table.name).catch(() => [])) {
      await vacuumNewPages(db, name).catch(() => undefined);
      vacuumed.add(name);
    }
  };
  return {
    async write(batch) {
      if (batch.seconds.length === 0)
        return { inserted: 0, updated: 0, unchanged: 0, emptiedLevels: 0, excluded: 0 };
      const written = await db.transaction(async (transaction) => {
        const writer = table.createWriter(transaction, transaction);
        const counts = await writer.write(batch);
        await writer.finish();
        const { inserted, updated, unchanged } = counts;
        const results = { inserted, updated, unchanged };
        await addImportCounts(transaction, table.name, results, Date.now() as Instant);
        return counts;
      });
      stored += batch.seconds.length;
      changed += written.inserted + written.updated;
      steps += 1;
      if (steps % stepsPerVacuum === 0) await vacuumTables();
      return written;
    },
    async finish() {
      if (changed < analyzedFrom) return;
      await vacuumTables();
      for (const name of vacuumed) await analyzeFewRows(db, name).catch(() => undefined);
    },
    rowsStored: () => stored,
  };
}
