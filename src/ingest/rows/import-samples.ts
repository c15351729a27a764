import { analyzeSamples } from "../../database/queries/maintenance/sample-partitions.ts";
import {
  createSampleWriter,
  type SampleBatch,
} from "../../database/queries/imports/sample-writer.ts";
import { type Hundredths, levelRange, parseLevel } from "../../acoustics/levels/decibel.ts";
import { type LevelName, levelNames } from "../../acoustics/levels/level-names.ts";
import {
  type Decimal,
  decimalAdvice,
  decodeCell,
  parseDecimal,
  quoteCell,
} from "../csv/csv-format.ts";
import type { CsvBatch, CsvTable, SensorSecond } from "../csv/csv-table.ts";
import { createSampleTrial } from "./sample-trial.ts";

/** A row of a file of samples. A level that is not in `levels` was not reported. */
export interface ImportedSample extends SensorSecond {
  readonly levels: Readonly<Partial<Record<LevelName, Hundredths>>>;
  readonly collectedLimit: Hundredths | null;
  readonly collectedClassification: string | null;
}

interface SampleRows extends CsvBatch<ImportedSample>, SampleBatch {}

/** Files of samples (docs/contract.md, 6). A sensor has one sample per second. */
export const samplesTable: CsvTable<ImportedSample, SampleRows> = {
  name: "samples",
  start: "datetime",
  required: [],
  optional: [...levelNames, "limit", "classification"],

  createRowParser(cellOf, decimal) {
    const levelCells = levelNames.map((name) => ({ name, levelOf: cellOf(name) }));
    const limitOf = cellOf("limit");
    const classificationOf = cellOf("classification");
    return ({ sensorNo, second }, cells, reasons) => {
      const levels: Partial<Record<LevelName, Hundredths>> = {};
      for (const { name, levelOf } of levelCells) {
        const level = parseLevelCell(name, levelOf(cells), decimal, reasons);
        if (level !== null) levels[name] = level;
      }
      if (levelCells.every(({ levelOf }) => levelOf(cells) === "")) {
        reasons.push("no level is given");
      }
      const collectedLimit = parseLevelCell("limit", limitOf(cells), decimal, reasons);
      const classification = decodeCell(classificationOf(cells));
      if (classification === null) reasons.push("classification is not UTF-8 text");
      else if (/\p{Cc}/u.test(classification)) {
        reasons.push("classification contains control characters");
      }
      const collectedClassification = classification === "" ? null : classification;
      return { sensorNo, second, levels, collectedLimit, collectedClassification };
    };
  },

  createBatch() {
    const sensorNos: number[] = [];
    const seconds: number[] = [];
    const levels = Object.fromEntries(
      levelNames.map((name) => [name, [] as (Hundredths | null)[]]),
    ) as Record<LevelName, (Hundredths | null)[]>;
    const collectedLimits: (Hundredths | null)[] = [];
    const collectedClassifications: (string | null)[] = [];
    const indexesBySensor = new Map<number, Map<number, number>>();

    const isSame = (index: number, sample: ImportedSample): boolean =>
      collectedLimits[index] === sample.collectedLimit &&
      collectedClassifications[index] === sample.collectedClassification &&
      levelNames.every((name) => levels[name][index] === (sample.levels[name] ?? null));

    return {
      sensorNos,
      seconds,
      levels,
      collectedLimits,
      collectedClassifications,
      add(sample) {
        let indexes = indexesBySensor.get(sample.sensorNo);
        if (indexes === undefined) indexesBySensor.set(sample.sensorNo, (indexes = new Map()));
        const index = indexes.get(sample.second);
        if (index !== undefined) return isSame(index, sample) ? "same" : "other";
        indexes.set(sample.second, seconds.length);
        sensorNos.push(sample.sensorNo);
        seconds.push(sample.second);
        for (const name of levelNames) levels[name].push(sample.levels[name] ?? null);
        collectedLimits.push(sample.collectedLimit);
        collectedClassifications.push(sample.collectedClassification);
        return "added";
      },
    };
  },

  createWriter: createSampleWriter,
  createTrial: createSampleTrial,
  analyze: analyzeSamples,
};

function parseLevelCell(
  name: string,
  cell: string,
  decimal: Decimal,
  reasons: string[],
): Hundredths | null {
  if (cell === "") return null;
  const level = parseDecimal(cell, decimal, parseLevel);
  if (level === null) {
    const advice = decimalAdvice(cell, decimal);
    reasons.push(`${name} ${quoteCell(cell)} is no level from ${levelRange}${advice}`);
  }
  return level;
}
