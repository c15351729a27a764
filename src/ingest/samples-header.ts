import { type LevelName, levelNames } from "#acoustics/levels/level-names.ts";
import { type CsvHeader, findHeaderIssues, type ParsedHeader } from "./csv-header.ts";

/** Where the columns of a samples file stand; null: the file has no such column. */
export interface SamplesHeader extends CsvHeader {
  readonly sensorId: number;
  readonly datetime: number;
  readonly levels: readonly { readonly name: LevelName; readonly index: number }[];
  readonly limit: number | null;
  readonly classification: number | null;
}

/** The columns that a header names, in any order, or everything that is wrong with it. */
export function parseSamplesHeader(cells: readonly string[]): ParsedHeader<SamplesHeader> {
  const issues = findHeaderIssues(cells, columns);
  if (issues.length > 0) return { ok: false, issues };
  const indexOf = (name: string) => (cells.includes(name) ? cells.indexOf(name) : null);
  return {
    ok: true,
    header: {
      cells,
      sensorId: cells.indexOf("sensor_id"),
      datetime: cells.indexOf("datetime"),
      levels: levelNames
        .filter((name) => cells.includes(name))
        .map((name) => ({ name, index: cells.indexOf(name) })),
      limit: indexOf("limit"),
      classification: indexOf("classification"),
    },
  };
}

const columns = {
  required: ["sensor_id", "datetime"],
  optional: [...levelNames, "limit", "classification"],
};
