import { selectKeyFigures } from "../../database/queries/keys/key-use.ts";
import { selectLastBackup } from "../../database/queries/maintenance/last-backup.ts";
import { expectedSamples } from "../../acoustics/aggregates/sample-interval.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import type { Database } from "../../database/client/statement.ts";
import {
  selectDatabaseBytes,
  selectFigures,
  selectRecordingFigures,
  selectSampleFigures,
} from "../../database/queries/samples/sensor-figures.ts";
import { warningEnd } from "./warning-period.ts";
import { readSensors, type SensorReading } from "./sensor-reading.ts";

/** The data of all projects or of one, and their age. Sizes and keys are those of the whole installation. */
export interface Status {
  readonly projects: readonly ProjectStatus[];
  /** The number of keys in force, and of those that end within 30 days without a successor. */
  readonly keys: { readonly active: number; readonly expiring: number };
  readonly databaseBytes: number;
  /** The moment of the last backup without faults; null before the first one. */
  readonly lastBackup: string | null;
}

export interface ProjectStatus {
  readonly id: string;
  readonly sensors: readonly SensorStatus[];
  readonly recordings: { readonly count: number; readonly bytes: number };
}

/** `samples` counts the day that ends with the newest one; `expected` follows from the interval. */
export interface SensorStatus {
  readonly id: string;
  readonly first: string | null;
  readonly newest: string | null;
  readonly ageSeconds: number | null;
  readonly intervalSeconds: number;
  readonly samples: number;
  readonly expected: number;
}

/** The status, and what is known of each sensor by its id. */
export interface StatusWithReadings {
  readonly status: Status;
  readonly readings: ReadonlyMap<string, SensorReading>;
}

/** Returns null if there is no project with this id. */
export async function readStatus(
  database: Database,
  now: Instant,
  projectId: string | null,
): Promise<StatusWithReadings | null> {
  const figures = await selectFigures(database, now);
  const chosen = figures.projects.filter(({ id }) => projectId === null || id === projectId);
  if (projectId !== null && chosen.length === 0) return null;
  const recordings = await selectRecordingFigures(database);
  const projects: ProjectStatus[] = [];
  const readings = new Map<string, SensorReading>();
  for (const project of chosen) {
    const sensors = figures.sensors.filter((sensor) => sensor.project === project);
    const own = await readSensors(database, sensors, now);
    const sensorNos = new Set<number>(own.map(({ sensorNo }) => sensorNo));
    const recorded = recordings.filter(({ sensorNo }) => sensorNos.has(sensorNo));
    const statuses: SensorStatus[] = [];
    for (const reading of own) {
      readings.set(reading.id, reading);
      statuses.push(await readSensor(database, now, reading));
    }
    projects.push({
      id: project.id,
      sensors: statuses,
      recordings: {
        count: recorded.reduce((sum, { count }) => sum + count, 0),
        bytes: recorded.reduce((sum, { bytes }) => sum + bytes, 0),
      },
    });
  }
  const { active, expiring } = await selectKeyFigures(database, {
    now,
    warningEnd: warningEnd(now),
  });
  const keys = { active, expiring: expiring.length };
  const databaseBytes = await selectDatabaseBytes(database);
  const backup = await selectLastBackup(database);
  const lastBackup = backup === null ? null : formatInstant(backup);
  return { status: { projects, keys, databaseBytes, lastBackup }, readings };
}

async function readSensor(
  database: Database,
  now: Instant,
  { id, sensorNo, newest, interval }: SensorReading,
): Promise<SensorStatus> {
  const shared = { id, intervalSeconds: interval.seconds };
  if (newest === null) {
    return { ...shared, first: null, newest: null, ageSeconds: null, samples: 0, expected: 0 };
  }
  const { first, samples } = await selectSampleFigures(database, sensorNo, {
    first: newest - day + 1,
    last: newest,
  });
  return {
    ...shared,
    first: first === null ? null : formatInstant(instantOfSecond(first)),
    newest: formatInstant(instantOfSecond(newest)),
    ageSeconds: Math.floor(now / 1000) - newest,
    samples,
    expected: expectedSamples(day, interval),
  };
}

const day = 86_400;
