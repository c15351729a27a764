import type { Queryable } from "#database/connect.ts";
import { upsertSamples } from "#database/samples-write.ts";
import type { WrittenRows } from "#database/written-rows.ts";
import { createBatchBuilder } from "./sample-batch.ts";
import type { ImportedSample } from "./samples-row.ts";

/** Writes samples one after another, in batches, counted as if each had been written alone. */
export interface SampleWriter {
  write(sample: ImportedSample): Promise<void>;
  /** Writes what is left and answers what became of all. */
  finish(): Promise<WrittenRows>;
}

export function createSampleWriter(db: Queryable): SampleWriter {
  const total = { inserted: 0, updated: 0, unchanged: 0 };
  let builder = createBatchBuilder();
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
    underWay = upsertSamples(db, builder.batch);
    underWay.catch(() => undefined);
    builder = createBatchBuilder();
  };
  return {
    async write(sample) {
      let outcome = builder.add(sample);
      if (outcome === "other") {
        await flush();
        outcome = builder.add(sample);
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
