import type { CsvFile } from "../components/export-buttons.tsx";
import { readSamples, type SampleRow } from "../data/read-samples.ts";
import { fetchFile } from "../graphql/fetch-file.ts";
import type { Weighting } from "../../../acoustics/levels/weighting.ts";
import { instantText, type TimeZone } from "../time/local-time.ts";
import type { LocalRange } from "../time/range.ts";
import { samplesCsv } from "./csv.ts";

/** All samples of a range, not those that are drawn, as the server exports them. */
export function samplesExport(source: {
  readonly projectId: string;
  readonly sensorId: string;
  readonly range: LocalRange;
  readonly weighting: Weighting;
  /** The project's. */
  readonly zone: TimeZone;
  /** Seconds of a sample. */
  readonly intervalSeconds: number;
  /** The samples, if they have been read. */
  readonly rows: readonly SampleRow[] | null;
  /** True if the project has a model that hears what sounds. */
  readonly hasLabels: boolean;
}): CsvFile {
  const { projectId, sensorId, range, weighting, zone, rows, hasLabels } = source;
  const { first, last } = range;
  const query = new URLSearchParams({
    projectId,
    sensorId,
    startAt: instantText(range.first),
    endAt: instantText(range.last),
    fweighting: weighting,
  });
  return {
    name: fileName(source, "csv"),
    read: async ({ signal, tell }) => {
      tell("Samples are read");
      const [file, samples] = await Promise.all([
        fetchFile(`export/measurements.csv?${query}`, signal),
        hasLabels && rows === null
          ? readSamples({ ...source, first, last }, signal)
          : { data: rows ?? [], issues: [] },
      ]);
      const issues = [...file.issues, ...samples.issues];
      if (file.data === null || samples.data === null) return { data: null, issues };
      const heard = new Map(samples.data.map((row) => [row.second, row] as const));
      return { data: samplesCsv(await file.data.text(), zone, heard), issues };
    },
  };
}

/** `<sensor>_<from>_<to>_<w>.csv`. No system takes a colon in the name of a file amiss if there is none. */
export function fileName(
  about: {
    readonly sensorId: string;
    readonly range: LocalRange;
    readonly weighting: Weighting;
  },
  extension: string,
): string {
  const { sensorId, range, weighting } = about;
  const parts = [sensorId, range.from, range.to, weighting].join("_").replaceAll(":", "");
  return `${parts}.${extension}`;
}
