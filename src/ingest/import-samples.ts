import { analyzeSamples, upsertSamples } from "#database/queries/samples-write.ts";
import { type Hundredths, levelRange, parseLevel } from "#acoustics/levels/decibel.ts";
import { type LevelName, levelNames } from "#acoustics/levels/level-names.ts";
import { decodeCell } from "./csv-records.ts";
import { type CsvTable, quoteCell, type SensorSecond } from "./csv-table.ts";

/** A row of a file of samples. A level that is not in `levels` was not reported. */
export interface ImportedSample extends SensorSecond {
  readonly levels: Readonly<Partial<Record<LevelName, Hundredths>>>;
  readonly collectedLimit: Hundredths | null;
  readonly collectedClassification: string | null;
}

/** Files of samples (contract, section 6). A sensor has one sample per second. */
export const samplesTable: CsvTable<ImportedSample> = {
  required: [],
  optional: [...levelNames, "limit", "classification"],

  parseRow(at, cellOf, reasons) {
    const levels: Partial<Record<LevelName, Hundredths>> = {};
    let isEmpty = true;
    for (const name of levelNames) {
      const cell = cellOf(name);
      if (cell === "") continue;
      isEmpty = false;
      const level = parseLevelCell(name, cell, reasons);
      if (level !== null) levels[name] = level;
    }
    if (isEmpty) reasons.push("no level is given");
    const limit = cellOf("limit");
    const collectedLimit = limit === "" ? null : parseLevelCell("limit", limit, reasons);
    const classification = decodeCell(cellOf("classification"));
    if (classification === null) reasons.push("classification is not UTF-8 text");
    else if (/\p{Cc}/u.test(classification)) {
      reasons.push("classification contains control characters");
    }
    const collectedClassification = classification === "" ? null : classification;
    return { ...at, levels, collectedLimit, collectedClassification };
  },

  identityOf: ({ sensorNo, second }) => `${sensorNo} ${second}`,

  createUpsert: (db) => (rows) =>
    upsertSamples(db, {
      sensorNos: rows.map(({ sensorNo }) => sensorNo),
      seconds: rows.map(({ second }) => second),
      levels: Object.fromEntries(
        levelNames.map((name) => [name, rows.map(({ levels }) => levels[name] ?? null)]),
      ) as Record<LevelName, (Hundredths | null)[]>,
      collectedLimits: rows.map(({ collectedLimit }) => collectedLimit),
      collectedClassifications: rows.map((row) => row.collectedClassification),
    }),

  analyze: analyzeSamples,
};

function parseLevelCell(name: string, cell: string, reasons: string[]): Hundredths | null {
  const level = parseLevel(cell);
  if (level === null) reasons.push(`${name} ${quoteCell(cell)} is no level from ${levelRange}`);
  return level;
}
