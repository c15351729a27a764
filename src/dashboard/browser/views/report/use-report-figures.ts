import { askInBatches, samplesRead } from "../../data/sensor-batches.ts";
import { ask, type Issue } from "../../graphql/ask.ts";
import {
  reportFiguresDocument,
  type ReportFiguresQuery,
} from "../../graphql/generated/report-figures.ts";
import { type Query, useAsked } from "../../graphql/use-query.ts";
import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import { eventsScope } from "../../components/scope-note.tsx";
import { lacksScope } from "../../state/api-key.ts";
import { useProject } from "../../state/project-scope.tsx";
import { instantText } from "../../time/local-time.ts";

type SensorOfReport = NonNullable<ReportFiguresQuery["project"]>["sensors"][number];

/** The range of a sensor in figures; null where the server gave none. */
export interface SensorFigures {
  readonly figures: SensorOfReport | null;
  readonly issues: readonly Issue[];
}

/** The question that all parts of a report ask. */
export interface ReportRange {
  readonly projectId: string;
  /** Unix seconds, both inside. */
  readonly first: number;
  readonly last: number;
  readonly weighting: Weighting;
  /** True if the levels are drawn. */
  readonly withPlots: boolean;
}

/** A week of a quarter of an hour a point has as many points as the paper has columns. */
const secondsOfPoint = 900;

/** The fields that add up all samples of a range. */
const readings = 7;

/** The figures of the report's sensors, by id. */
export function useReportFigures(
  { projectId, first, last, weighting, withPlots }: ReportRange,
  sensorIds: readonly string[],
): Query<ReadonlyMap<string, SensorFigures>> {
  const scope = useProject();
  return useAsked(
    async (signal) => {
      const variables = {
        project: projectId,
        weighting,
        first: instantText(first),
        last: instantText(last),
        maxPoints: Math.max(2100, Math.min(5000, Math.ceil((last - first) / secondsOfPoint) + 10)),
        withPlots,
        withEpisodes: !lacksScope(eventsScope),
      };
      const samples = samplesRead(scope, { first, last });
      const points = withPlots ? variables.maxPoints : 0;
      const recordsOf = (sensorId: string) => samples(sensorId) * readings + points;
      const answers = await askInBatches(sensorIds, recordsOf, (sensors) =>
        ask(reportFiguresDocument, { ...variables, sensors }, signal),
      );
      const figures = answers.map(
        ([id, { sensor, issues }]) => [id, { figures: sensor, issues }] as const,
      );
      return { data: new Map(figures), issues: [] };
    },
    JSON.stringify([projectId, first, last, weighting, withPlots, sensorIds]),
  );
}
