import { type ExpiringKey, selectKeyFigures } from "../../database/queries/keys/key-use.ts";
import { selectLastBackup } from "../../database/queries/maintenance/last-backup.ts";
import {
  deliversAfterContract,
  sensorStateAt,
  type SensorStateFacts,
  type SensorStateName,
  sensorStates,
} from "../../acoustics/sensor-state.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import type { Database } from "../../database/client/statement.ts";
import {
  type ImportCount,
  selectImportCounts,
} from "../../database/queries/imports/import-counts.ts";
import {
  type ProjectFigures,
  selectFigures,
  type SensorFigures,
} from "../../database/queries/samples/sensor-figures.ts";
import { contractEndOf, endsOf } from "./sensor-reading.ts";
import { warningEnd } from "./warning-period.ts";

/** The figures of the data in the metrics. Times are Unix seconds. */
export interface DataFigures {
  readonly projects: readonly ProjectData[];
  readonly imports: readonly ImportCount[];
  readonly keysExpiring: readonly ExpiringKey[];
  /** The last backup without faults; null before the first one. */
  readonly lastBackup: number | null;
}

export interface ProjectData {
  readonly id: string;
  /** The newest sample that is not after now. */
  readonly newest: number | null;
  /** The newest sample after now. */
  readonly future: number | null;
  readonly contractEnd: number | null;
  readonly sensors: Readonly<Record<SensorStateName, number>>;
  /** The number of sensors that still deliver after the contract. */
  readonly afterContract: number;
}

/** Reads the figures from small tables. Samples are read only for sensors whose newest sample is after now. */
export async function readDataFigures(database: Database, now: Instant): Promise<DataFigures> {
  const [{ projects, sensors }, imports, keys, backup] = await Promise.all([
    selectFigures(database, now),
    selectImportCounts(database),
    selectKeyFigures(database, { now, warningEnd: warningEnd(now) }),
    selectLastBackup(database),
  ]);
  const byProject = new Map<ProjectFigures, SensorFigures[]>(
    projects.map((project) => [project, []]),
  );
  for (const sensor of sensors) byProject.get(sensor.project)?.push(sensor);
  return {
    projects: [...byProject].map(([project, own]) => projectData(project, own, now)),
    imports,
    keysExpiring: keys.expiring,
    lastBackup: backup === null ? null : backup / 1000,
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
  let afterContract = 0;
  for (const sensor of sensors) {
    const facts = notedFacts(sensor);
    counts[sensorStateAt(now / 1000, facts)] += 1;
    if (deliversAfterContract(now / 1000, facts)) afterContract += 1;
  }
  return {
    id: project.id,
    newest: greatest(sensors.map(({ newest }) => newest)),
    future: greatest(sensors.map(({ future }) => future)),
    contractEnd,
    sensors: counts,
    afterContract,
  };
}

function greatest(seconds: readonly (number | null)[]): number | null {
  const present = seconds.filter((second) => second !== null);
  return present.length === 0 ? null : Math.max(...present);
}

/** The values that decide the state of a sensor. Its interval is null until a round of maintenance has inferred it. */
export function notedFacts(sensor: SensorFigures): SensorStateFacts {
  const { newest, declaredInterval, inferredInterval } = sensor;
  return { newest, intervalSeconds: declaredInterval ?? inferredInterval, ...endsOf(sensor) };
}
