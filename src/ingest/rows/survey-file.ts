import { intervalOfDistances, leastAgreement } from "../../acoustics/aggregates/sample-interval.ts";
import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import { quoteCell } from "../csv/csv-format.ts";
import { readCsvRecords } from "../csv/csv-records.ts";
import type { CsvTable } from "../csv/csv-table.ts";
import { createTimeCell } from "../csv/read-time.ts";
import { type DateOrders, fitsOnly, ordersOf } from "../../acoustics/time/date-format.ts";
import { UnusableFile } from "../invalid-input.ts";
import type { CsvFile } from "./csv-file.ts";
import {
  createRecordParser,
  readTimedRecords,
  type RecordOptions,
  type TimedPart,
} from "./read-records.ts";
import { type ClockTurns, createClockTurns } from "./clock-turns.ts";
import { createSeenTimes, type SeenTimes } from "./seen-times.ts";
import { createWrittenIntervals, spanIssue, type WrittenIntervals } from "./written-intervals.ts";

/** The facts of a whole file that its first row needs. */
export interface Survey {
  /** The sensors of its rows. */
  readonly sensorNos: readonly number[];
  readonly intervals: ReadonlyMap<number, FileInterval>;
  /** The times of the rows, in milliseconds if rows are joined, otherwise in seconds; null: they may occur again. */
  readonly seen: SeenTimes | null;
  /** Rows by sensor and time that occur more than once, by `keyOf`. */
  readonly repeated: ReadonlyMap<string, RepeatedRow>;
  /** The rows of each sensor are in the order of time. */
  readonly isInOrder: boolean;
  readonly rows: number;
}

/** Rows or times of a file that are in memory at most. A file of more is refused. */
export const mostInMemory = 1_000_000;

/** The interval of the rows of a sensor in a file, in milliseconds. */
export interface FileInterval {
  readonly length: number;
  /** False: too many of its times have other distances. */
  readonly agrees: boolean;
}

/** The first row of a sensor and time that occurs again, and the first row of other content. */
export interface RepeatedRow {
  readonly line: number;
  readonly content: string;
  other: number | null;
}

export function keyOf(sensorNo: number, time: number): string {
  return `${sensorNo} ${time}`;
}

/**
 * Reads a file without storing anything: intervals, times that occur again, whether they are in order. It reads again
 * for a repeated hour. Throws `UnusableFile` for a date of the other order of the day.
 */
export async function surveyFile<Row>(
  table: CsvTable<Row>,
  csv: CsvFile,
  options: Omit<RecordOptions, "intervalOf">,
): Promise<Survey> {
  const { format } = csv;
  const unit = format.everySeconds === null ? 1000 : 1;
  const read = (intervals: Survey["intervals"]) =>
    readOnce(table, csv, { ...options, intervalOf: intervalReader(csv, intervals) }, unit);
  let found = await read(new Map());
  if (found.hasRepeatedHour) found = await read(found.intervals);
  const { suspects, ...survey } = found;
  if (table.identityOf !== null || suspects.size === 0) return { ...survey, repeated: new Map() };
  const intervalOf = intervalReader(csv, survey.intervals);
  const parts = readTimedRecords(table, csv, { ...options, intervalOf });
  return { ...survey, repeated: await compareRepeated(table, csv, parts, unit, suspects) };
}

/** The interval that the format names, or that of the survey. */
export function intervalReader(
  { format }: Pick<CsvFile, "format">,
  intervals: Survey["intervals"],
): (sensorNo: number) => number | null {
  const given = format.intervalSeconds === null ? null : format.intervalSeconds * 1000;
  return (sensorNo) => given ?? intervals.get(sensorNo)?.length ?? null;
}

interface SensorTimes {
  last: number;
  /** True if the last time was one of a repeated hour that the order of the rows does not decide. */
  isUndecided: boolean;
  readonly distances: Map<number, number>;
  readonly written: WrittenIntervals;
  readonly turns: ClockTurns;
}

async function readOnce<Row>(
  table: CsvTable<Row>,
  csv: CsvFile,
  options: RecordOptions,
  unit: number,
) {
  const orders = ordersOf(csv.format.dateFormat);
  const sensors = new Map<number, SensorTimes>();
  const seen = table.identityOf === null ? createSeenTimes() : null;
  const suspects = new Set<string>();
  const timeOf = createTimeCell(table.start, csv.names, csv.format.dateFormat);
  let [rows, isInOrder, hasRepeatedHour] = [0, true, false];
  for await (const { records } of readTimedRecords(table, csv, { ...options, onlyTimes: true })) {
    rows += records.length;
    for (const { record, sensorNo, start, badTime, repeatedAt } of records) {
      if (badTime !== null && orders && fitsOnly(orders.exchanged, orders.given, badTime)) {
        throw await orderIssue(csv, table.start, record.line, badTime, orders);
      }
      hasRepeatedHour ||= repeatedAt !== null;
      if (sensorNo === null) continue;
      let sensor = sensors.get(sensorNo);
      if (sensor === undefined) {
        sensor = {
          last: Number.NaN,
          isUndecided: false,
          distances: new Map(),
          written: createWrittenIntervals(),
          turns: createClockTurns(csv.format.dateFormat),
        };
        sensors.set(sensorNo, sensor);
      }
      const text = timeOf(record.cells);
      if (badTime === null) sensor.written.add(text);
      // Distances in an undecided pass are known, but not those to the rows around it, which would decide it.
      const at = typeof start === "number" ? start : repeatedAt;
      const isUndecided = typeof start === "string";
      if (at === null) continue;
      const distance = at - sensor.last;
      if (sensor.isUndecided === isUndecided) countDistance(sensor.distances, Math.abs(distance));
      sensor.isUndecided = isUndecided;
      if (isUndecided) {
        sensor.last = at;
        continue;
      }
      const time = Math.floor(start / unit);
      const isNew = seen?.add(sensorNo, time) !== false;
      if (!isNew) {
        suspects.add(keyOf(sensorNo, time));
        // A file of more has rows of less than a second, or stands in itself twice.
        if (suspects.size > mostInMemory) {
          const issue = `more than ${mostInMemory.toLocaleString("en")} times occur more than once`;
          throw new UnusableFile([
            `${csv.file}:${record.line}: ${issue}: use --every, or split the file`,
          ]);
        }
      }
      if (distance < 0) isInOrder = false;
      // Rows that are no samples may be in another order than that of time.
      if (seen !== null) sensor.turns.add({ text, line: record.line }, distance, isNew);
      sensor.last = start;
    }
  }
  const found = [...sensors.values()];
  const noTime = found.flatMap(({ written }) => written.find() ?? [])[0];
  if (noTime !== undefined) {
    throw new UnusableFile([`${csv.file}:${csv.header.line}: ${table.start} ${spanIssue(noTime)}`]);
  }
  const turn = found.flatMap(({ turns }) => turns.find() ?? [])[0];
  if (turn !== undefined) throw new UnusableFile([`${csv.file}:${turn.line}: ${turn.issue}`]);
  const intervals = new Map(
    [...sensors].flatMap(([sensorNo, { distances }]): [number, FileInterval][] => {
      const interval = intervalOfDistances(distances);
      if (interval === null) return [];
      const { length, agreement } = interval;
      return [[sensorNo, { length, agrees: agreement >= leastAgreement }]];
    }),
  );
  const sensorNos = [...sensors.keys()];
  return { sensorNos, intervals, seen, suspects, isInOrder, hasRepeatedHour, rows };
}

/** Beyond a second, four digits are enough, and bound the number of distances. */
function countDistance(distances: Map<number, number>, distance: number): void {
  if (!(distance > 0 && distance <= millisecondsOfDay)) return;
  const rounded =
    distances.has(distance) || distance < 1000 ? distance : Number(distance.toPrecision(4));
  distances.set(rounded, (distances.get(rounded) ?? 0) + 1);
}

/** Finds the first row of each time that occurs again, and the first one that differs from it. */
async function compareRepeated<Row>(
  table: CsvTable<Row>,
  csv: CsvFile,
  parts: AsyncIterable<TimedPart>,
  unit: number,
  suspects: ReadonlySet<string>,
): Promise<Map<string, RepeatedRow>> {
  const parse = createRecordParser(table, csv);
  const repeated = new Map<string, RepeatedRow>();
  for await (const { records } of parts) {
    for (const timed of records) {
      const { sensorNo, start, record } = timed;
      if (sensorNo === null || typeof start === "string") continue;
      const key = keyOf(sensorNo, Math.floor(start / unit));
      const parsed = suspects.has(key) ? parse(timed, 0) : null;
      if (parsed?.ok !== true) continue;
      const content = table.contentOf(parsed.row);
      const first = repeated.get(key);
      if (first === undefined) repeated.set(key, { line: record.line, content, other: null });
      else if (first.content !== content) first.other ??= record.line;
    }
  }
  return repeated;
}

/** The refusal of a file whose row fits only the other order of day and month. */
async function orderIssue(
  { file, source, format, names, header }: CsvFile,
  start: string,
  line: number,
  cell: string,
  { given, exchanged }: DateOrders,
): Promise<UnusableFile> {
  const { dateFormat } = format;
  const cellOf = createTimeCell(start, names, dateFormat);
  const fits = `${file}:${line}: ${start} ${quoteCell(cell)} fits only ${exchanged.text}`;
  for await (const { records } of readCsvRecords(source, format)) {
    for (const record of records) {
      const other = cellOf(record.cells);
      if (record.line !== header.line && fitsOnly(given, exchanged, other)) {
        return new UnusableFile([
          `${fits}; nothing of this file is kept`,
          `${file}:${record.line}: ${start} ${quoteCell(other)} fits only ${dateFormat.text}`,
        ]);
      }
    }
  }
  const advice = `use --date-format ${JSON.stringify(exchanged.text)}`;
  return new UnusableFile([`${fits}, which all rows fit: ${advice}; nothing of this file is kept`]);
}
