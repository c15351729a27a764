import type { OperatorDatabase, Queryable } from "../../database/client/pool.ts";
import type { ImportKind } from "../../database/queries/imports/import-counts.ts";
import type { WrittenRows } from "../../database/client/bulk-write.ts";
import { parseSensorId } from "../../acoustics/ids.ts";
import { type Decimal, quoteCell } from "./csv-format.ts";
import type { CsvRecord } from "./csv-records.ts";
import type { ReadTime } from "./read-time.ts";

/** The columns of the CSV files of one table, and the writers of their rows. */
export interface CsvTable<Row, Batch extends CsvBatch<Row> = CsvBatch<Row>> {
  readonly name: Exclude<ImportKind, "recordings">;
  /** The column of the time of a row. A file may have `date` and `time` instead of `datetime`. */
  readonly start: "datetime" | "start_at";
  /** Required columns besides `sensor_id` and the time, in the order in which messages list them. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** A parser for the rows of one file. */
  createRowParser(cellOf: CellOf, decimal: Decimal): RowParser<Row>;
  createBatch(): Batch;
  /**
   * Creates a writer of batches inside a transaction. It creates partitions with `outside`, so that no other import
   * waits for them: the database outside the transaction, or the transaction itself if the database has one session.
   */
  createWriter(transaction: Queryable, outside: Queryable): BatchWriter<Batch>;
  /** A writer that writes nothing, for a dry run. */
  createTrial?(db: Queryable): TrialWriter<Batch>;
  /** Updates the planner's statistics after many rows were written. */
  analyze(db: OperatorDatabase, kind: "postgres" | "embedded"): Promise<void>;
}

/** Writes batches, and derived rows at the end of the transaction. */
export interface BatchWriter<Batch> {
  write(batch: Batch): Promise<WrittenRows>;
  finish(): Promise<void>;
}

/** Counts rows as a `BatchWriter` would. */
export interface TrialWriter<Batch> extends BatchWriter<Batch> {
  /** Stored levels that would be empty after all batches so far. */
  emptiedLevels(): number;
}

/** Creates a reader of the named column of a record. It returns an empty text where the file has no such column. */
export type CellOf = (column: string) => (cells: readonly string[]) => string;

/** Parses the row in the cells of a record. Adds its issues to `reasons`; the row is not used then. */
export type RowParser<Row> = (
  at: SensorSecond,
  cells: readonly string[],
  reasons: string[],
  readTime: ReadTime,
) => Row;

/** Rows for one statement, column by column: the garbage collector is slow with many long-lived objects. */
export interface CsvBatch<Row> {
  readonly seconds: readonly number[];
  /**
   * Adds a row, unless the batch has a row of the same identity: an equal row (`same`), or a different one (`other`).
   */
  add(row: Row): "added" | "same" | "other";
}

/** The sensor of a row and its start in Unix seconds. */
export interface SensorSecond {
  readonly sensorNo: number;
  readonly second: number;
}

/** The columns of a file by position, in our names; null: a skipped column. */
export type ColumnNames = readonly (string | null)[];

/** The context in which the rows of one file are parsed. */
export interface RowContext {
  readonly names: ColumnNames;
  /** The delimiter of the file. */
  readonly delimiter: string;
  readonly decimal: Decimal;
  /** The sensor of every row; null: the column `sensor_id` has it. */
  readonly sensorId: string | null;
  readonly sensorNos: ReadonlyMap<string, number>;
  readonly readTime: ReadTime;
}

/** Creates a parser for the records of a file, which returns every reason that rejects a record. */
export function createRecordParser<Row>(
  table: Pick<CsvTable<Row>, "createRowParser" | "start">,
  { names, delimiter, decimal, sensorId, sensorNos, readTime }: RowContext,
): RecordParser<Row> {
  const cellOf: CellOf = (column) => {
    const position = names.indexOf(column);
    return position === -1 ? () => "" : (cells) => cells[position] ?? "";
  };
  const sensorIdOf = sensorId === null ? cellOf("sensor_id") : () => sensorId;
  const [dateOf, timeOf] = [cellOf("date"), cellOf("time")];
  const datetimeOf = names.includes(table.start)
    ? cellOf(table.start)
    : (cells: readonly string[]) => `${dateOf(cells)} ${timeOf(cells)}`;
  const parseRow = table.createRowParser(cellOf, decimal);
  return {
    startOf({ cells, quoteIssue }) {
      const isWhole = quoteIssue === null && cells.length === names.length;
      // Only samples must be in order of time.
      if (!isWhole || table.start !== "datetime") return null;
      return { sensorNo: sensorNos.get(sensorIdOf(cells)) ?? null, datetime: datetimeOf(cells) };
    },
    parse(record, decided) {
      const shapeIssue = findShapeIssue(record, names.length, delimiter);
      if (shapeIssue !== null) return { ok: false, reason: shapeIssue, lacksOnlySensor: false };
      const { cells } = record;
      const reasons: string[] = [];
      const idCell = sensorIdOf(cells);
      const sensorNo = sensorNos.get(idCell);
      if (sensorNo === undefined) reasons.push(`unknown sensor ${quoteCell(idCell)}`);
      const second = readTime(table.start, datetimeOf(cells), decided, reasons);
      const at = { sensorNo: sensorNo ?? 0, second };
      const row = parseRow(at, cells, reasons, readTime);
      if (reasons.length === 0) return { ok: true, row, at };
      const lacksOnlySensor =
        sensorNo === undefined && reasons.length === 1 && parseSensorId(idCell) !== null;
      return { ok: false, reason: reasons.join("; "), lacksOnlySensor };
    },
  };
}

export interface RecordParser<Row> {
  /** Sensor (null: unknown) and time of a record. Null for too few or too many cells, and for rows without an order. */
  startOf(
    record: CsvRecord,
  ): { readonly sensorNo: number | null; readonly datetime: string } | null;
  /** `decided`: the instant of a local time that exists twice, if the order of the rows determines it. */
  parse(record: CsvRecord, decided: number | null): ParsedRecord<Row>;
}

export type ParsedRecord<Row> =
  | { readonly ok: true; readonly row: Row; readonly at: SensorSecond }
  | {
      readonly ok: false;
      readonly reason: string;
      /** The row could be imported if its sensor were known, and `apply` could make that sensor. */
      readonly lacksOnlySensor: boolean;
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
