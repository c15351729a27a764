import type { OperatorDatabase, Queryable } from "#database/client/pool.ts";
import type { WrittenRows } from "#database/client/bulk-write.ts";
import { parseInstant } from "#acoustics/time/instant.ts";
import { type CsvRecord, decodeCell } from "./csv-records.ts";
import { beforeFirst } from "./first-second.ts";

/** What the CSV files of one table contain, and how their rows are stored. */
export interface CsvTable<Row, Batch extends CsvBatch<Row> = CsvBatch<Row>> {
  /** Columns beside `sensor_id` and `datetime`, in the order in which messages list them. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** A parser for the rows of one file. */
  createRowParser(cellOf: CellOf): RowParser<Row>;
  createBatch(): Batch;
  /**
   * A writer of batches inside a transaction. What other imports must not wait for is done with `outside`: the database
   * beside the transaction, or the transaction itself where the database has one session.
   */
  createWriter(transaction: Queryable, outside: Queryable): BatchWriter<Batch>;
  /** Updates the planner's statistics after many rows were written. */
  analyze(db: OperatorDatabase, kind: "postgres" | "embedded"): Promise<void>;
}

/** Writes batches, and at the end of the transaction what is derived from them. */
export interface BatchWriter<Batch> {
  write(batch: Batch): Promise<WrittenRows>;
  finish(): Promise<void>;
}

/** A function that reads the named column of a record; empty where the file has no such column. */
export type CellOf = (column: string) => (cells: readonly string[]) => string;

/** The row in a record's cells. Adds to `reasons` what is wrong; the row is then not used. */
export type RowParser<Row> = (at: SensorSecond, cells: readonly string[], reasons: string[]) => Row;

/** Rows for one statement, column by column, because objects that live long are slow to collect. */
export interface CsvBatch<Row> {
  readonly seconds: readonly number[];
  /**
   * Adds a row, unless the batch has one in its place: `same` is equal to it, `other` has to be added
   * to the next batch.
   */
  add(row: Row): "added" | "same" | "other";
}

/** The sensor of a row and the start of its interval in Unix seconds. */
export interface SensorSecond {
  readonly sensorNo: number;
  readonly second: number;
}

/** Everything that is wrong with a header. Columns may stand in any order. */
export function findHeaderIssues(
  { required, optional }: Pick<CsvTable<never>, "required" | "optional">,
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

/** Parses the records of a file with this header; returns every reason that rejects a record. */
export function createRecordParser<Row>(
  table: Pick<CsvTable<Row>, "createRowParser">,
  header: readonly string[],
  sensorNos: ReadonlyMap<string, number>,
): (record: CsvRecord) => ParsedRecord<Row> {
  const cellOf: CellOf = (column) => {
    const position = header.indexOf(column);
    return position === -1 ? () => "" : (cells) => cells[position] ?? "";
  };
  const sensorIdOf = cellOf("sensor_id");
  const datetimeOf = cellOf("datetime");
  const parseRow = table.createRowParser(cellOf);
  return (record) => {
    const shapeIssue = findShapeIssue(record, header.length);
    if (shapeIssue !== null) return { ok: false, reason: shapeIssue };
    const { cells } = record;
    const reasons: string[] = [];
    const sensorNo = sensorNos.get(sensorIdOf(cells));
    if (sensorNo === undefined) reasons.push(`unknown sensor ${quoteCell(sensorIdOf(cells))}`);
    const second = parseSecond(datetimeOf(cells), reasons);
    const row = parseRow({ sensorNo: sensorNo ?? 0, second }, cells, reasons);
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
