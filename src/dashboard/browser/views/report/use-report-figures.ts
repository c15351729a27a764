import { askInBatches, samplesRead, type SensorAnswer } from "../../data/sensor-batches.ts";
import { ask } from "../../graphql/ask.ts";
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
import type { LocalRange } from "../../time/range.ts";
import { bucketsFor } from "../sensor/statistics/shown-range.ts";

type SensorOfReport = NonNullable<ReportFiguresQuery["project"]>["sensors"][number];

/** The range of a sensor in figures; null where the server gave none. */
export type SensorFigures = SensorAnswer<SensorOfReport>;

export type Availability = NonNullable<SensorOfReport["availability"]>;

/** The query that all parts of a report send. */
export interface ReportRange {
  readonly projectId: string;
  readonly range: LocalRange;
  readonly weighting: Weighting;
  /** True if the levels are drawn. */
  readonly withPlots: boolean;
  /** True if the hours are drawn, unless they are more than the server gives at once. */
  readonly withHours: boolean;
}

/** Figures by the sensor's id. */
export type Figures = ReadonlyMap<string, SensorFigures>;

/** The figures of sensors as far as they have come, and their range. */
interface ReportSoFar {
  readonly range: LocalRange;
  readonly figures: Figures;
  /** True if they are those of all sensors. */
  readonly isWhole: boolean;
}

/** A week of a quarter of an hour a point has as many points as the paper has columns. */
const secondsOfPoint = 900;

/** The fields that add up all samples of a range. */
const readings = 8;

/** Values of a bucket. */
const valuesOfBucket = 12;

/** Share of a request: its buckets are nearly all that it has, and are counted as the server counts them. */
const shareOfRequest = 0.6;

/** The figures of the report's sensors, as they come. */
export function useReportFigures(
  asked: ReportRange,
  sensorIds: readonly string[],
): Query<ReportSoFar> {
  const scope = useProject();
  const { projectId, range, weighting, withPlots } = asked;
  const { first, last } = range;
  const { contract } = scope;
  const seconds =
    Math.min(last, contract?.last ?? last) - Math.max(first, contract?.first ?? first) + 1;
  const maxHours = bucketsFor(Math.max(1, seconds), 3600);
  return useAsked<ReportSoFar>(
    async (signal, onPart) => {
      let figures: Figures = new Map();
      const variables = {
        project: projectId,
        weighting,
        first: instantText(first),
        last: instantText(last),
        maxPoints: Math.max(2100, Math.min(5000, Math.ceil((last - first) / secondsOfPoint) + 10)),
        maxHours: maxHours ?? 1,
        withPlots,
        withHours: asked.withHours && maxHours !== null,
        withEpisodes: !lacksScope(eventsScope),
      };
      const samples = samplesRead(scope, range);
      const buckets =
        (withPlots ? variables.maxPoints : 0) + (variables.withHours ? variables.maxHours : 0);
      const answers = await askInBatches(
        sensorIds,
        (sensorId) => ({
          records: samples(sensorId).records * readings + buckets,
          values: buckets * valuesOfBucket,
        }),
        (sensors) => ask(reportFiguresDocument, { ...variables, sensors }, signal),
        (part) => {
          figures = new Map([...figures, ...part]);
          onPart({ data: { range, figures, isWhole: false }, issues: [] });
        },
        shareOfRequest,
      );
      return { data: { range, figures: new Map(answers), isWhole: true }, issues: [] };
    },
    JSON.stringify([asked, sensorIds]),
  );
}
