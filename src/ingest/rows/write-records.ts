import { isDeepStrictEqual } from "node:util";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import { createRepeatedHours } from "../../acoustics/time/repeated-hour.ts";
import { type CsvRecord, readCsvRecords } from "../csv/csv-records.ts";
import { createRecordParser, type CsvTable } from "../csv/csv-table.ts";
import { createTimeReader } from "../csv/read-time.ts";
import type { RejectedFile } from "../csv/rejected-file.ts";
import { InvalidInput, UnknownSensor } from "../invalid-input.ts";
import type { ReportProgress } from "../input-files.ts";
import type { CsvFile } from "./csv-file.ts";
import type { RowWriter } from "./row-writer.ts";

/** The sensors, contracts and time that all files of an import have in common. */
export interface ImportContext {
  readonly sensorNos: ReadonlyMap<string, number>;
  readonly contracts: ReadonlyMap<number, SecondRange>;
  readonly report: ReportProgress;
  readonly now: Instant | null;
}

/**
 * Parses the records of a file and writes the good rows; the other rows are written to the file of rejected rows, or
 * wait.
 */
export async function writeRecords<Row>(
  writer: RowWriter<Row>,
  { file, source, header, names, format }: CsvFile,
  table: Pick<CsvTable<Row>, "createRowParser" | "name" | "start">,
  { sensorNos, contracts, report, now }: ImportContext,
  rejectedFile: RejectedFile,
  remainingFile: RejectedFile | null,
) {
  const isOfSamples = table.name === "samples";
  const times = createTimeReader({
    ...format,
    // The format may come from the profile of a folder that also has other files.
    intervalSeconds: table.start === "datetime" ? format.intervalSeconds : null,
    now: isOfSamples ? now : null,
  });
  const parser = createRecordParser(table, { ...format, names, sensorNos, readTime: times.read });
  const inOrder = createRepeatedHours<CsvRecord>((left, right) =>
    isDeepStrictEqual(left.cells, right.cells),
  );
  let rows = 0;
  let rejected = 0;
  let readAsUtc = 0;
  let outsideContract = 0;
  let remaining = 0;
  let lacksSensor: string | null = null;

  const handle = async (record: CsvRecord, decided: Instant | null) => {
    const parsed = parser.parse(record, decided);
    if (parsed.ok) {
      if (times.wasReadAsUtc) readAsUtc += 1;
      if (isOfSamples && !isInside(contracts.get(parsed.at.sensorNo), parsed.at.second)) {
        outsideContract += 1;
      }
      await writer.write(parsed.row);
    } else if (remainingFile !== null && parsed.lacksOnlySensor) {
      remaining += 1;
      lacksSensor ??= parsed.reason;
      await remainingFile.add(record, parsed.reason);
    } else {
      rejected += 1;
      await rejectedFile.add(record, parsed.reason);
    }
  };
  /** Rows of a repeated hour wait until the order of the rows determines their instants. */
  const handleInOrder = async (record: CsvRecord) => {
    const start = format.timeZone === null ? null : parser.startOf(record);
    if (start === null) return handle(record, null);
    const local = times.localOf(start.datetime);
    const { sensorNo } = start;
    // Rows of an unknown sensor are read again when it exists. Until then, either pass is good enough.
    if (sensorNo === null) return handle(record, local?.kind === "two" ? local.first : null);
    const decided =
      local === null ? inOrder.follow(sensorNo, record) : inOrder.add(sensorNo, local, record);
    for (const { row, instant } of decided) await handle(row, instant);
  };
  const headerLine = format.skipLines + 1;
  for await (const { records, fraction } of readCsvRecords(source, format)) {
    for (const record of records) {
      if (record.line === headerLine) {
        if (isDeepStrictEqual(record.cells, header)) continue;
        const issue = "the file was changed while it was being imported";
        throw new InvalidInput([`${file}:${headerLine}: ${issue}`]);
      }
      rows += 1;
      await handleInOrder(record);
    }
    report(fraction, `${file}: ${rows.toLocaleString("en")} rows`);
  }
  for (const { row, instant } of inOrder.finish()) await handle(row, instant);
  if (lacksSensor !== null && rejected + remaining === rows) {
    throw new UnknownSensor([`${file}: ${String(lacksSensor)}`]);
  }
  return {
    rows: rows - remaining,
    remaining,
    ...(await writer.finish()),
    rejected,
    readAsUtc,
    outsideContract,
  };
}

function isInside(contract: SecondRange | undefined, second: number): boolean {
  return contract !== undefined && contract.first <= second && second <= contract.last;
}
