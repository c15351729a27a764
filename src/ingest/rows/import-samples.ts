import { analyzeSamples } from "../../database/queries/maintenance/sample-partitions.ts";
import { sampleColumns } from "../../database/queries/imports/sample-batch.ts";
import { createSampleWriter } from "../../database/queries/imports/sample-writer.ts";
import { upsertFlagExclusions } from "../../database/queries/exclusions/stored-exclusions.ts";
import type { Hundredths } from "../../acoustics/levels/decibel.ts";
import { type LevelName, levelNames } from "../../acoustics/levels/level-names.ts";
import { createLevelReader } from "../csv/cell-values.ts";
import { decodeCell } from "../csv/csv-format.ts";
import type { CsvTable } from "../csv/csv-table.ts";
import { exclusionBatch } from "./import-exclusions.ts";
import {
  exclusionsOfFlags,
  type FlagExclusion,
  type ImportedSample,
  sampleBatch,
} from "./sample-rows.ts";
import { createSampleTrial } from "./sample-trial.ts";

/** Files of samples (docs/contract.md, 6). A sensor has one sample per second. */
export const samplesTable: CsvTable<ImportedSample> = {
  name: "samples",
  start: "datetime",
  required: [],
  optional: sampleColumns,

  createRowParser({ cellOf, names, flags, ...format }) {
    const readLevel = createLevelReader(format);
    const columns = sampleColumns.filter((name) => names.includes(name));
    const levelCells = levelNames
      .filter((name) => names.includes(name))
      .map((name) => ({ name, levelOf: cellOf(name) }));
    const limitOf = cellOf("limit");
    const classificationOf = cellOf("classification");
    return ({ sensorNo, second, end }, cells, reasons) => {
      const levels: Partial<Record<LevelName, Hundredths>> = {};
      let [hasLevel, hasIssue] = [false, false];
      for (const { name, levelOf } of levelCells) {
        const level = readLevel(name, levelOf(cells));
        if (typeof level === "number") levels[name] = level;
        else if (level !== null) reasons.push(level);
        hasLevel ||= level !== null;
        hasIssue ||= typeof level === "string";
      }
      if (!hasLevel && !hasIssue) reasons.push("no level is given");
      const limit = readLevel("limit", limitOf(cells));
      if (typeof limit === "string") reasons.push(limit);
      const classification = decodeCell(classificationOf(cells));
      if (/\p{Cc}/u.test(classification)) {
        reasons.push("classification contains control characters");
      }
      const exclusions =
        flags.length === 0
          ? none
          : flags
              .filter(({ position, value }) => decodeCell(cells[position] ?? "") === value)
              .map(({ reason }) => ({ second, end, reason }));
      return {
        sensorNo,
        second,
        levels,
        collectedLimit: typeof limit === "number" ? limit : null,
        collectedClassification: classification === "" ? null : classification,
        exclusions,
        columns,
      };
    };
  },

  identityOf: null,
  contentOf: ({ levels, collectedLimit, collectedClassification, exclusions }) =>
    JSON.stringify([
      levelNames.map((name) => levels[name]),
      collectedLimit,
      collectedClassification,
      exclusions.map(({ reason }) => reason),
    ]),

  createWriter(transaction, partitions) {
    const writer = createSampleWriter(transaction, partitions);
    return {
      async write(rows) {
        const written = await writer.write(sampleBatch(rows));
        const flagged = exclusionBatch(exclusionsOfFlags(rows));
        const { inserted: excluded } = await upsertFlagExclusions(transaction, flagged);
        return { ...written, excluded };
      },
      finish: writer.finish,
    };
  },
  createTrial: createSampleTrial,
  analyze: analyzeSamples,
};

const none: readonly FlagExclusion[] = [];
