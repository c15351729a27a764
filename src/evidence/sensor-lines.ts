import { formatInstant, instantOfSecond } from "../acoustics/time/instant.ts";
import type { Queryable } from "../database/client/pool.ts";
import type { Database } from "../database/client/statement.ts";
import { selectStoredClassifications } from "../database/queries/samples/classifications.ts";
import { readChunks } from "../operations/aggregates/each-sample.ts";
import { assessmentLines } from "../rest/export/assessment-lines.ts";
import { csvLine } from "../rest/export/csv-line.ts";
import { episodeLines } from "../rest/export/episode-lines.ts";
import { exclusionLines } from "../rest/export/exclusion-lines.ts";
import { exportColumns } from "../rest/export/export-columns.ts";
import type { ExportedSensor } from "../rest/export/exported-sensor.ts";
import { sampleLines } from "../rest/export/sample-lines.ts";
import { episodeOptions } from "./describe-pack.ts";
import type { SensorStretch } from "./read-stretches.ts";

/** A sensor of a pack, and what the pack tells of it. */
export interface PackedSensor extends SensorStretch {
  readonly db: Queryable;
  readonly session: Database;
  readonly sensor: ExportedSensor;
}

/** The columns of each table of a pack, in order: its header. */
export const packColumns = {
  sensors: "sensor_id,interval_seconds,interval_source",
  samples: exportColumns.samples,
  exclusions: exportColumns.exclusions,
  classifications: "sensor_id,datetime,model,label,confidence",
  recordings: "sensor_id,datetime",
  assessments: exportColumns.assessments,
  episodes: exportColumns.episodes,
} as const;

export type PackTable = keyof typeof packColumns;

/** The line of a sensor in the table of sensors. */
export function sensorLine({ sensorId, interval }: ExportedSensor): string {
  return csvLine([sensorId, interval.seconds, interval.source]);
}

/** The lines of one sensor in each other table. */
export const sensorLines = {
  samples: ({ db, sensor, samples }) => sampleLines(db, storedSensorOf(sensor), samples),
  exclusions: ({ session, sensor, told }) => exclusionLines(session, storedSensorOf(sensor), told),
  classifications: classificationLines,
  recordings: recordingLines,
  assessments: ({ sensor, range }) => assessmentLines({ ...sensor, seconds: range }),
  episodes: ({ sensor, range }) => episodeLines({ ...sensor, seconds: range }, episodeOptions),
} as const satisfies Partial<
  Record<PackTable, (packed: PackedSensor) => AsyncGenerator<string, void>>
>;

function storedSensorOf({ sensorId, source: { sensorNo } }: ExportedSensor) {
  return { sensorId, sensorNo };
}

/** The classifications of the samples by every model, as they are stored. */
async function* classificationLines(packed: PackedSensor): AsyncGenerator<string, void> {
  const { sensorId, source } = packed.sensor;
  for await (const seconds of sampleSeconds(packed)) {
    const range = { first: seconds[0] ?? 0, last: seconds.at(-1) ?? 0 };
    const rows = await selectStoredClassifications(packed.db, source.sensorNo, range);
    yield rows
      .map(({ second, model, label, confidence }) =>
        csvLine([sensorId, formatInstant(instantOfSecond(second)), model, label, confidence]),
      )
      .join("");
  }
}

/** The samples with a recording that an episode would count. */
async function* recordingLines(packed: PackedSensor): AsyncGenerator<string, void> {
  const { sensorId, events } = packed.sensor;
  for await (const seconds of sampleSeconds(packed)) {
    const annotationAt = await events.annotate(seconds.map((second) => ({ second })));
    yield seconds
      .filter((second) => annotationAt(second).hasRecording)
      .map((second) => csvLine([sensorId, formatInstant(instantOfSecond(second))]))
      .join("");
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

/** One statement has the classifications of so many samples. */
const secondsAtOnce = 2000;
