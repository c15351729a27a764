import { ask, type Issue } from "../../graphql/ask.ts";
import {
  reportFiguresDocument,
  type ReportFiguresQuery,
} from "../../graphql/generated/report-figures.ts";
import { type Query, useAsked } from "../../graphql/use-query.ts";
import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import { eventsScope } from "../../components/scope-note.tsx";
import { lacksScope } from "../../state/api-key.ts";
import { instantText } from "../../time/local-time.ts";

/** The range of a sensor in figures; null where the server gave none. */
export interface SensorFigures {
  readonly figures: ReportFiguresQuery["sensor"];
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

/** The figures of the report's sensors, by id. */
export function useReportFigures(
  { projectId, first, last, weighting, withPlots }: ReportRange,
  sensorIds: readonly string[],
): Query<ReadonlyMap<string, SensorFigures>> {
  return useAsked(
    async (signal) => {
      const entries = await Promise.all(
        sensorIds.map(async (sensor): Promise<[string, SensorFigures]> => {
          const variables = {
            project: projectId,
            sensor,
            weighting,
            first: instantText(first),
            last: instantText(last),
            maxPoints: Math.max(
              2100,
              Math.min(5000, Math.ceil((last - first) / secondsOfPoint) + 10),
            ),
            withPlots,
            withEpisodes: !lacksScope(eventsScope),
          };
          const { data, issues } = await ask(reportFiguresDocument, variables, signal);
          return [sensor, { figures: data?.sensor ?? null, issues }];
        }),
      );
      return { data: new Map(entries), issues: [] };
    },
    JSON.stringify([projectId, first, last, weighting, withPlots, sensorIds]),
  );
}
