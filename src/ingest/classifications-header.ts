import { type CsvHeader, findHeaderIssues, type ParsedHeader } from "./csv-header.ts";

/** Where the columns of a classifications file stand. */
export interface ClassificationsHeader extends CsvHeader {
  readonly sensorId: number;
  readonly datetime: number;
  readonly model: number;
  readonly label: number;
  readonly confidence: number;
}

/** The columns that a header names, in any order, or everything that is wrong with it. */
export function parseClassificationsHeader(
  cells: readonly string[],
): ParsedHeader<ClassificationsHeader> {
  const issues = findHeaderIssues(cells, columns);
  if (issues.length > 0) return { ok: false, issues };
  return {
    ok: true,
    header: {
      cells,
      sensorId: cells.indexOf("sensor_id"),
      datetime: cells.indexOf("datetime"),
      model: cells.indexOf("model"),
      label: cells.indexOf("label"),
      confidence: cells.indexOf("confidence"),
    },
  };
}

const columns = {
  required: ["sensor_id", "datetime", "model", "label", "confidence"],
  optional: [],
};
