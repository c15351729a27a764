import { isClassificationName, parseConfidence } from "#acoustics/classification.ts";
import type { ClassificationsHeader } from "./classifications-header.ts";
import { type CsvRecord, decodeCell } from "./csv-records.ts";
import { type CheckedRow, checkSecond, checkSensor, findShapeIssue, quoteCell } from "./csv-row.ts";

/** A good row. */
export interface ImportedClassification {
  readonly sensorNo: number;
  /** Start of the sample's interval, Unix seconds. */
  readonly second: number;
  /** Name of the model. */
  readonly model: string;
  readonly label: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** The classification that a row holds, or every reason why it is none (contract, section 6). */
export function checkClassificationsRow(
  record: CsvRecord,
  header: ClassificationsHeader,
  sensorNos: ReadonlyMap<string, number>,
): CheckedRow<ImportedClassification> {
  const shapeIssue = findShapeIssue(record, header);
  if (shapeIssue !== null) return { ok: false, reason: shapeIssue };
  const reasons: string[] = [];
  const cell = (index: number) => record.cells[index] ?? "";

  const sensorNo = checkSensor(cell(header.sensorId), sensorNos, reasons);
  const second = checkSecond(cell(header.datetime), reasons);
  const model = checkName("model", cell(header.model), reasons);
  const label = checkName("label", cell(header.label), reasons);
  const confidence = parseConfidence(cell(header.confidence));
  if (confidence === null) {
    reasons.push(`confidence ${quoteCell(cell(header.confidence))} is no decimal from 0 to 1`);
  }
  return confidence === null || reasons.length > 0
    ? { ok: false, reason: reasons.join("; ") }
    : { ok: true, row: { sensorNo, second, model, label, confidence } };
}

function checkName(column: string, cell: string, reasons: string[]): string {
  const text = decodeCell(cell);
  if (text === null) reasons.push(`${column} is not UTF-8 text`);
  else if (!isClassificationName(text)) {
    reasons.push(
      `${column} ${quoteCell(cell)} is no name of 1 to 200 characters without control characters`,
    );
  }
  return text ?? "";
}
