import type { WrittenRows } from "#database/client/written-rows.ts";

/** Writes rows one after another, in batches, counted as if each had been written alone. */
export interface RowWriter<Row> {
  write(row: Row): Promise<void>;
  /** Writes what is left and answers what became of all. */
  finish(): Promise<WrittenRows>;
}

/** Gathers rows for one statement, none of them twice. */
export interface BatchBuilder<Row, Batch> {
  readonly batch: Batch;
  /**
   * Adds a row. Answers `same` where it stands in the batch already, and `other` where the batch
   * holds other content in its place, which has to be written before it can be added.
   */
  add(row: Row): "added" | "same" | "other";
}

/** `upsert` writes one batch; it is called again only once it has settled. */
export function createRowWriter<Row, Batch extends { readonly seconds: readonly number[] }>(
  createBuilder: () => BatchBuilder<Row, Batch>,
  upsert: (batch: Batch) => Promise<WrittenRows>,
): RowWriter<Row> {
  const total = { inserted: 0, updated: 0, unchanged: 0 };
  let builder = createBuilder();
  let underWay: Promise<WrittenRows> | null = null;

  const settle = async () => {
    const written = await underWay;
    underWay = null;
    total.inserted += written?.inserted ?? 0;
    total.updated += written?.updated ?? 0;
    total.unchanged += written?.unchanged ?? 0;
  };
  const flush = async () => {
    await settle();
    // Rows are read while the database works; a failure is met when the next batch is due.
    underWay = upsert(builder.batch);
    underWay.catch(() => undefined);
    builder = createBuilder();
  };
  return {
    async write(row) {
      let outcome = builder.add(row);
      if (outcome === "other") {
        await flush();
        outcome = builder.add(row);
      }
      if (outcome === "same") total.unchanged += 1;
      if (builder.batch.seconds.length >= rowsPerStatement) await flush();
    },
    async finish() {
      await flush();
      await settle();
      return total;
    },
  };
}

const rowsPerStatement = 5000;
