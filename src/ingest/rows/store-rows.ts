import type { CsvTable, SensorSecond } from "../csv/csv-table.ts";
import type { RejectedFile } from "../csv/rejected-file.ts";
import { countOf } from "../../system/count-of.ts";
import { InvalidInput, UnknownSensor } from "../invalid-input.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import type { TimeZone } from "../../acoustics/time/time-zone.ts";
import type { ImportSensor } from "../../database/queries/imports/import-sensors.ts";
import type { ReportProgress } from "../input-files.ts";
import type { CsvFile } from "./csv-file.ts";
import { isFlagSet } from "../csv/cell-values.ts";
import { decodeCell } from "../csv/csv-format.ts";
import { createJoiner, type JoinedRow, type LastingRow } from "./join-samples.ts";
import type { ImportedSample } from "./sample-rows.ts";
import { createRecordParser, readTimedRecords, type TimedRecord } from "./read-records.ts";
import type { RowCollector } from "./sinks.ts";
import { intervalReader, keyOf, mostInMemory, type Survey } from "./survey-file.ts";

/** The sensors and the time that all files of an import have in common. */
export interface ImportContext {
  readonly sensors: readonly ImportSensor[];
  readonly sensorNos: ReadonlyMap<string, number>;
  readonly report: ReportProgress;
  readonly now: Instant | null;
}

/** The files for rows that are not stored. */
export interface RowFiles {
  /** Null: the first reasons are collected. */
  readonly rejected: RejectedFile | null;
  /** Null: rows of unknown sensors are rejected. */
  readonly remaining: RejectedFile | null;
}

const greatestReasons = 20;

/**
 * Parses the records of a file and writes the good rows; the other rows are written to the file of rejected rows, or
 * wait. Of rows of one sensor and time, equal ones count once, and others are rejected.
 */
export async function storeRows<Row>(
  collector: RowCollector<Row>,
  csv: CsvFile,
  table: CsvTable<Row>,
  { sensors, sensorNos, report, now }: ImportContext,
  survey: Survey,
  { rejected: rejectedFile, remaining: remainingFile }: RowFiles,
) {
  const { file, format } = csv;
  const every = table.name === "samples" ? (format.everySeconds ?? 0) * 1000 : 0;
  const unit = every > 0 ? 1 : 1000;
  const intervalOf = intervalReader(csv, survey.intervals);
  const parse = createRecordParser(table, csv);
  const projects = createProjectCounts(sensors, table.name === "samples");
  const zoneOf = (sensorNo: number) => projects.sensorOf(sensorNo).timeZone;
  const joiner = every > 0 ? createJoiner(every, zoneOf) : null;
  const counts = { rows: 0, rejected: 0, remaining: 0, skipped: 0, readAsUtc: 0, repeated: 0 };
  const unsorted: LastingRow[] | null = joiner !== null && !survey.isInOrder ? [] : null;
  const needsEnds = joiner !== null || format.flags.length > 0;
  const flagColumns = csv.flagColumns.map((flag) => ({ ...flag, rows: 0 }));
  let lacksSensor: string | null = null;

  const reasons: string[] = [];
  const reject = (record: TimedRecord["record"], reason: string) => {
    counts.rejected += 1;
    if (rejectedFile === null && reasons.length < greatestReasons)
      reasons.push(`${file}:${record.line}: ${reason}`);
    return rejectedFile?.add(record, reason);
  };
  const store = (row: Row, at: SensorSecond) => {
    projects.add(at);
    return collector.add(row);
  };
  const storeJoined = async (samples: readonly JoinedRow[] = []) => {
    for (const joined of samples) {
      // Only samples are joined.
      if (joined.sample !== null) await store(joined.sample as Row, joined.sample);
      else for (const record of joined.records) await reject(record, joined.reason);
    }
  };
  const handle = async (timed: TimedRecord) => {
    const { record, sensorNo, start } = timed;
    counts.rows += 1;
    const needsEnd = needsEnds && sensorNo !== null && typeof start === "number";
    const interval = needsEnd ? intervalOf(sensorNo) : null;
    const from = typeof start === "number" ? Math.floor(start / unit) : 0;
    const last = from + (interval === null ? 1 : Math.max(1, Math.ceil(interval / unit)));
    const until = needsEnd ? (survey.seen?.after(sensorNo, from, last) ?? last) : last;
    const parsed = parse(timed, Math.ceil((until * unit) / 1000));
    if (!parsed.ok) {
      if (remainingFile === null || !parsed.lacksOnlySensor) return reject(record, parsed.reason);
      counts.remaining += 1;
      lacksSensor ??= parsed.reason;
      return remainingFile.add(record, parsed.reason);
    }
    if (timed.isReadAsUtc) counts.readAsUtc += 1;
    for (const flag of flagColumns) {
      const cell = decodeCell(record.cells[flag.position] ?? "");
      if (isFlagSet(cell) && !flag.values.includes(cell)) flag.rows += 1;
    }
    const { row, at } = parsed;
    const key = survey.repeated.size === 0 ? "" : keyOf(at.sensorNo, from);
    const first = survey.repeated.get(key);
    if (first !== undefined && first.other !== null) {
      const isFirst = table.contentOf(row) === first.content;
      const line = isFirst ? first.other : first.line;
      return reject(
        record,
        `line ${line} has other levels of the same ${unit === 1 ? "time" : "second"}`,
      );
    }
    if (first !== undefined && first.line !== record.line) {
      counts.repeated += 1;
      return undefined;
    }
    if (joiner === null) return store(row, at);
    if (interval === null) {
      return reject(
        record,
        "the file does not show how long a row lasts: use --interval, such as 1s",
      );
    }
    // As distances of an interval, lengths may differ by a tenth.
    if ((until - from) * 10 > every * 11) {
      return reject(
        record,
        `the row lasts ${(until - from) / 1000} s, longer than a sample of --every`,
      );
    }
    const lasting = { record, row: row as ImportedSample, start: from, end: until };
    if (unsorted !== null) unsorted.push(lasting);
    else await storeJoined(joiner.add(lasting));
    return undefined;
  };
  if (unsorted !== null && survey.rows > mostInMemory) {
    const issue = `--every sorts at most ${mostInMemory.toLocaleString("en")} rows`;
    throw new InvalidInput([
      `${file}: ${issue}, and its rows are not in the order of time: sort it`,
    ]);
  }
  const parts = readTimedRecords(table, csv, { sensorNos, now, intervalOf });
  for await (const { records, skipped, fraction } of parts) {
    counts.skipped += skipped;
    for (const timed of records) await handle(timed);
    report(fraction, `${file}: ${countOf(counts.rows, "row")}`);
  }
  unsorted?.sort((left, right) => left.start - right.start);
  for (const row of unsorted ?? []) await storeJoined(joiner?.add(row));
  await storeJoined(joiner?.finish());
  if (lacksSensor !== null && counts.rejected + counts.remaining === counts.rows) {
    throw new UnknownSensor([`${file}: ${String(lacksSensor)}`]);
  }
  const written = await collector.finish();
  const { rows, remaining, repeated, ...others } = counts;
  return {
    rows: rows - remaining,
    remaining,
    ...others,
    ...written,
    unchanged: written.unchanged + (every > 0 ? 0 : repeated),
    reasons,
    projects: projects.counts(),
    unusedFlags: flagColumns.filter((flag) => flag.rows > 0),
  };
}

/** The stored rows of one project. */
export interface ProjectCount {
  readonly id: string;
  readonly timeZone: TimeZone;
  /** The first and the last second of a row. */
  first: number;
  last: number;
  /** Rows that are stored but not served: they are outside the contract, or there is no contract. */
  outsideContract: number;
}

/** Counts rows by the project of their sensors. Only samples have to be inside the contract. */
function createProjectCounts(sensors: readonly ImportSensor[], isOfSamples: boolean) {
  const bySensor = new Map(sensors.map((sensor) => [sensor.sensorNo, sensor]));
  const projects = new Map<string, ProjectCount>();
  const sensorOf = (sensorNo: number): ImportSensor => {
    const sensor = bySensor.get(sensorNo);
    if (sensor === undefined) throw new Error(`there is no sensor ${sensorNo}`);
    return sensor;
  };
  return {
    sensorOf,
    add({ sensorNo, second }: SensorSecond) {
      const { projectId: id, timeZone, contract } = sensorOf(sensorNo);
      let project = projects.get(id);
      if (project === undefined) {
        project = { id, timeZone, first: second, last: second, outsideContract: 0 };
        projects.set(id, project);
      }
      if (second < project.first) project.first = second;
      if (second > project.last) project.last = second;
      const isInside = contract !== null && contract.first <= second && second <= contract.last;
      if (isOfSamples && !isInside) project.outsideContract += 1;
    },
    counts: (): ProjectCount[] => [...projects.values()],
  };
}
