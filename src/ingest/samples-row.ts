import { type Hundredths, levelRange, parseLevel } from "#acoustics/levels/decibel.ts";
import type { LevelName } from "#acoustics/levels/level-names.ts";
import { type CsvRecord, decodeCell } from "./csv-records.ts";
import { type CheckedRow, checkSecond, checkSensor, findShapeIssue, quoteCell } from "./csv-row.ts";
import type { SamplesHeader } from "./samples-header.ts";

/** A good row. A level that is not among `levels` was not reported. */
export interface ImportedSample {
  readonly sensorNo: number;
  /** Start of the interval, Unix seconds. */
  readonly second: number;
  readonly levels: Readonly<Partial<Record<LevelName, Hundredths>>>;
  readonly collectedLimit: Hundredths | null;
  readonly collectedClassification: string | null;
}

/** The sample that a row holds, or every reason why it is none (contract, section 6). */
export function checkSamplesRow(
  record: CsvRecord,
  header: SamplesHeader,
  sensorNos: ReadonlyMap<string, number>,
): CheckedRow<ImportedSample> {
  const shapeIssue = findShapeIssue(record, header);
  if (shapeIssue !== null) return { ok: false, reason: shapeIssue };
  const reasons: string[] = [];
  const cell = (index: number | null) => (index === null ? "" : (record.cells[index] ?? ""));

  const sensorNo = checkSensor(cell(header.sensorId), sensorNos, reasons);
  const second = checkSecond(cell(header.datetime), reasons);

  const level = (name: string, index: number | null): Hundredths | null => {
    const text = cell(index);
    if (text === "") return null;
    const value = parseLevel(text);
    if (value === null) reasons.push(`${name} ${quoteCell(text)} is no level from ${levelRange}`);
    return value;
  };
  const levels: Partial<Record<LevelName, Hundredths>> = {};
  for (const { name, index } of header.levels) {
    const value = level(name, index);
    if (value !== null) levels[name] = value;
  }
  if (header.levels.every(({ index }) => cell(index) === "")) reasons.push("no level is given");
  const collectedLimit = level("limit", header.limit);

  const classification = decodeCell(cell(header.classification));
  if (classification === null) reasons.push("classification is not UTF-8 text");
  else if (/\p{Cc}/u.test(classification)) {
    reasons.push("classification contains control characters");
  }
  return reasons.length > 0
    ? { ok: false, reason: reasons.join("; ") }
    : {
        ok: true,
        row: {
          sensorNo,
          second,
          levels,
          collectedLimit,
          collectedClassification: classification === "" ? null : classification,
        },
      };
}
