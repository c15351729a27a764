import type { Queryable } from "../database/client/pool.ts";
import type { Database } from "../database/client/statement.ts";
import { selectStoredClassifications } from "../database/queries/samples/classifications.ts";
import { readChunks } from "../operations/aggregates/each-sample.ts";
import { assessmentRows } from "../tables/assessment-rows.ts";
import { episodeRows } from "../tables/episode-rows.ts";
import { type Column, columnsOf, type ExportRow } from "../tables/export-columns.ts";
import type { ExportedSensor } from "../operations/exports/exported-sensor.ts";
import { exclusionRows, sampleRows } from "../tables/stored-rows.ts";
import { episodeOptions } from "./describe-pack.ts";
import type { SensorStretch } from "./read-stretches.ts";

/** A sensor of a pack, and its seconds in the pack. */
export interface PackedSensor extends SensorStretch {
  readonly db: Queryable;
  readonly session: Database;
  readonly sensor: ExportedSensor;
}

const sampleStart = [
  { name: "sensor_id", type: "text" },
  { name: "datetime", type: "instant" },
] as const;

/** The columns of each table of a pack, in order. */
export const packColumns = {
  sensors: [
    { name: "sensor_id", type: "text" },
    { name: "interval_seconds", type: "count" },
    { name: "interval_source", type: "text" },
  ],
  samples: columnsOf("samples"),
  exclusions: columnsOf("exclusions"),
  classifications: [
    ...sampleStart,
    { name: "model", type: "label" },
    { name: "label", type: "label" },
    { name: "confidence", type: "number" },
  ],
  recordings: sampleStart,
  assessments: columnsOf("assessments"),
  episodes: columnsOf("episodes"),
} as const satisfies Record<string, readonly Column[]>;

export type PackTable = keyof typeof packColumns;

/** The row of a sensor in the table of sensors. */
export function sensorRow({ sensorId, interval }: ExportedSensor): ExportRow {
  return [sensorId, interval.seconds, interval.source];
}

/** The rows of one sensor in each other table. */
export const sensorRows = {
  samples: ({ db, sensor, samples }) => sampleRows(db, storedSensorOf(sensor), samples),
  exclusions: ({ session, sensor, extended }) =>
    exclusionRows(session, storedSensorOf(sensor), extended),
  classifications: classificationRows,
  recordings: recordingRows,
  assessments: ({ sensor, range }) => assessmentRows({ ...sensor, seconds: range }),
  episodes: ({ sensor, range }) => episodeRows({ ...sensor, seconds: range }, episodeOptions),
} as const satisfies Partial<
  Record<PackTable, (packed: PackedSensor) => AsyncGenerator<readonly ExportRow[], void>>
>;

function storedSensorOf({ sensorId, source: { sensorNo } }: ExportedSensor) {
  return { sensorId, sensorNo };
}

/** The classifications of the samples by every model, as they are stored. */
async function* classificationRows(
  packed: PackedSensor,
): AsyncGenerator<readonly ExportRow[], void> {
  const { sensorId, source } = packed.sensor;
  for await (const seconds of sampleSeconds(packed)) {
    const range = { first: seconds[0] ?? 0, last: seconds.at(-1) ?? 0 };
    const rows = await selectStoredClassifications(packed.db, source.sensorNo, range);
    yield rows.map(({ second, model, label, confidence }) => [
      sensorId,
      second,
      model,
      label,
      confidence,
    ]);
  }
}

/** The samples with a recording that an episode would count. */
async function* recordingRows(packed: PackedSensor): AsyncGenerator<readonly ExportRow[], void> {
  const { sensorId, events } = packed.sensor;
  for await (const seconds of sampleSeconds(packed)) {
    const annotationAt = await events.annotate(seconds.map((second) => ({ second })));
    yield seconds
      .filter((second) => annotationAt(second).hasRecording)
      .map((second) => [sensorId, second]);
  }
}

/** The seconds of the samples of a pack in order of time, some at a time. */
async function* sampleSeconds({
  sensor: { source },
  samples,
}: PackedSensor): AsyncGenerator<readonly number[], void> {
  for await (const { columns, count } of readChunks(source, { seconds: samples, levels: [] })) {
    for (let first = 0; first < count; first += secondsAtOnce) {
      yield [...columns.seconds.subarray(first, Math.min(count, first + secondsAtOnce))];
    }
  }
}

/** The number of samples whose classifications one statement reads. */
const secondsAtOnce = 2000;
