import { assumedSeconds } from "../../acoustics/aggregates/sample-interval.ts";
import type { Decibels } from "../../acoustics/levels/decibel.ts";
import { type SensorStateName, sensorStateAt } from "../../acoustics/sensor-state.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import type { Database } from "../../database/client/statement.ts";
import { everything } from "../../database/queries/keys/grants.ts";
import {
  selectProjectFigures,
  selectSensorFigures,
} from "../../database/queries/samples/sensor-figures.ts";
import { selectCriteria } from "../../database/queries/sites/criteria.ts";
import {
  selectSettingsOfProject,
  type SensorSettings,
} from "../../database/queries/sites/sensor-settings.ts";
import { notedFacts } from "./data-figures.ts";
import { type BudgetUse, readNewestValues } from "./newest-values.ts";

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
  /** For each criterion that has a budget, that of the window of the newest sample. */
  readonly budgets: readonly BudgetUse[];
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
  const projectNos = atMost === 0 ? [] : [...projects.keys()];
  const criteria = await selectCriteria(database, everything, projectNos);
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
    const facts = notedFacts(project, sensor);
    const state = sensorStateAt(now / 1000, facts);
    const own = criteria.get(projectNo) ?? [];
    const isCurrent = state === "current";
    // Without either, no value of a sample is shown, and none is read.
    const sensorSettings =
      newest !== null && (isCurrent || own.length > 0)
        ? (await settingsOf(project.id)).get(id)
        : undefined;
    const values =
      newest !== null && sensorSettings !== undefined
        ? await readNewestValues(database, sensorSettings, {
            newest,
            isCurrent,
            criteria: own,
            intervalSeconds: facts.intervalSeconds ?? assumedSeconds,
          })
        : { over: null, budgets: [] };
    sensors.push({ project: project.id, sensor: id, state, newest, future, ...values });
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
