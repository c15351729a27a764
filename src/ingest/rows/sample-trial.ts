import { levelNames } from "../../acoustics/levels/level-names.ts";
import type { Queryable } from "../../database/client/pool.ts";
import { selectStoredNotes } from "../../database/queries/exclusions/stored-exclusions.ts";
import { sampleColumns } from "../../database/queries/imports/sample-batch.ts";
import { type SampleContent, selectSamplesAt } from "../../database/queries/imports/samples-at.ts";
import type { RowWriter, SensorSecond } from "../csv/csv-table.ts";
import { exclusionBatch, identityOfExclusion } from "./import-exclusions.ts";
import { exclusionsOfFlags, type ImportedSample } from "./sample-rows.ts";

/**
 * Counts samples in the same way as a writer, but only reads. A sample of an earlier file is compared with a later one
 * unless more than 500,000 rows are between them, because memory is bounded.
 */
export function createSampleTrial(db: Queryable): RowWriter<ImportedSample> {
  let recent = new Map<string, Content>();
  let older = new Map<string, Content>();
  const excludedKeys = new Set<string>();
  const countExcluded = async (rows: readonly ImportedSample[]) => {
    const exclusions = exclusionsOfFlags(rows);
    const stored = await selectStoredNotes(db, exclusionBatch(exclusions));
    return exclusions.filter((exclusion, index) => {
      const key = identityOfExclusion(exclusion);
      const isNew = !stored.has(index) && !excludedKeys.has(key);
      excludedKeys.add(key);
      return isNew;
    }).length;
  };
  return {
    async write(rows) {
      if (recent.size > samplesKept) [recent, older] = [new Map(), recent];
      const find = (key: string) => recent.get(key) ?? older.get(key);
      const unknown = rows.filter((row) => find(keyOf(row)) === undefined);
      const stored = await selectSamplesAt(
        db,
        unknown.map(({ sensorNo }) => sensorNo),
        unknown.map(({ second }) => second),
      );
      for (const sample of stored) recent.set(keyOf(sample), contentOf(sample));
      const counts = { inserted: 0, updated: 0, unchanged: 0, emptiedLevels: 0 };
      for (const row of rows) {
        const before = find(keyOf(row));
        const after = mergeRow(before, row);
        if (before === undefined) counts.inserted += 1;
        else if (before.every((value, column) => value === after[column])) counts.unchanged += 1;
        else counts.updated += 1;
        const isEmptied = (_: unknown, column: number) =>
          (before?.[column] ?? null) !== null && after[column] === null;
        counts.emptiedLevels += levelNames.filter(isEmptied).length;
        recent.set(keyOf(row), after);
      }
      return { ...counts, excluded: await countExcluded(rows) };
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
function mergeRow(before: Content | undefined, { columns, ...sample }: ImportedSample): Content {
  const row = contentOf({
    ...sample,
    levels: levelNames.map((name) => sample.levels[name] ?? null),
  });
  return sampleColumns.map((name, column) =>
    columns.includes(name) ? (row[column] ?? null) : (before?.[column] ?? null),
  );
}

function keyOf({ sensorNo, second }: SensorSecond): string {
  return `${sensorNo} ${second}`;
}
