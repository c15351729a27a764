import type { CsvFile } from "../components/export-buttons.tsx";
import { fetchFile } from "../graphql/fetch-file.ts";
import type { Weighting } from "../../../acoustics/levels/weighting.ts";
import { instantText, type TimeZone } from "../time/local-time.ts";
import type { LocalRange } from "../time/range.ts";
import { withLocalTimes } from "./csv.ts";

/** All samples of a range, not those that are drawn, as the server exports them. */
export function samplesExport(source: {
  readonly projectId: string;
  readonly sensorId: string;
  readonly range: LocalRange;
  readonly weighting: Weighting;
  /** The project's. */
  readonly zone: TimeZone;
}): CsvFile {
  const { projectId, sensorId, range, weighting, zone } = source;
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
      const { data, issues } = await fetchFile(`export/measurements.csv?${query}`, signal);
      return { data: data === null ? null : withLocalTimes(await data.text(), zone), issues };
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
