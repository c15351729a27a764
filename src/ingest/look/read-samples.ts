import type { SensorId } from "../../acoustics/ids.ts";
import type { TimeZone } from "../../acoustics/time/time-zone.ts";
import type { CsvFormat } from "../csv/csv-format.ts";
import type { TextSource } from "../csv/text-source.ts";
import { readCsvFile } from "../rows/csv-file.ts";
import type { ImportedSample } from "../rows/sample-rows.ts";
import type { CsvTable, TableColumns } from "../csv/csv-table.ts";
import { classificationsTable } from "../rows/import-classifications.ts";
import { exclusionsTable } from "../rows/import-exclusions.ts";
import { samplesTable } from "../rows/import-samples.ts";
import { createJoiner } from "../rows/join-samples.ts";
import { createRecordParser, readTimedRecords } from "../rows/read-records.ts";

export interface FirstSamples {
  readonly samples: readonly ImportedSample[];
  /** The first rejected row and its reason; null: none of those that were read. */
  readonly rejected: string | null;
}

const shownSamples = 3;

/** A file is read so far for its first samples. */
const readBytes = 1024 * 1024;

/** Reads the first samples of a file as an import with this format stores them. Throws `UnusableFile`. */
export async function readFirstSamples(
  path: string,
  format: CsvFormat,
  intervalSeconds: number | null,
): Promise<FirstSamples> {
  const interval = (format.intervalSeconds ?? intervalSeconds ?? 1) * 1000;
  const { csv, options } = await openStart(samplesTable, path, format, interval);
  const parse = createRecordParser(samplesTable, csv);
  const every = (format.everySeconds ?? 0) * 1000;
  const joiner = every > 0 ? createJoiner(every, () => "UTC" as TimeZone) : null;
  const samples: ImportedSample[] = [];
  let rejected: string | null = null;
  for await (const { records } of readTimedRecords(samplesTable, csv, options)) {
    for (const timed of records) {
      const { start, record } = timed;
      const parsed = parse(timed, 0);
      if (!parsed.ok) rejected ??= `line ${record.line}: ${parsed.reason}`;
      else if (joiner === null || typeof start === "string") samples.push(parsed.row);
      else {
        const lasting = { record, row: parsed.row, start, end: start + interval };
        for (const { sample } of joiner.add(lasting)) if (sample !== null) samples.push(sample);
      }
      if (samples.length >= shownSamples) return { samples, rejected };
    }
  }
  for (const { sample } of joiner?.finish() ?? []) if (sample !== null) samples.push(sample);
  return { samples: samples.slice(0, shownSamples), rejected };
}

/** The first rejected row of a file of another table, and its reason; null: none of those that are read. */
export function readFirstRejected(
  kind: "classifications" | "exclusions",
  path: string,
  format: CsvFormat,
): Promise<string | null> {
  return kind === "exclusions"
    ? rejectedOf(exclusionsTable, path, format)
    : rejectedOf(classificationsTable, path, format);
}

async function rejectedOf<Row>(
  table: CsvTable<Row>,
  path: string,
  format: CsvFormat,
): Promise<string | null> {
  const { csv, options } = await openStart(table, path, format, 1000);
  const parse = createRecordParser(table, csv);
  for await (const { records } of readTimedRecords(table, csv, options)) {
    for (const timed of records) {
      const parsed = parse(timed, 0);
      if (!parsed.ok) return `line ${timed.record.line}: ${parsed.reason}`;
    }
    // The last line that is read may be cut off.
    break;
  }
  return null;
}

/** The start of a file, and the options that read its rows. An import knows the sensors; here each row is of one. */
async function openStart(table: TableColumns, path: string, format: CsvFormat, interval: number) {
  const sensorId = (format.sensorId ?? "any") as SensorId;
  const file = await readCsvFile(table, path, { ...format, sensorId });
  return {
    csv: { ...file, source: onlyStart(file.source) },
    options: {
      sensorNos: new Map([[sensorId as string, 1]]),
      now: null,
      intervalOf: () => interval,
    },
  };
}

function onlyStart(source: TextSource): TextSource {
  return {
    name: source.name,
    async *read() {
      let length = 0;
      for await (const part of source.read()) {
        yield part;
        length += part.text.length;
        if (length >= readBytes) return;
      }
    },
    get isLatin1() {
      return source.isLatin1;
    },
  };
}
