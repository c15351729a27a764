import { type Decibels, decibelsOf, subtractLevels } from "../../acoustics/levels/decibel.ts";
import { levelAt } from "../../acoustics/aggregates/sample-columns.ts";
import { evaluateLimit } from "../../acoustics/limits/limit-at-instant.ts";
import { type SensorStateName, sensorStateAt } from "../../acoustics/sensor-state.ts";
import { type Instant, instantOfSecond } from "../../acoustics/time/instant.ts";
import type { Database } from "../../database/client/statement.ts";
import { everything } from "../../database/queries/keys/grants.ts";
import { createSampleReader } from "../../database/queries/samples/sample-columns.ts";
import {
  selectProjectFigures,
  selectSensorFigures,
} from "../../database/queries/samples/sensor-figures.ts";
import {
  selectSettingsOfProject,
  type SensorSettings,
} from "../../database/queries/sites/sensor-settings.ts";
import { notedFacts } from "./data-figures.ts";

/** One sensor as the metrics report it. Times are Unix seconds. */
export interface SensorReading {
  readonly project: string;
  readonly sensor: string;
  readonly state: SensorStateName;
  readonly newest: number | null;
  /** The newest sample where it is after now. */
  readonly future: number | null;
  /** The `LAeq` of the newest sample minus its limit; null unless the sensor is current, and without a limit. */
  readonly over: Decibels | null;
}

export interface SensorReadings {
  /** The first sensors by id. */
  readonly sensors: readonly SensorReading[];
  readonly leftOut: number;
}

/** Reads at most `atMost` sensors, one after another. No request waits for it. */
export async function readSensorReadings(
  database: Database,
  now: Instant,
  atMost: number,
): Promise<SensorReadings> {
  const figures = await selectProjectFigures(database);
  const projects = new Map(figures.map((project) => [project.projectNo, project]));
  const all = await selectSensorFigures(database, now);
  const settings = new Map<string, Promise<Map<string, SensorSettings>>>();
  const settingsOf = (project: string) => {
    const known = settings.get(project) ?? readSettings(database, project);
    settings.set(project, known);
    return known;
  };
  const sensors: SensorReading[] = [];
  for (const sensor of all.slice(0, atMost)) {
    const { id, newest, future, projectNo } = sensor;
    const project = projects.get(projectNo);
    // Its project was created between the two statements.
    if (project === undefined) continue;
    const state = sensorStateAt(now / 1000, notedFacts(project, sensor));
    const over =
      state === "current" && newest !== null
        ? await readOver(database, newest, (await settingsOf(project.id)).get(id))
        : null;
    sensors.push({ project: project.id, sensor: id, state, newest, future, over });
  }
  return { sensors, leftOut: Math.max(0, all.length - atMost) };
}

async function readSettings(
  database: Database,
  project: string,
): Promise<Map<string, SensorSettings>> {
  const settings = (await selectSettingsOfProject(database, project)) ?? [];
  return new Map(settings.map((setting) => [setting.sensorId, setting]));
}

async function readOver(
  database: Database,
  second: number,
  settings: SensorSettings | undefined,
): Promise<Decibels | null> {
  const reading = settings?.reading ?? null;
  const instant = instantOfSecond(second);
  if (settings === undefined || reading === null || instant < reading.contract.startAt) return null;
  const { sensorNo } = settings;
  const { limit } = evaluateLimit(reading.schedule, "A", instant);
  const seconds = { first: second, last: second };
  const search = { sensorNo, seconds, levels: ["LAeq"], atMost: 1 } as const;
  const { levels } = await createSampleReader(database, everything).read(search);
  const level = levelAt(levels.LAeq, 0);
  return level === null || limit === null ? null : decibelsOf(subtractLevels(level, limit));
}
