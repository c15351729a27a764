import { levelNames } from "../../acoustics/levels/level-names.ts";
import type { Queryable } from "../../database/client/pool.ts";
import { selectStoredNotes } from "../../database/queries/exclusions/stored-exclusions.ts";
import { type SampleBatch, sampleColumns } from "../../database/queries/imports/sample-batch.ts";
import { type SampleContent, selectSamplesAt } from "../../database/queries/imports/samples-at.ts";
import type { BatchWriter } from "../csv/csv-table.ts";
import type { SampleRows } from "./sample-rows.ts";

/**
 * Counts samples in the same way as a writer, but only reads. A sample of an earlier file is compared with a later one
 * unless more than 500,000 rows are between them, because memory is bounded.
 */
export function createSampleTrial(db: Queryable): BatchWriter<SampleRows> {
  let recent = new Map<string, Content>();
  let older = new Map<string, Content>();
  const excludedKeys = new Set<string>();
  const countExcluded = async ({ exclusions }: SampleRows) => {
    const stored = await selectStoredNotes(db, exclusions);
    return exclusions.seconds.filter((second, index) => {
      const { sensorNos, ends, reasons } = exclusions;
      const key = [sensorNos[index], second, ends[index], reasons[index]].join("\n");
      const isNew = !stored.has(index) && !excludedKeys.has(key);
      excludedKeys.add(key);
      return isNew;
    }).length;
  };
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
      for (const sample of stored)
        recent.set(keyOf(sample.sensorNo, sample.second), contentOf(sample));
      const counts = { inserted: 0, updated: 0, unchanged: 0, emptiedLevels: 0 };
      for (const [index, key] of keys.entries()) {
        const before = find(key);
        const after = mergeRow(before, batch, index);
        if (before === undefined) counts.inserted += 1;
        else if (before.every((value, column) => value === after[column])) counts.unchanged += 1;
        else counts.updated += 1;
        const isEmptied = (_: unknown, column: number) =>
          (before?.[column] ?? null) !== null && after[column] === null;
        counts.emptiedLevels += levelNames.filter(isEmptied).length;
        recent.set(key, after);
      }
      return { ...counts, excluded: await countExcluded(batch) };
    },
    finish: async () => undefined,
  };
}

/** The size of each of the two maps. */
const samplesKept = 500_000;

/** The values of a sample in the order of `sampleColumns`. */
type Content = readonly (number | string | null)[];

function contentOf({ levels, collectedLimit, collectedClassification }: SampleContent): Content {
  return [...levels, collectedLimit, collectedClassification];
}

/** The sample after a row: the row replaces the columns of its file. */
function mergeRow(before: Content | undefined, batch: SampleBatch, index: number): Content {
  const row = contentOf({
    levels: levelNames.map((name) => batch.levels[name][index] ?? null),
    collectedLimit: batch.collectedLimits[index] ?? null,
    collectedClassification: batch.collectedClassifications[index] ?? null,
  });
  return sampleColumns.map((name, column) =>
    batch.columns.includes(name) ? (row[column] ?? null) : (before?.[column] ?? null),
  );
}

function keyOf(sensorNo: number | undefined, second: number): string {
  return `${sensorNo} ${second}`;
}
