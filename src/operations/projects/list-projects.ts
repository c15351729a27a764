import { requireScopes } from "../../auth/principal.ts";
import {
  type ProjectRecord,
  selectAllowedProjects,
} from "../../database/queries/sites/projects.ts";
import type { SensorRecord } from "../../database/queries/sites/sensors.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";
import type { SensorReference } from "./sensor-settings.ts";

/** The granted projects, ordered by id. Scope `v0:projects:read`. Throws `forbidden`. */
export async function listProjects(context: OperationContext): Promise<readonly ProjectRecord[]> {
  authorizeProjects(context);
  return selectAllowedProjects(context.database, context.principal.keyId);
}

/** One granted project. Scope `v0:projects:read`. Throws `forbidden`, `not_found`. */
export async function getProject(context: OperationContext, id: string): Promise<ProjectRecord> {
  authorizeProjects(context);
  const project = await context.loaders.projectById(id);
  if (project === null) throw RequestError.of("not_found");
  return project;
}

/**
 * The granted sensors of a project, ordered by id: all, or those with `ids`, as the client sent them, each once. Scope
 * `v0:projects:read`. Charges a record for each id. Throws `forbidden`, `invalid_request` over budget, and `not_found`
 * for an id that is unknown, not granted or of another project.
 */
export async function listSensors(
  context: OperationContext,
  project: ProjectRecord,
  ids: readonly string[] | null,
): Promise<readonly SensorRecord[]> {
  authorizeProjects(context);
  if (ids === null) return context.loaders.sensorsOfProject(project);
  const wanted = [...new Set(ids)].toSorted();
  context.budget.charge(wanted.length);
  const references = wanted.map((sensorId) => ({ projectId: project.id, sensorId }));
  const sensors = await Promise.all(references.map((reference) => getSensor(context, reference)));
  // By now, every other field of the same document has been charged.
  context.budget.requireNotExceeded();
  return sensors;
}

/** One granted sensor of a project. Scope `v0:projects:read`. Throws `forbidden`, `not_found`. */
export async function getSensor(
  context: OperationContext,
  { projectId, sensorId }: SensorReference,
): Promise<SensorRecord> {
  authorizeProjects(context);
  const sensor = await context.loaders.sensorById(sensorId);
  if (sensor?.projectId !== projectId) throw RequestError.of("not_found");
  return sensor;
}

function authorizeProjects({ principal }: OperationContext): void {
  requireScopes(principal, ["v0:projects:read"]);
}
