import { type ProjectRecord, selectProjectsById } from "#database/projects.ts";
import { selectSensorsByProject, type SensorRecord } from "#database/sensors.ts";
import { decibelsOf, subtractLevels } from "#domain/decibel.ts";
import { GatewayError } from "#domain/errors.ts";
import { formatInstant, instantOfSecond } from "#domain/instant.ts";
import { evaluateLimit } from "#domain/limit-schedule.ts";
import { requireScopes } from "#domain/viewer.ts";
import type { LatestLevel } from "#graphql/generated/resolvers.ts";
import { createLoader } from "./batch.ts";
import type { LoadConfiguration } from "./configurations.ts";
import type { Reader } from "./reader.ts";
import { loadLatestSample, type LoadSamples } from "./samples.ts";
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
  { db, viewer, budget }: Reader,
  loadConfiguration: LoadConfiguration,
  loadSamples: LoadSamples,
): EmbeddedMapLoaders {
  const { allowList } = viewer;
  const projectById = createLoader((ids: readonly string[]) =>
    selectProjectsById(db, allowList, ids),
  );
  const sensorsByProject = createLoader((keys: readonly number[]) =>
    selectSensorsByProject(db, allowList, keys),
  );
  return {
    async loadMappedProject(id) {
      requireScopes(viewer, ["v0:embedded-map:read"]);
      const project = await projectById(searchableId(id));
      if (project === null) throw GatewayError.of("not_found");
      return { project, sensors: (await sensorsByProject(project.key)) ?? [] };
    },
    async loadLatestLevel({ projectId, id, key: sensorKey }) {
      requireScopes(viewer, ["v0:data:read"]);
      budget.take(1);
      const { reading } = await loadConfiguration({ projectId, sensorId: id });
      if (reading === null) return null;
      const sample = await loadLatestSample(loadSamples, sensorKey, reading.contract, "A");
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
