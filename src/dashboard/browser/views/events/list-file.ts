import type { CsvFile } from "../../components/export-buttons.tsx";
import type { Column } from "../../components/plain-table.tsx";
import { csvOf } from "../../export/csv.ts";
import { fileName } from "../../export/samples-export.ts";
import type { Answer } from "../../graphql/ask.ts";
import type { TimeZone } from "../../time/local-time.ts";
import type { LocalRange } from "../../time/range.ts";
import type { EventSource } from "./read-events.ts";

export interface ListPlace {
  readonly source: EventSource;
  readonly range: LocalRange;
  /** The project's. */
  readonly zone: TimeZone;
}

/** The file of a list. */
export function listFile<Row>(
  { source: { projectId, weighting }, range }: ListPlace,
  what: string,
  columns: readonly Pick<Column<Row>, "file">[],
  read: (
    job: Parameters<CsvFile["read"]>[0],
  ) => Promise<Answer<readonly Row[]>> | Answer<readonly Row[]>,
): CsvFile {
  return {
    name: fileName({ sensorId: `${projectId}_${what}`, range, weighting }, "csv"),
    read: async (job) => {
      const { data, issues } = await read(job);
      return { data: data && csvOf(columns, data), issues };
    },
  };
}
