import type { OperatorDatabase, Queryable } from "#database/client/pool.ts";
import type { WrittenRows } from "#database/client/written-rows.ts";
import { parseInstant } from "#acoustics/time/instant.ts";
import { type CsvRecord, decodeCell } from "./csv-records.ts";
import { beforeFirst } from "./first-second.ts";

/** What the CSV files of one table contain, and how their rows are stored. */
export interface CsvTable<Row> {
  /** Columns beside `sensor_id` and `datetime`, in the order in which messages list them. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** The row in a record's cells. Adds to `reasons` what is wrong; the row is then not used. */
  parseRow(at: SensorSecond, cellOf: CellOf, reasons: string[]): Row;
  /** Equal for two rows of which the database holds one: the later row replaces the earlier. */
  identityOf(row: Row): string;
  /** A function that writes rows of different identities in one statement. */
  createUpsert(db: Queryable): (rows: readonly Row[]) => Promise<WrittenRows>;
  /** Updates the planner's statistics after many rows were written. */
  analyze(db: OperatorDatabase, kind: "postgres" | "embedded"): Promise<void>;
}

/** The sensor of a row and the start of its interval in Unix seconds. */
export interface SensorSecond {
  readonly sensorNo: number;
  readonly second: number;
}

/** The cell of a named column, empty where the file has no such column. */
export type CellOf = (column: string) => string;

/** Everything that is wrong with a header. Columns may stand in any order. */
export function findHeaderIssues<Row>(
  { required, optional }: CsvTable<Row>,
  cells: readonly string[],
): string[] {
  if (cells.length === 0) return ["there is no header: the first line names the columns"];
  if (/^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(cells[0] ?? "")) {
    return ["the text is UTF-16: save it as UTF-8"];
  }
  const allRequired = [...identifying, ...required];
  const known = [...allRequired, ...optional];
  if (cells.length > greatestColumns) {
    return [`the header has ${cells.length} columns; columns are ${known.join(", ")}`];
  }
  return [
    ...cells.filter((cell) => !known.includes(cell)).map((cell) => unknownColumn(cell, known)),
    ...cells
      .filter((cell, index) => known.includes(cell) && cells.indexOf(cell) !== index)
      .map((cell) => `the column ${cell} stands here twice`),
    ...allRequired
      .filter((name) => !cells.includes(name))
      .map((name) => `there is no column ${name}`),
  ];
}

/** Parses the records of a file with this header; answers every reason that rejects a record. */
export function createRecordParser<Row>(
  { parseRow }: CsvTable<Row>,
  header: readonly string[],
  sensorNos: ReadonlyMap<string, number>,
): (record: CsvRecord) => ParsedRecord<Row> {
  const positions = new Map(header.map((column, index) => [column, index]));
  return (record) => {
    const shapeIssue = findShapeIssue(record, header.length);
    if (shapeIssue !== null) return { ok: false, reason: shapeIssue };
    const cellOf: CellOf = (column) => {
      const position = positions.get(column);
      return position === undefined ? "" : (record.cells[position] ?? "");
    };
    const reasons: string[] = [];
    const sensorNo = sensorNos.get(cellOf("sensor_id"));
    if (sensorNo === undefined) reasons.push(`unknown sensor ${quoteCell(cellOf("sensor_id"))}`);
    const second = parseSecond(cellOf("datetime"), reasons);
    const row = parseRow({ sensorNo: sensorNo ?? 0, second }, cellOf, reasons);
    return reasons.length === 0 ? { ok: true, row } : { ok: false, reason: reasons.join("; ") };
  };
}

export type ParsedRecord<Row> =
  | { readonly ok: true; readonly row: Row }
  | { readonly ok: false; readonly reason: string };

/** A cell as messages show it. */
export function quoteCell(cell: string): string {
  const text = decodeCell(cell) ?? cell;
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

const identifying = ["sensor_id", "datetime"];

/** More than any table has; beyond it the columns are not listed one by one. */
const greatestColumns = 100;

function unknownColumn(cell: string, known: readonly string[]): string {
  if (cell === "line" || cell === "reason") {
    return `unknown column "${cell}"; in a file of rejected rows, remove the columns line and reason`;
  }
  const shown = JSON.stringify((decodeCell(cell) ?? cell).slice(0, 40));
  const meant = known.find((name) => name.toLowerCase() === cell.trim().toLowerCase());
  const advice = meant === undefined ? `columns are ${known.join(", ")}` : `write ${meant}`;
  return `unknown column ${shown}; ${advice}`;
}

function findShapeIssue({ cells, quoteIssue }: CsvRecord, expected: number): string | null {
  if (quoteIssue !== null) return quoteIssue;
  if (cells.length === expected) return null;
  const count = `the row has ${cells.length} cells, the header ${expected}`;
  if (cells.length < expected) return count;
  const surplus = cells.slice(expected).join(",");
  return `${count}; beyond them stands ${JSON.stringify(decodeCell(surplus) ?? surplus)}`;
}

function parseSecond(cell: string, reasons: string[]): number {
  const instant = parseInstant(cell);
  const second = Math.floor((instant ?? 0) / 1000);
  if (instant === null) {
    reasons.push(`datetime ${quoteCell(cell)} is no instant such as 2019-03-01T00:00:00Z`);
  } else if (second <= 0) {
    reasons.push(`datetime ${quoteCell(cell)} ${beforeFirst}`);
  }
  return second;
}
