import { inferInterval } from "#acoustics/aggregates/sample-interval.ts";
import { type SensorStateName, sensorStateAt, sensorStates } from "#acoustics/sensor-state.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Database } from "#database/client/statement.ts";
import { type ImportCount, selectImportCounts } from "#database/queries/import-counts.ts";
import {
  type ProjectFigures,
  selectKeyFigures,
  selectProjectFigures,
  selectSensorFigures,
  type SensorFigures,
} from "#database/queries/sensor-figures.ts";
import { contractEndOf } from "./sensor-interval.ts";
import { soonAfter } from "./soon.ts";

/** What the metrics tell of the data. Times are Unix seconds. */
export interface DataFigures {
  readonly projects: readonly ProjectData[];
  readonly imports: readonly ImportCount[];
  readonly keysExpiring: number;
}

export interface ProjectData {
  readonly id: string;
  readonly newest: number | null;
  readonly contractEnd: number | null;
  readonly sensors: Readonly<Record<SensorStateName, number>>;
}

/** Reads no samples: the newest of each sensor, and its interval, have small tables of their own. */
export async function readDataFigures(database: Database, now: Instant): Promise<DataFigures> {
  const [projects, sensors, imports, keys] = await Promise.all([
    selectProjectFigures(database),
    selectSensorFigures(database),
    selectImportCounts(database),
    selectKeyFigures(database, { now, soon: soonAfter(now) }),
  ]);
  const ofProject = new Map<number, SensorFigures[]>(
    projects.map(({ projectNo }) => [projectNo, []]),
  );
  for (const sensor of sensors) ofProject.get(sensor.projectNo)?.push(sensor);
  return {
    projects: projects.map((project) =>
      projectData(project, ofProject.get(project.projectNo) ?? [], now),
    ),
    imports,
    keysExpiring: keys.expiring,
  };
}

function projectData(
  project: ProjectFigures,
  sensors: readonly SensorFigures[],
  now: Instant,
): ProjectData {
  const contractEnd = contractEndOf(project);
  const counts = Object.fromEntries(sensorStates.map((state) => [state, 0])) as Record<
    SensorStateName,
    number
  >;
  let newest: number | null = null;
  for (const sensor of sensors) {
    const intervalSeconds = notedInterval(sensor);
    counts[sensorStateAt(now / 1000, { ...sensor, intervalSeconds, contractEnd })] += 1;
    if (sensor.newest !== null) newest = Math.max(newest ?? -Infinity, sensor.newest);
  }
  return { id: project.id, newest, contractEnd, sensors: counts };
}

/** Before the first round of maintenance after its first samples, a sensor has the assumed interval. */
function notedInterval({ declaredInterval, inferredInterval }: SensorFigures): number {
  return declaredInterval ?? inferredInterval ?? inferInterval([]).seconds;
}
