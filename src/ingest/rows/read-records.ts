import { isDeepStrictEqual } from "node:util";
import { parseSensorId } from "../../acoustics/ids.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import { createRepeatedHours } from "../../acoustics/time/repeated-hour.ts";
import { isHeading, isOtherWeighting, isUnit } from "../csv/cell-values.ts";
import { quoteCell, unknownSensor } from "../csv/csv-format.ts";
import { type CsvRecord, readCsvRecords, splitCells } from "../csv/csv-records.ts";
import type { CsvTable, SensorSecond, TableColumns } from "../csv/csv-table.ts";
import { createTimeCell, createTimeReader, type ReadTime } from "../csv/read-time.ts";
import { UnusableFile } from "../invalid-input.ts";
import type { CsvFile } from "./csv-file.ts";

/** A record with its sensor and its time. */
export interface TimedRecord {
  readonly record: CsvRecord;
  /** Null: the sensor is unknown. */
  readonly sensorNo: number | null;
  /** The start in Unix milliseconds; a text: the reason that the record has none. */
  readonly start: number | string;
  /** The cell of a time that is no time of the format; otherwise null. */
  readonly badTime: string | null;
  /** The first instant of a local time that exists twice; null for any other time. */
  readonly repeatedAt: number | null;
  readonly isReadAsUtc: boolean;
}

export interface TimedPart {
  readonly records: readonly TimedRecord[];
  readonly skipped: number;
  readonly fraction: number;
}

export interface RecordOptions {
  readonly sensorNos: ReadonlyMap<string, number>;
  readonly now: Instant | null;
  /** The interval of a sensor's rows in milliseconds; null: not known. */
  intervalOf(sensorNo: number): number | null;
  /** Only sensors and times are used: records need not have their other cells. Default: false. */
  readonly onlyTimes?: boolean;
}

/** The sensor and the time of a record, before the order of the rows decides a repeated hour. */
interface UndecidedRecord extends Omit<TimedRecord, "start" | "badTime" | "repeatedAt"> {
  readonly cell: string;
  readonly time: ReadTime;
}

/**
 * Reads the records of a file below its header, with sensors and times. Rows of a repeated hour wait until the order of
 * the rows determines their instants. A header that comes again and a row of units below one are skipped. Throws
 * `UnusableFile` for a second header of other columns.
 */
export async function* readTimedRecords(
  table: TableColumns,
  { source, header, names, format }: CsvFile,
  { sensorNos, now, intervalOf, onlyTimes = false }: RecordOptions,
): AsyncGenerator<TimedPart> {
  const isOfTime = table.start === "datetime";
  const times = createTimeReader({
    ...format,
    // The format may come from the profile of a folder that also has other files.
    labels: isOfTime ? format.labels : "start",
    now: table.name === "samples" ? now : null,
  });
  const sensorCell = names.indexOf("sensor_id");
  const cellOfTime = createTimeCell(table.start, names, format.dateFormat);
  const lower = (cells: readonly string[]) => cells.map((cell) => cell.toLowerCase());
  const columns = lower(header.cells.slice(0, names.length));
  const readColumns = columns.filter((_, index) => names[index] !== null);
  const isTimed = (name: string | null) =>
    name !== null && ![...table.required, ...table.optional].includes(name);
  const cellsRead = onlyTimes ? names.findLastIndex(isTimed) + 1 : undefined;
  const inOrder =
    isOfTime && format.timeZone !== null
      ? createRepeatedHours<UndecidedRecord>(
          (left, right) => left.record.text === right.record.text,
          intervalOf,
        )
      : null;
  let records: TimedRecord[] = [];

  const decide = (
    { record, sensorNo, cell, time, isReadAsUtc }: UndecidedRecord,
    decided: number | null,
  ) => {
    records.push({
      record,
      sensorNo,
      start: times.startOf(table.start, cell, time, decided),
      badTime: time.kind === "bad" ? cell : null,
      repeatedAt: time.kind === "two" ? time.first : null,
      isReadAsUtc,
    });
  };
  const read = (record: CsvRecord, cell: string, time: ReadTime) => {
    const id = format.sensorId ?? record.cells[sensorCell] ?? "";
    const sensorNo = sensorNos.get(id) ?? null;
    const undecided = { record, sensorNo, cell, time, isReadAsUtc: times.wasReadAsUtc };
    // Rows of another table are in no order of time that would decide.
    if (inOrder === null) return decide(undecided, null);
    // Rows of an unknown sensor are read again when it exists. Until then, either pass is good enough.
    if (sensorNo === null) return decide(undecided, time.kind === "two" ? time.first : null);
    const isLocal = time.kind !== "bad" && !times.hadOffset;
    const decided = isLocal
      ? inOrder.add(sensorNo, time, undecided)
      : inOrder.follow(sensorNo, undecided);
    for (const { row, instant } of decided) decide(row, instant);
  };
  /** The kind of a record without a time that is no row: a header that comes again, or units below a header. */
  const noRowOf = ({ line, text, issue }: CsvRecord, isBelowHeader: boolean) => {
    const cells = withoutSurplus(splitCells(text, format.delimiter).cells, names.length);
    const texts = lower(cells);
    if (isDeepStrictEqual(texts, columns)) return "header";
    const refuse = (reason: string) => new UnusableFile([`${source.name}:${line}: ${reason}`]);
    if (isBelowHeader && hasUnits(cells, names)) {
      const other = names.find((name, index) => isOtherWeighting(name, cells[index] ?? ""));
      if (other) throw refuse(`the column ${other} has a unit of another frequency weighting`);
      return "units";
    }
    const found = readColumns.filter((column) => texts.includes(column));
    const hasLevelName = cells.some((cell, index) => hasRow && isHeading(names[index], cell));
    const isHeader = found.length > 1 || cellOfTime(texts) === cellOfTime(columns) || hasLevelName;
    if (issue !== null || cells.length !== names.length || !isHeader) return null;
    throw refuse("the header changes: split the file before this line");
  };
  let isBelowHeader = false;
  let hasRow = false;
  for await (const part of readCsvRecords(source, format, cellsRead)) {
    let { skipped } = part;
    for (const record of part.records) {
      if (record.line === header.line) {
        isBelowHeader = true;
        continue;
      }
      const cell = cellOfTime(record.cells);
      const time = times.read(table.start, cell);
      const noRow: "header" | "units" | null =
        time.kind === "bad" ? noRowOf(record, isBelowHeader) : null;
      isBelowHeader = noRow === "header";
      hasRow ||= time.kind !== "bad";
      if (noRow !== null) {
        skipped += 1;
        continue;
      }
      const cells = withoutSurplus(record.cells, names.length);
      const whole = cells === record.cells ? record : { ...record, cells };
      const issue =
        record.issue ??
        (onlyTimes ? null : findShapeIssue(cells, names.length, format.delimiter, part.isUnended));
      if (issue === null) read(whole, cell, time);
      else {
        const bad = { kind: "bad", reason: issue } as const;
        decide({ record, sensorNo: null, cell, time: bad, isReadAsUtc: false }, null);
      }
    }
    yield { records, skipped, fraction: part.fraction };
    records = [];
  }
  for (const { row, instant } of inOrder?.finish() ?? []) decide(row, instant);
  yield { records, skipped: 0, fraction: 1 };
}

/** A row of the table, or the reason that there is none. */
export type ParsedRecord<Row> =
  | { readonly ok: true; readonly row: Row; readonly at: SensorSecond }
  | {
      readonly ok: false;
      readonly reason: string;
      /** The row could be imported if its sensor were known, and `apply` could make that sensor. */
      readonly lacksOnlySensor: boolean;
    };

/**
 * Creates a parser for the records of a file, which returns every reason that rejects a record. `end` is the second
 * after the interval of the record.
 */
export function createRecordParser<Row>(
  table: CsvTable<Row>,
  { names, flags, format }: Pick<CsvFile, "names" | "flags" | "format">,
): (timed: TimedRecord, end: number) => ParsedRecord<Row> {
  const times = createTimeReader({ ...format, labels: "start", now: null });
  const cellOf = (column: string) => {
    const position = names.indexOf(column);
    return position === -1 ? () => "" : (cells: readonly string[]) => cells[position] ?? "";
  };
  const parseRow = table.createRowParser({
    ...format,
    names,
    flags,
    cellOf,
    secondOf(column, cell) {
      const time = times.read(column, cell);
      const start = times.startOf(column, cell, time, null);
      return typeof start === "string" ? start : Math.floor(start / 1000);
    },
  });
  const idOf = format.sensorId === null ? cellOf("sensor_id") : () => String(format.sensorId);
  return ({ record: { cells, issue }, sensorNo, start }, end) => {
    const isWhole = issue === null && cells.length === names.length;
    if (!isWhole) return { ok: false, reason: String(start), lacksOnlySensor: false };
    const reasons: string[] = [];
    if (sensorNo === null) reasons.push(unknownSensor(idOf(cells)));
    if (typeof start === "string") reasons.push(start);
    const second = typeof start === "string" ? 0 : Math.floor(start / 1000);
    const at = { sensorNo: sensorNo ?? 0, second, end };
    const row = parseRow(at, cells, reasons);
    if (reasons.length === 0) return { ok: true, row, at };
    const lacksOnlySensor =
      sensorNo === null && reasons.length === 1 && parseSensorId(idOf(cells)) !== null;
    return { ok: false, reason: reasons.join("; "), lacksOnlySensor };
  };
}

/** One empty cell too many at the end of a row is none. */
function withoutSurplus(cells: readonly string[], expected: number): readonly string[] {
  const isSurplus = cells.length === expected + 1 && cells[expected] === "";
  return isSurplus ? cells.slice(0, expected) : cells;
}

/** True for a row of units: its columns that are read have a unit, and no number. */
function hasUnits(cells: readonly string[], names: CsvFile["names"]): boolean {
  const read = cells.filter((_, index) => names[index] !== null && names[index] !== undefined);
  return read.some(isUnit) && !read.some((cell) => /^[-+]?[0-9]/.test(cell));
}

function findShapeIssue(
  cells: readonly string[],
  expected: number,
  delimiter: string,
  isUnended: boolean,
): string | null {
  if (cells.length === expected) return null;
  const count = `the row has ${cells.length} cells, the header ${expected}`;
  if (cells.length < expected) {
    return isUnended ? `${count}: the file ends in this line, which has no line end` : count;
  }
  const surplus = cells.slice(expected).join(delimiter);
  return `${count}; beyond them stands ${quoteCell(surplus)}`;
}
