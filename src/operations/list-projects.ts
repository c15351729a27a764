import {
  selectProjectSchedules,
  selectSensorSchedules,
  type ScheduleRecord,
} from "#database/queries/limit-rules.ts";
import {
  type ProjectRecord,
  selectAllowedProjects,
  selectProjectsById,
} from "#database/queries/projects.ts";
import {
  selectSensorsById,
  selectSensorsByProject,
  type SensorRecord,
} from "#database/queries/sensors.ts";
import { RequestError } from "#http/request-error.ts";
import { requireScopes } from "#auth/principal.ts";
import { createLoader } from "./create-loader.ts";
import type { OperationContext } from "./operation-context.ts";
import { searchableId, type SensorReference } from "./sensor-reference.ts";

/** Projects and sensors as they are described. All need `v0:projects:read`. */
export interface ProjectLoaders {
  loadProjects(): Promise<readonly ProjectRecord[]>;
  /** Throws `not_found`. */
  loadProject(id: string): Promise<ProjectRecord>;
  /** Throws `not_found`. */
  loadSensor(reference: SensorReference): Promise<SensorRecord>;
  loadSensorsOfProject(projectNo: number): Promise<readonly SensorRecord[]>;
  /** Throws `not_found`. */
  loadProjectSchedule(projectNo: number): Promise<ScheduleRecord>;
  /** What a sensor says of its own limits. Throws `not_found`. */
  loadSensorSchedule(sensorNo: number): Promise<ScheduleRecord>;
}

export function createProjectLoaders({ database, principal }: OperationContext): ProjectLoaders {
  const { grants } = principal;
  const projectById = createLoader((ids: readonly string[]) =>
    selectProjectsById(database, grants, ids),
  );
  const sensorById = createLoader((ids: readonly string[]) =>
    selectSensorsById(database, grants, ids),
  );
  const sensorsByProject = createLoader((keys: readonly number[]) =>
    selectSensorsByProject(database, grants, keys),
  );
  const scheduleByProject = createLoader((keys: readonly number[]) =>
    selectProjectSchedules(database, grants, keys),
  );
  const scheduleBySensor = createLoader((keys: readonly number[]) =>
    selectSensorSchedules(database, grants, keys),
  );
  const permit = () => requireScopes(principal, ["v0:projects:read"]);

  return {
    async loadProjects() {
      permit();
      return selectAllowedProjects(database, grants);
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
    async loadSensorsOfProject(projectNo) {
      permit();
      return (await sensorsByProject(projectNo)) ?? [];
    },
    async loadProjectSchedule(projectNo) {
      permit();
      return (await scheduleByProject(projectNo)) ?? notFound();
    },
    async loadSensorSchedule(sensorNo) {
      permit();
      return (await scheduleBySensor(sensorNo)) ?? notFound();
    },
  };
}

function notFound(): never {
  throw RequestError.of("not_found");
}
