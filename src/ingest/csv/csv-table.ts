import type { OperatorDatabase, Queryable } from "../../database/client/pool.ts";
import type { WrittenRows } from "../../database/client/bulk-write.ts";
import { parseSensorId } from "../../acoustics/ids.ts";
import type { Decimal } from "./csv-format.ts";
import type { CsvRecord } from "./csv-records.ts";
import { quoteCell } from "./quote-cell.ts";
import type { ReadTime } from "./read-time.ts";

/** What the CSV files of one table contain, and how their rows are stored. */
export interface CsvTable<Row, Batch extends CsvBatch<Row> = CsvBatch<Row>> {
  readonly name: "samples" | "classifications";
  /** Columns beside `sensor_id` and `datetime`, in the order in which messages list them. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** A parser for the rows of one file. */
  createRowParser(cellOf: CellOf, decimal: Decimal): RowParser<Row>;
  createBatch(): Batch;
  /**
   * A writer of batches inside a transaction. What other imports must not wait for is done with `outside`: the
   * database beside the transaction, or the transaction itself where the database has one session.
   */
  createWriter(transaction: Queryable, outside: Queryable): BatchWriter<Batch>;
  /** A writer that writes nothing, for a dry run. */
  createTrial?(db: Queryable): TrialWriter<Batch>;
  /** Updates the planner's statistics after many rows were written. */
  analyze(db: OperatorDatabase, kind: "postgres" | "embedded"): Promise<void>;
}

/** Writes batches, and at the end of the transaction what is derived from them. */
export interface BatchWriter<Batch> {
  write(batch: Batch): Promise<WrittenRows>;
  finish(): Promise<void>;
}

/** Counts what a `BatchWriter` would do. */
export interface TrialWriter<Batch> extends BatchWriter<Batch> {
  /** Stored levels that would be empty after all batches so far. */
  emptiedLevels(): number;
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

/** The columns of a file by position, in our names; null: a column that is not imported. */
export type ColumnNames = readonly (string | null)[];

/** What the rows of a file have in common. */
export interface RowContext {
  readonly names: ColumnNames;
  /** Of the file's format. */
  readonly delimiter: string;
  readonly decimal: Decimal;
  /** The sensor of every row; null: the column `sensor_id` has it. */
  readonly sensorId: string | null;
  readonly sensorNos: ReadonlyMap<string, number>;
  readonly readTime: ReadTime;
}

/** Parses the records of a file; returns every reason that rejects a record. */
export function createRecordParser<Row>(
  table: Pick<CsvTable<Row>, "createRowParser">,
  { names, delimiter, decimal, sensorId, sensorNos, readTime }: RowContext,
): RecordParser<Row> {
  const cellOf: CellOf = (column) => {
    const position = names.indexOf(column);
    return position === -1 ? () => "" : (cells) => cells[position] ?? "";
  };
  const sensorIdOf = sensorId === null ? cellOf("sensor_id") : () => sensorId;
  const [dateOf, timeOf] = [cellOf("date"), cellOf("time")];
  const datetimeOf = names.includes("datetime")
    ? cellOf("datetime")
    : (cells: readonly string[]) => `${dateOf(cells)} ${timeOf(cells)}`;
  const parseRow = table.createRowParser(cellOf, decimal);
  return {
    placeOf({ cells, quoteIssue }) {
      const isWhole = quoteIssue === null && cells.length === names.length;
      if (!isWhole) return null;
      return { sensorNo: sensorNos.get(sensorIdOf(cells)) ?? null, datetime: datetimeOf(cells) };
    },
    parse(record, decided) {
      const shapeIssue = findShapeIssue(record, names.length, delimiter);
      if (shapeIssue !== null) return { ok: false, reason: shapeIssue, lacksSensorAlone: false };
      const { cells } = record;
      const reasons: string[] = [];
      const idCell = sensorIdOf(cells);
      const sensorNo = sensorNos.get(idCell);
      if (sensorNo === undefined) reasons.push(`unknown sensor ${quoteCell(idCell)}`);
      const second = readTime(datetimeOf(cells), decided, reasons);
      const at = { sensorNo: sensorNo ?? 0, second };
      const row = parseRow(at, cells, reasons);
      if (reasons.length === 0) return { ok: true, row, at };
      const lacksSensorAlone =
        sensorNo === undefined && reasons.length === 1 && parseSensorId(idCell) !== null;
      return { ok: false, reason: reasons.join("; "), lacksSensorAlone };
    },
  };
}

export interface RecordParser<Row> {
  /** The sensor (null: unknown) and the time of a record; null where it has too few or too many cells. */
  placeOf(
    record: CsvRecord,
  ): { readonly sensorNo: number | null; readonly datetime: string } | null;
  /** `decided`: the instant of a local time that exists twice, where the order of the rows tells. */
  parse(record: CsvRecord, decided: number | null): ParsedRecord<Row>;
}

export type ParsedRecord<Row> =
  | { readonly ok: true; readonly row: Row; readonly at: SensorSecond }
  | {
      readonly ok: false;
      readonly reason: string;
      /** The row could be imported if its sensor were known, and `apply` could make that sensor. */
      readonly lacksSensorAlone: boolean;
    };

function findShapeIssue(
  { cells, quoteIssue }: CsvRecord,
  expected: number,
  delimiter: string,
): string | null {
  if (quoteIssue !== null) return quoteIssue;
  if (cells.length === expected) return null;
  const count = `the row has ${cells.length} cells, the header ${expected}`;
  if (cells.length < expected) return count;
  const surplus = cells.slice(expected).join(delimiter);
  return `${count}; beyond them stands ${quoteCell(surplus)}`;
}
