import { parseInstant } from "#acoustics/time/instant.ts";
import { beforeFirst } from "./first-second.ts";
import type { CsvHeader } from "./csv-header.ts";
import { type CsvRecord, decodeCell } from "./csv-records.ts";

/** What a row holds, or why it is rejected. */
export type CheckedRow<Row> =
  | { readonly ok: true; readonly row: Row }
  | { readonly ok: false; readonly reason: string };

/** What is wrong with the shape of a row, whatever stands in its cells; null: nothing. */
export function findShapeIssue({ cells, quoteIssue }: CsvRecord, header: CsvHeader): string | null {
  if (quoteIssue !== null) return quoteIssue;
  const expected = header.cells.length;
  if (cells.length === expected) return null;
  const count = `the row has ${cells.length} cells, the header ${expected}`;
  if (cells.length < expected) return count;
  const surplus = cells.slice(expected).join(",");
  return `${count}; beyond them stands ${JSON.stringify(decodeCell(surplus) ?? surplus)}`;
}

/** The key of the sensor that a cell names. Adds to `reasons` where there is none, and answers 0. */
export function checkSensor(
  cell: string,
  sensorNos: ReadonlyMap<string, number>,
  reasons: string[],
): number {
  const sensorNo = sensorNos.get(cell);
  if (sensorNo === undefined) reasons.push(`unknown sensor ${quoteCell(cell)}`);
  return sensorNo ?? 0;
}

/** The whole Unix second that a cell names, or its issue in `reasons` and a number without meaning. */
export function checkSecond(cell: string, reasons: string[]): number {
  const instant = parseInstant(cell);
  const second = Math.floor((instant ?? 0) / 1000);
  if (instant === null) {
    reasons.push(`datetime ${quoteCell(cell)} is no instant such as 2019-03-01T00:00:00Z`);
  } else if (second <= 0) {
    // A cursor is the second of a record, and 0 stands for the start.
    reasons.push(`datetime ${quoteCell(cell)} ${beforeFirst}`);
  }
  return second;
}

/** A cell as it is shown to people. */
export function quoteCell(cell: string): string {
  const text = decodeCell(cell) ?? cell;
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
