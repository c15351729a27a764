import { type ProjectRecord, selectProjectsById } from "#database/queries/projects.ts";
import { selectSensorsByProject, type SensorRecord } from "#database/queries/sensors.ts";
import { decibelsOf, subtractLevels } from "#acoustics/levels/decibel.ts";
import { RequestError } from "#http/request-error.ts";
import { formatInstant, instantOfSecond } from "#acoustics/time/instant.ts";
import { evaluateLimit } from "#acoustics/limits/limit-at-instant.ts";
import { requireScopes } from "#auth/principal.ts";
import type { LatestLevel } from "#graphql/generated/resolvers.ts";
import { createLoader } from "./create-loader.ts";
import type { LoadSensorSettings } from "./sensor-settings.ts";
import type { OperationContext } from "./operation-context.ts";
import { loadLatestSample, type LoadSamples } from "./load-samples.ts";
import { searchableId } from "./sensor-reference.ts";

/** What is shown on the map of a project. */
export interface MappedProject {
  readonly project: ProjectRecord;
  /** The allowed ones, ordered by the bytes of their ids. */
  readonly sensors: readonly SensorRecord[];
}

export interface EmbeddedMapLoaders {
  /** Needs `v0:embedded-map:read` and no other scope. Throws `forbidden`, `not_found`. */
  loadMappedProject(id: string): Promise<MappedProject>;
  /**
   * The last sample inside the contract that has an `LAeq`; null where there is none or the contract
   * is missing or invalid. Needs `v0:data:read`. Throws `forbidden`, `not_found`.
   */
  loadLatestLevel(sensor: SensorRecord): Promise<LatestLevel | null>;
}

export function createEmbeddedMapLoaders(
  { database, principal, budget }: OperationContext,
  loadSensorSettings: LoadSensorSettings,
  loadSamples: LoadSamples,
): EmbeddedMapLoaders {
  const { grants } = principal;
  const projectById = createLoader((ids: readonly string[]) =>
    selectProjectsById(database, grants, ids),
  );
  const sensorsByProject = createLoader((keys: readonly number[]) =>
    selectSensorsByProject(database, grants, keys),
  );
  return {
    async loadMappedProject(id) {
      requireScopes(principal, ["v0:embedded-map:read"]);
      const project = await projectById(searchableId(id));
      if (project === null) throw RequestError.of("not_found");
      return { project, sensors: (await sensorsByProject(project.projectNo)) ?? [] };
    },
    async loadLatestLevel({ projectId, id, sensorNo }) {
      requireScopes(principal, ["v0:data:read"]);
      budget.take(1);
      const { reading } = await loadSensorSettings({ projectId, sensorId: id });
      if (reading === null) return null;
      const sample = await loadLatestSample(loadSamples, sensorNo, reading.contract, "A");
      const Leq = sample?.LAeq ?? null;
      if (sample === null || Leq === null) return null;
      const instant = instantOfSecond(sample.second);
      const { limit } = evaluateLimit(reading.schedule, "A", instant);
      return {
        datetime: formatInstant(instant),
        Leq: decibelsOf(Leq),
        limit: decibelsOf(limit),
        over: limit === null ? null : decibelsOf(subtractLevels(Leq, limit)),
      };
    },
  };
}
