import { sql } from "drizzle-orm";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { levelNames } from "../../src/acoustics/levels/level-names.ts";
import { mergeFormats } from "../../src/ingest/csv/csv-format.ts";
import { parseFormatOptions } from "../../src/ingest/csv/profile.ts";
import { InvalidInput } from "../../src/ingest/invalid-input.ts";
import { readCsvFiles } from "../../src/ingest/rows/csv-file.ts";
import { importCsvFiles, type ImportedFile } from "../../src/ingest/rows/import-csv.ts";
import { samplesTable } from "../../src/ingest/rows/import-samples.ts";
import type { TestDatabase } from "./test.ts";

/** The result of an import of samples. */
export interface Outcome {
  /** The exit code of the command: 0, 1 or 2. */
  readonly code: number;
  /** `4 rows: 2 inserted, 2 rejected`: the counts that are not 0. */
  readonly counts: string;
  /** Issues of a refused file, and reasons of rejected rows, without the path. */
  readonly reasons: readonly string[];
  readonly imported: ImportedFile | null;
}

/** Imports a file for a sensor. `options`: words as on the command line, each option before its value. */
export async function importFile(
  { db, kind }: TestDatabase,
  file: string,
  sensor: string,
  options: readonly string[] = [],
  { isDryRun = false, now = null }: { isDryRun?: boolean; now?: Instant | null } = {},
): Promise<Outcome> {
  const withoutPath = (texts: readonly string[]) => texts.map((text) => text.replace(file, ""));
  try {
    const files = await readCsvFiles(samplesTable, [file], formatOf(options, sensor), () => null);
    const imports = importCsvFiles(samplesTable, { db, kind }, files, () => undefined, {
      isDryRun,
      now,
    });
    for await (const imported of imports) {
      const { rows, inserted, updated, unchanged, rejected, skipped, emptiedLevels, excluded } =
        imported;
      const counts = {
        inserted,
        updated,
        unchanged,
        rejected,
        skipped,
        emptied: emptiedLevels,
        excluded,
      };
      const shown = Object.entries(counts).filter(([, count]) => count > 0);
      return {
        code: rejected > 0 ? 1 : 0,
        counts: `${rows} rows: ${shown.map(([name, count]) => `${count} ${name}`).join(", ")}`,
        reasons: withoutPath(imported.reasons),
        imported,
      };
    }
    throw new Error("a file was not imported");
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return { code: 2, counts: "", reasons: withoutPath(error.issues), imported: null };
  }
}

export function formatOf(options: readonly string[], sensor: string) {
  const valuesOf = (wanted: string) =>
    options.flatMap((word, index) => (word === `--${wanted}` ? [options[index + 1] ?? ""] : []));
  const single = Object.fromEntries(
    options.flatMap((word, index) =>
      word.startsWith("--") ? [[word.slice(2), options[index + 1] ?? ""]] : [],
    ),
  );
  return mergeFormats(
    parseFormatOptions(
      { sensor, ...single },
      { column: valuesOf("column"), flag: valuesOf("flag"), missing: valuesOf("missing") },
    ),
  );
}

/** The stored samples of a sensor in order of time: `2026-03-17T10:00:00Z LAeq 61.3 LAFmax 74.2`. */
export async function samplesOf({ db }: TestDatabase, sensor: string): Promise<string[]> {
  const rows = await db.execute<Record<string, number | null>>(sql`
    select extract(epoch from datetime)::float8 as second, laeq, lceq, lzeq, lafmax, lafmin, lcpeak, la10, la50, la90
    from samples join sensors using (sensor_no) where sensors.id = ${sensor} order by datetime`);
  return rows.map((row) => {
    const levels = levelNames.flatMap((name) => {
      const level = row[name.toLowerCase()] ?? null;
      return level === null ? [] : [`${name} ${level / 100}`];
    });
    return [textOf(row["second"] ?? 0), ...levels].join(" ");
  });
}

/** The exclusions of a sensor: `2026-03-17T10:05:00Z 2026-03-17T10:10:00Z overload`. */
export async function exclusionsOf({ db }: TestDatabase, sensor: string): Promise<string[]> {
  const rows = await db.execute<{ start: number; end: number; reason: string }>(sql`
    select extract(epoch from exclusions.start_at)::float8 as start,
      extract(epoch from exclusions.end_at)::float8 as "end", reason
    from exclusions join sensors using (sensor_no) where sensors.id = ${sensor} order by 1, 3`);
  return rows.map(({ start, end, reason }) => `${textOf(start)} ${textOf(end)} ${reason}`);
}

function textOf(second: number): string {
  return new Date(second * 1000).toISOString().replace(".000Z", "Z");
}
