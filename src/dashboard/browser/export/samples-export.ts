import type { ExportAction } from "../components/export-buttons.tsx";
import type { Weighting } from "../../../acoustics/levels/weighting.ts";
import type { TimeZone } from "../time/local-time.ts";
import type { LocalRange } from "../time/range.ts";
import { type ExportedSample, samplesCsv } from "./csv.ts";
import { downloadText } from "./download.ts";
import { readForExport } from "./read-for-export.ts";

interface ExportSource {
  readonly projectId: string;
  readonly sensorId: string;
  readonly range: LocalRange;
  readonly weighting: Weighting;
  /** The project's. */
  readonly zone: TimeZone;
}

/** The action of the button CSV of a plot of samples: all samples of the range, not those drawn. */
export function samplesExport(source: ExportSource): {
  readonly csv: ExportAction;
} {
  const { sensorId, zone } = source;
  return {
    csv: withSamples(source, (samples) => {
      downloadText(fileName(source, "csv"), csvType, samplesCsv(samples, sensorId, zone));
    }),
  };
}

export const csvType = "text/csv;charset=utf-8";

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

function withSamples(
  source: ExportSource,
  save: (samples: readonly ExportedSample[]) => void,
): ExportAction {
  return async ({ signal, tell }) => {
    const { data, issues } = await readForExport(source, signal, (count) => {
      tell(`${count.toLocaleString("en")} samples read`);
    });
    if (data !== null) save(data);
    return issues[0] ?? null;
  };
}
