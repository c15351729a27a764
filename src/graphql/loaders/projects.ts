import {
  selectProjectSchedules,
  selectSensorSchedules,
  type ScheduleRecord,
} from "#database/limit-schedules.ts";
import {
  type ProjectRecord,
  selectAllowedProjects,
  selectProjectsById,
} from "#database/projects.ts";
import { selectSensorsById, selectSensorsByProject, type SensorRecord } from "#database/sensors.ts";
import { GatewayError } from "#domain/errors.ts";
import { requireScopes } from "#domain/viewer.ts";
import { createLoader } from "./batch.ts";
import type { Reader } from "./reader.ts";
import { searchableId, type SensorReference } from "./sensor-reference.ts";

/** Projects and sensors as they are described. All need `v0:projects:read`. */
export interface ProjectLoaders {
  loadProjects(): Promise<readonly ProjectRecord[]>;
  /** Throws `not_found`. */
  loadProject(id: string): Promise<ProjectRecord>;
  /** Throws `not_found`. */
  loadSensor(reference: SensorReference): Promise<SensorRecord>;
  loadSensorsOfProject(projectKey: number): Promise<readonly SensorRecord[]>;
  /** Throws `not_found`. */
  loadProjectSchedule(projectKey: number): Promise<ScheduleRecord>;
  /** What a sensor says of its own limits. Throws `not_found`. */
  loadSensorSchedule(sensorKey: number): Promise<ScheduleRecord>;
}

export function createProjectLoaders({ db, viewer }: Reader): ProjectLoaders {
  const { allowList } = viewer;
  const projectById = createLoader((ids: readonly string[]) =>
    selectProjectsById(db, allowList, ids),
  );
  const sensorById = createLoader((ids: readonly string[]) =>
    selectSensorsById(db, allowList, ids),
  );
  const sensorsByProject = createLoader((keys: readonly number[]) =>
    selectSensorsByProject(db, allowList, keys),
  );
  const scheduleByProject = createLoader((keys: readonly number[]) =>
    selectProjectSchedules(db, allowList, keys),
  );
  const scheduleBySensor = createLoader((keys: readonly number[]) =>
    selectSensorSchedules(db, allowList, keys),
  );
  const permit = () => requireScopes(viewer, ["v0:projects:read"]);

  return {
    async loadProjects() {
      permit();
      return selectAllowedProjects(db, allowList);
    },
    async loadProject(id) {
      permit();
      return (await projectById(searchableId(id))) ?? notFound();
    },
    async loadSensor({ projectId, sensorId }) {
      permit();
      const sensor = await sensorById(searchableId(sensorId));
      return sensor?.projectId === projectId ? sensor : notFound();
    },
    async loadSensorsOfProject(projectKey) {
      permit();
      return (await sensorsByProject(projectKey)) ?? [];
    },
    async loadProjectSchedule(projectKey) {
      permit();
      return (await scheduleByProject(projectKey)) ?? notFound();
    },
    async loadSensorSchedule(sensorKey) {
      permit();
      return (await scheduleBySensor(sensorKey)) ?? notFound();
    },
  };
}

function notFound(): never {
  throw GatewayError.of("not_found");
}
