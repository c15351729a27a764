import type { Seconds } from "../time/range.ts";
import { samplesPerRecord } from "../../../acoustics/aggregates/arguments.ts";
import { assumedSeconds } from "../../../acoustics/aggregates/sample-interval.ts";
import type { Answer, Issue } from "../graphql/ask.ts";
import { readBounds } from "../graphql/bounds.ts";
import type { ProjectScope } from "../state/project-scope.tsx";

/** A sensor of an answer; null where it could not be read. Paths of issues begin with `sensor`. */
export interface SensorAnswer<Sensor> {
  readonly sensor: Sensor | null;
  readonly issues: readonly Issue[];
}

/** The answer to a document whose root is the sensors of a project, by `Project.sensors(ids)`. */
export type SensorsAnswer<Sensor> = Answer<{
  readonly project: { readonly sensors: readonly Sensor[] } | null;
}>;

/** The part of the bounds of a request that a sensor takes. */
export interface Load {
  readonly records: number;
  readonly values: number;
}

/** A request may take all of a bound, and more than its fields are thought to. */
const shareOfRequest = 0.5;

/** The load of a field that adds up the samples of a range. */
export function samplesRead(
  { extents }: Pick<ProjectScope, "extents">,
  { first, last }: Seconds,
): (sensorId: string) => Load {
  return (sensorId) => {
    const seconds = extents.get(sensorId)?.interval?.seconds ?? assumedSeconds;
    return { records: Math.ceil((last - first + 1) / seconds / samplesPerRecord), values: 0 };
  };
}

/** Sensors whose shares of a bound fit into one request together, in the order given, and about as many in each. */
export function sensorBatches(
  sensorIds: readonly string[],
  shareOf: (sensorId: string) => number,
  most = shareOfRequest,
): string[][] {
  const total = sensorIds.reduce((sum, id) => sum + shareOf(id), 0);
  const share = total / Math.max(1, Math.ceil(total / most));
  const batches: string[][] = [];
  let taken = share;
  for (const id of sensorIds) {
    if (taken >= share || taken + shareOf(id) > most) {
      batches.push([]);
      taken = 0;
    }
    batches.at(-1)?.push(id);
    taken += shareOf(id);
  }
  return batches;
}

/**
 * Queries sensors in as few requests as their loads allow, `most` of a bound in each. `onBatch` receives each when it
 * arrives; the answers are in the order given.
 */
export async function askInBatches<Sensor extends { readonly id: string }>(
  sensorIds: readonly string[],
  loadOf: (sensorId: string) => Load,
  ask: (sensorIds: readonly string[]) => Promise<SensorsAnswer<Sensor>>,
  onBatch: (answers: SensorAnswers<Sensor>) => void = () => undefined,
  most = shareOfRequest,
): Promise<SensorAnswers<Sensor>> {
  if (sensorIds.length === 0) return [];
  const bounds = await readBounds();
  const shareOf = (id: string) => {
    const { records, values } = loadOf(id);
    return Math.max(records / bounds.records, values / bounds.trustedValues);
  };
  const batches = sensorBatches(sensorIds, shareOf, most).map(async (batch) => {
    const answers = await askForSensors(batch, ask);
    onBatch(answers);
    return answers;
  });
  return (await Promise.all(batches)).flat();
}

/** Answers by sensor, in the order given. */
type SensorAnswers<Sensor> = (readonly [sensorId: string, answer: SensorAnswer<Sensor>])[];

/**
 * Queries the sensors of a batch in one request. One that is refused, because it reads too much or one of its sensors
 * is gone, is repeated in halves: then each sensor has its own answer.
 */
export async function askForSensors<Sensor extends { readonly id: string }>(
  sensorIds: readonly string[],
  ask: (sensorIds: readonly string[]) => Promise<SensorsAnswer<Sensor>>,
): Promise<SensorAnswers<Sensor>> {
  const { data, issues } = await ask(sensorIds);
  const sensors = data?.project?.sensors;
  if (sensors === undefined) {
    const isRefused = issues.some(({ code }) => code === "INVALID_REQUEST" || code === "NOT_FOUND");
    if (!isRefused || sensorIds.length === 1) {
      return sensorIds.map((id) => [id, { sensor: null, issues }]);
    }
    const half = Math.ceil(sensorIds.length / 2);
    const halves = [sensorIds.slice(0, half), sensorIds.slice(half)];
    return (await Promise.all(halves.map((ids) => askForSensors(ids, ask)))).flat();
  }
  return sensors.map((sensor, index) => {
    const own = new RegExp(`^project\\.sensors\\.${index}(?=\\.|$)`);
    return [
      sensor.id,
      {
        sensor,
        issues: issues
          .filter(({ path }) => own.test(path))
          .map((issue) => ({ ...issue, path: issue.path.replace(own, "sensor") })),
      },
    ];
  });
}
