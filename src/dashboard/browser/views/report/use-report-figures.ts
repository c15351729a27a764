import { deliveringIn } from "../../data/delivering-part.ts";
import { grouped } from "../../data/grouped.ts";
import { askInBatches, samplesRead, type SensorAnswer } from "../../data/sensor-batches.ts";
import { type Answer, ask } from "../../graphql/ask.ts";
import { dueTimeDocument } from "../../graphql/generated/due-time.ts";
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
import { insideContract, type LocalRange } from "../../time/range.ts";
import { valuesOfWindow, windowsAtMost } from "../compliance/use-verdicts.ts";
import { bucketsFor } from "../sensor/statistics/shown-range.ts";

type ServedSensor = NonNullable<ReportFiguresQuery["project"]>["sensors"][number];

/** The range of a sensor in figures; null where the server gave none. */
export type SensorFigures = SensorAnswer<ServedSensor>;

export type Availability = NonNullable<ServedSensor["availability"]>;

/** The query that all parts of a report send. */
export interface ReportRange {
  readonly projectId: string;
  readonly range: LocalRange;
  readonly weighting: Weighting;
  /** How many criteria the permit has; null while they are read, which decide how many windows there are. */
  readonly criteria: number | null;
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

/** Share of a request: buckets and windows are nearly all that it has, and are counted as the server counts them. */
const shareOfRequest = 0.6;

/** The figures of the report's sensors, as they come, once it is known from when on each has samples. */
export function useReportFigures(
  asked: ReportRange,
  sensorIds: readonly string[],
): Query<ReportSoFar> {
  const scope = useProject();
  const { projectId, range, weighting, criteria, withPlots } = asked;
  const { first, last } = range;
  const inside = insideContract(range, scope.contract);
  const seconds = inside.last - inside.first + 1;
  const maxHours = bucketsFor(Math.max(1, seconds), 3600);
  const areExtentsKnown = scope.read.data !== null || !scope.read.isLoading;
  // Sensors that are not due in all of the range; those that are in the same part of it are read together.
  const parts = sensorIds.map((id) => ({ id, ...deliveringIn(scope, id, range) }));
  const cut = grouped(
    parts.filter(({ start, end }) => end - start < seconds),
    ({ start, end }) => `${start} ${end}`,
  );
  const withHours = asked.withHours && maxHours !== null;
  const isKnown = areExtentsKnown && criteria !== null;
  const read = async (signal: AbortSignal, onPart: (part: Answer<ReportSoFar>) => void) => {
    let figures: Figures = new Map();
    const variables = {
      project: projectId,
      weighting,
      first: instantText(first),
      last: instantText(last),
      // The server counts lists as long as they may be, also those that are left out.
      maxPoints: withPlots
        ? Math.max(2100, Math.min(5000, Math.ceil((last - first) / secondsOfPoint) + 10))
        : 1,
      maxHours: withHours ? maxHours : 1,
      withPlots,
      withHours,
      withEpisodes: !lacksScope(eventsScope),
    };
    const samples = samplesRead(scope, range);
    const buckets = variables.maxPoints + variables.maxHours;
    const windows = windowsAtMost(range, criteria ?? 0);
    const due = [...cut.values()].map(async (alike): Promise<readonly DueTime[]> => {
      const ids = alike.map(({ id }) => id);
      const { start, end } = alike[0] ?? { start: 0, end: 0 };
      if (start === end) return ids.map((id) => [id, { sensor: nothingDue, issues: [] }]);
      const time = { first: instantText(start), last: instantText(end - 1) };
      return askInBatches(ids, samples, (sensors) =>
        ask(dueTimeDocument, { project: projectId, weighting, ...time, sensors }, signal),
      );
    });
    const dueTimes = new Map((await Promise.all(due)).flat());
    const withDue = (own: readonly [string, SensorFigures]) => withDueTime(own, dueTimes);
    const answers = await askInBatches(
      sensorIds,
      (sensorId) => ({
        records: samples(sensorId).records * readings + buckets + windows,
        values: buckets * valuesOfBucket + windows * valuesOfWindow,
      }),
      (sensors) => ask(reportFiguresDocument, { ...variables, sensors }, signal),
      (part) => {
        figures = new Map([...figures, ...part.map(withDue)]);
        onPart({ data: { range, figures, isWhole: false }, issues: [] });
      },
      shareOfRequest,
    );
    return { data: { range, figures: new Map(answers.map(withDue)), isWhole: true }, issues: [] };
  };
  return useAsked<ReportSoFar>(
    (signal, onPart) => (isKnown ? read(signal, onPart) : null),
    JSON.stringify([asked, sensorIds, [...cut.keys()], isKnown]),
  );
}

/** A sensor that is not due in the range has no time to account for. */
const nothingDue = {
  availability: {
    interval: null,
    seconds: 0,
    samples: 0,
    expectedSamples: 0,
    coveredSeconds: 0,
    coverage: 0,
    gapCount: 0,
    gaps: [],
  },
  valid: { buckets: [{ coveredSeconds: 0, excludedSeconds: 0 }] },
};

type DueTime = readonly [string, SensorAnswer<Pick<ServedSensor, "availability" | "valid">>];

/** The figures of a sensor with the availability of the time that it is due for. */
function withDueTime(
  [id, { sensor, issues }]: readonly [string, SensorFigures],
  dueTimes: ReadonlyMap<string, DueTime[1]>,
): readonly [string, SensorFigures] {
  const due = dueTimes.get(id);
  if (sensor === null || due === undefined) return [id, { sensor, issues }];
  const { availability = null, valid = null } = due.sensor ?? {};
  return [id, { sensor: { ...sensor, availability, valid }, issues: [...issues, ...due.issues] }];
}
