import { type Answer, ask } from "../graphql/ask.ts";
import {
  exportSamplesDocument,
  type ExportSamplesQueryVariables,
} from "../graphql/generated/export-samples.ts";
import type { Weighting } from "../../../acoustics/levels/weighting.ts";
import { instantText } from "../time/local-time.ts";
import type { LocalRange } from "../time/range.ts";
import type { ExportedSample } from "./csv.ts";

/**
 * All samples of the range with all their levels, oldest first: plots query only what they draw. Reads page after page
 * and reports after each how many there are. A page that cannot be answered leaves no data, for half a file looks
 * whole.
 */
export async function readForExport(
  source: {
    readonly projectId: string;
    readonly sensorId: string;
    readonly range: LocalRange;
    readonly weighting: Weighting;
  },
  signal: AbortSignal,
  onProgress: (samples: number) => void = () => undefined,
): Promise<Answer<ExportedSample[]>> {
  const { projectId, sensorId, range, weighting } = source;
  const samples: ExportedSample[] = [];
  for (let cursor: number | null = 0; cursor !== null;) {
    const variables: ExportSamplesQueryVariables = {
      project: projectId,
      sensor: sensorId,
      first: instantText(range.first),
      last: instantText(range.last),
      weighting,
      cursor,
    };
    const { data, issues } = await ask(exportSamplesDocument, variables, signal);
    const page = data?.measurements ?? null;
    if (page === null || issues.length > 0) return { data: null, issues };
    samples.push(...page.data);
    onProgress(samples.length);
    cursor = page.cursor;
  }
  return { data: samples, issues: [] };
}
