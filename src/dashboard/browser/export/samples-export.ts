import type { CsvFile } from "../components/export-buttons.tsx";
import type { SampleRow } from "../data/read-samples.ts";
import { type Answer, ask } from "../graphql/ask.ts";
import { fetchFile } from "../graphql/fetch-file.ts";
import type { Weighting } from "../../../acoustics/levels/weighting.ts";
import {
  sampleLabelsDocument,
  type SampleLabelsQuery,
} from "../graphql/generated/sample-labels.ts";
import { instantText, localMinute, secondOf, type TimeZone } from "../time/local-time.ts";
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
  /** The samples, if they have been read. */
  readonly rows: readonly SampleRow[] | null;
  /** True if the project has a model that hears what sounds. */
  readonly hasLabels: boolean;
}): CsvFile {
  const { projectId, sensorId, range, weighting, zone, rows, hasLabels } = source;
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
      const [file, heard] = await Promise.all([
        fetchFile(`export/measurements.csv?${query}`, signal),
        hasLabels && rows === null
          ? readLabels(source, signal, tell)
          : { data: new Map((rows ?? []).map((row) => [row.second, row])), issues: [] },
      ]);
      const issues = [...file.issues, ...heard.issues];
      if (file.data === null || heard.data === null) return { data: null, issues };
      return { data: samplesCsv(await file.data.text(), zone, heard.data), issues };
    },
  };
}

type Heard = Pick<SampleRow, "label" | "confidence">;

/** The labels of the samples of a range, by their seconds: the file of the server has no labels. */
async function readLabels(
  { projectId, sensorId, range, zone }: Parameters<typeof samplesExport>[0],
  signal: AbortSignal,
  tell: (progress: string) => void,
): Promise<Answer<ReadonlyMap<number, Heard>>> {
  const [first, last] = [instantText(range.first), instantText(range.last)];
  const variables = { project: projectId, sensor: sensorId, first, last };
  const heard = new Map<number, Heard>();
  let cursor: number | null = 0;
  while (cursor !== null) {
    const answer: Answer<SampleLabelsQuery> = await ask(
      sampleLabelsDocument,
      { ...variables, cursor },
      signal,
    );
    const page = answer.data?.measurements ?? null;
    if (page === null) return { data: null, issues: answer.issues };
    for (const { datetime, classification } of page.data) {
      if (classification !== null) heard.set(secondOf(datetime), classification);
    }
    cursor = page.cursor;
    if (cursor !== null) tell(`Labels are read up to ${localMinute(cursor, zone)}`);
  }
  return { data: heard, issues: [] };
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
