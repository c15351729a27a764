import { levelNames } from "../../acoustics/levels/level-names.ts";
import type { Queryable } from "../../database/client/pool.ts";
import type { SampleBatch } from "../../database/queries/imports/sample-writer.ts";
import { type SampleContent, selectSamplesAt } from "../../database/queries/imports/samples-at.ts";
import type { TrialWriter } from "../csv/csv-table.ts";

/**
 * Counts samples in the same way as a writer, but only reads. Of two rows of one second, the later row is compared with
 * the earlier one unless more than 500,000 rows are between them, because memory is bounded.
 */
export function createSampleTrial(db: Queryable): TrialWriter<SampleBatch> {
  let recent = new Map<string, TrialSample>();
  let older = new Map<string, TrialSample>();
  let emptiedLevels = 0;
  return {
    async write(batch) {
      if (recent.size > samplesKept) [recent, older] = [new Map(), recent];
      const find = (key: string) => recent.get(key) ?? older.get(key);
      const keys = batch.seconds.map((second, index) => keyOf(batch.sensorNos[index], second));
      const unknown = keys.flatMap((key, index) => (find(key) === undefined ? [index] : []));
      const stored = await selectSamplesAt(
        db,
        unknown.map((index) => batch.sensorNos[index] ?? 0),
        unknown.map((index) => batch.seconds[index] ?? 0),
      );
      for (const sample of stored) {
        const levels = maskOf(sample.levels);
        recent.set(keyOf(sample.sensorNo, sample.second), {
          storedLevels: levels,
          levels,
          content: textOf(sample),
        });
      }
      const counts = { inserted: 0, updated: 0, unchanged: 0 };
      for (const [index, key] of keys.entries()) {
        const before = find(key);
        const row = rowOf(batch, index);
        const [levels, content] = [maskOf(row.levels), textOf(row)];
        if (before === undefined) counts.inserted += 1;
        else if (before.content === content) counts.unchanged += 1;
        else counts.updated += 1;
        const storedLevels = before?.storedLevels ?? 0;
        emptiedLevels += countBits(storedLevels & ~levels);
        emptiedLevels -= countBits(storedLevels & ~(before?.levels ?? 0));
        recent.set(key, { storedLevels, levels, content });
      }
      return counts;
    },
    finish: async () => undefined,
    emptiedLevels: () => emptiedLevels,
  };
}

/** The size of each of the two maps. */
const samplesKept = 500_000;

/** A second of a sensor after the rows so far. Levels are bits: 1 is reported. */
interface TrialSample {
  readonly storedLevels: number;
  readonly levels: number;
  readonly content: string;
}

function rowOf(batch: SampleBatch, index: number): SampleContent {
  return {
    levels: levelNames.map((name) => batch.levels[name][index] ?? null),
    collectedLimit: batch.collectedLimits[index] ?? null,
    collectedClassification: batch.collectedClassifications[index] ?? null,
  };
}

function keyOf(sensorNo: number | undefined, second: number): string {
  return `${sensorNo} ${second}`;
}

function textOf({ levels, collectedLimit, collectedClassification }: SampleContent): string {
  return `${levels.join()},${collectedLimit ?? ""},${JSON.stringify(collectedClassification)}`;
}

function maskOf(levels: SampleContent["levels"]): number {
  return levels.reduce<number>(
    (mask, level, bit) => (level === null ? mask : mask | (1 << bit)),
    0,
  );
}

function countBits(mask: number): number {
  return levelNames.reduce((count, _, bit) => count + ((mask >> bit) & 1), 0);
}
