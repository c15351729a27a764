import { ask, type Issue } from "../../graphql/ask.ts";
import {
  reportFiguresDocument,
  type ReportFiguresQuery,
} from "../../graphql/generated/report-figures.ts";
import { type Query, useAsked } from "../../graphql/use-query.ts";
import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import { instantText } from "../../time/local-time.ts";

/** A sensor's range in figures; null where the server gave none. */
export interface SensorFigures {
  readonly figures: ReportFiguresQuery["sensor"];
  readonly issues: readonly Issue[];
}

/** The range and sensors of all parts of a report. */
export interface ReportRange {
  readonly projectId: string;
  /** Unix seconds, both inside. */
  readonly first: number;
  readonly last: number;
  readonly weighting: Weighting;
}

/** The figures of the report's sensors, by id. */
export function useReportFigures(
  { projectId, first, last, weighting }: ReportRange,
  sensorIds: readonly string[],
): Query<ReadonlyMap<string, SensorFigures>> {
  return useAsked(
    async (signal) => {
      const entries = await Promise.all(
        sensorIds.map(async (sensor): Promise<[string, SensorFigures]> => {
          const range = { first: instantText(first), last: instantText(last) };
          const variables = { project: projectId, sensor, weighting, ...range };
          const { data, issues } = await ask(reportFiguresDocument, variables, signal);
          return [sensor, { figures: data?.sensor ?? null, issues }];
        }),
      );
      return { data: new Map(entries), issues: [] };
    },
    JSON.stringify([projectId, first, last, weighting, sensorIds]),
  );
}
