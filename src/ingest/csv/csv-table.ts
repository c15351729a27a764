import type { OperatorDatabase, Queryable } from "../../database/client/pool.ts";
import type { ImportKind } from "../../database/queries/imports/import-counts.ts";
import type { WrittenRows } from "../../database/client/bulk-write.ts";
import type { CsvFormat, FlagColumn } from "./csv-format.ts";

/** The columns of the CSV files of one table. Besides `required` and `optional`, they have a sensor and a time. */
export interface TableColumns {
  readonly name: Exclude<ImportKind, "recordings">;
  /** The column of the time of a row. A file may have columns of its parts instead of `datetime`. */
  readonly start: "datetime" | "start_at";
  /** Required columns besides `sensor_id` and the time, in the order in which messages list them. */
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** The rows of the CSV files of one table, and their writers. */
export interface CsvTable<Row> extends TableColumns {
  /** A parser for the rows of one file. */
  createRowParser(file: RowSource): RowParser<Row>;
  /** Rows of one identity replace each other, in the order of the file. Null: a second has only one row of a file. */
  readonly identityOf: ((row: Row) => string) | null;
  /** The content of a row besides its identity: equal rows have equal texts. */
  contentOf(row: Row): string;
  /**
   * Creates a writer inside a transaction. It creates partitions with `outside`, so that no other import
   * waits for them: the database outside the transaction, or the transaction itself if the database has one session.
   */
  createWriter(transaction: Queryable, outside: Queryable): RowWriter<Row>;
  /** Counts rows as a writer would, and writes nothing; null: the table has no dry run. */
  readonly createTrial: ((db: Queryable) => RowWriter<Row>) | null;
  /** Updates the planner's statistics after many rows were written. */
  analyze(db: OperatorDatabase, kind: "postgres" | "embedded"): Promise<void>;
}

/** The columns and the form of a file, for the parser of its rows. */
export interface RowSource extends Pick<CsvFormat, "decimal" | "missing"> {
  readonly names: ColumnNames;
  readonly flags: readonly FlagColumn[];
  /** Reads the named column of a record; an empty text where the file has no such column. */
  cellOf(column: string): (cells: readonly string[]) => string;
  /** The second of a time in another column than that of the start, or the reason for rejecting it. */
  secondOf(column: string, cell: string): number | string;
}

/** The counts of written rows, and of their effects. */
export interface SinkCounts extends WrittenRows {
  /** Stored levels that became empty. */
  readonly emptiedLevels: number;
  /** Exclusions that flags have added. */
  readonly excluded: number;
}

/** Writes rows, of which no two have one identity, and derived rows at the end of the transaction. */
export interface RowWriter<Row> {
  write(rows: readonly Row[]): Promise<SinkCounts>;
  finish(): Promise<void>;
}

/** Parses the row in the cells of a record. Adds its issues to `reasons`; the row is not used then. */
export type RowParser<Row> = (at: RowTime, cells: readonly string[], reasons: string[]) => Row;

/** `end` is the second after the interval of the row, if the table needs it. */
export interface RowTime extends SensorSecond {
  readonly end: number;
}

/** The sensor of a row and its start in Unix seconds. */
export interface SensorSecond {
  readonly sensorNo: number;
  readonly second: number;
}

/** The columns of a file by position, in our names; null: a skipped column. */
export type ColumnNames = readonly (string | null)[];
