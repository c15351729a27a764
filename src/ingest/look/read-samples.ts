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
import { createJoiner, type JoinedRow } from "../rows/join-samples.ts";
import { createRecordParser, readTimedRecords } from "../rows/read-records.ts";

export interface FirstSamples {
  readonly samples: readonly ImportedSample[];
  /** The first rejected row and its reason; null: none of those that were read. */
  readonly rejected: string | null;
}

const shownSamples = 3;

/** A file is read so far for its first samples. */
const readBytes = 1024 * 1024;

/**
 * Reads the first rows of a file as an import with this format stores them. Samples are returned; of another table,
 * only whether its rows would be rejected. Throws `UnusableFile`.
 */
export async function readFirstSamples(
  kind: TableColumns["name"],
  path: string,
  format: CsvFormat,
  intervalSeconds: number | null,
): Promise<FirstSamples> {
  const seconds = format.intervalSeconds ?? intervalSeconds ?? 1;
  if (kind === "samples") return readFirstRows(samplesTable, path, format, seconds);
  const { rejected } = await (kind === "exclusions"
    ? readFirstRows(exclusionsTable, path, format, seconds)
    : readFirstRows(classificationsTable, path, format, seconds));
  return { samples: [], rejected };
}

async function readFirstRows<Row>(
  table: CsvTable<Row>,
  path: string,
  format: CsvFormat,
  intervalSeconds: number,
) {
  // An import would know the sensors. Here each row is of one.
  const sensorId = (format.sensorId ?? "any") as SensorId;
  const file = await readCsvFile(table, path, { ...format, sensorId });
  const csv = { ...file, source: onlyStart(file.source) };
  const parse = createRecordParser(table, csv);
  const every = (format.everySeconds ?? 0) * 1000;
  const joiner = every > 0 ? createJoiner(every, () => "UTC" as TimeZone) : null;
  const interval = intervalSeconds * 1000;
  const samples: Row[] = [];
  let rejected: string | null = null;
  // Only samples are joined.
  const addJoined = (joined: readonly JoinedRow[] = []) =>
    samples.push(...joined.flatMap(({ sample }) => (sample === null ? [] : (sample as Row))));
  const options = {
    sensorNos: new Map([[sensorId as string, 1]]),
    now: null,
    intervalOf: () => interval,
  };
  for await (const { records } of readTimedRecords(table, csv, options)) {
    for (const timed of records) {
      const { start, record } = timed;
      const parsed = parse(timed, 0);
      if (!parsed.ok) rejected ??= `line ${record.line}: ${parsed.reason}`;
      else if (joiner === null || typeof start === "string") samples.push(parsed.row);
      else {
        const row = parsed.row as ImportedSample;
        addJoined(joiner.add({ record, row, start, end: start + interval }));
      }
      if (samples.length >= shownSamples) return { samples, rejected };
    }
  }
  addJoined(joiner?.finish());
  return { samples: samples.slice(0, shownSamples), rejected };
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
