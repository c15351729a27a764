import {
  type ReadingSettings,
  selectSensorSettings,
  type SensorSettings,
} from "#database/queries/sensor-settings.ts";
import { RequestError } from "#http/request-error.ts";
import { createLoader } from "./create-loader.ts";
import type { OperationContext } from "./operation-context.ts";
import { searchableId, type SensorReference } from "./sensor-reference.ts";

/** A sensor whose telemetry may be read: allowed, and under a valid contract. */
export type ReadableSensor = SensorSettings & { readonly reading: ReadingSettings };

export type LoadSensorSettings = (reference: SensorReference) => Promise<SensorSettings>;

/**
 * The configuration of a sensor, for loaders that have checked their scope. Throws `not_found` for
 * an id that is unknown or not allowed, or where sensor and project do not belong together.
 */
export function createSensorSettingsLoader({
  database,
  principal,
}: OperationContext): LoadSensorSettings {
  const configurationById = createLoader((ids: readonly string[]) =>
    selectSensorSettings(database, principal.grants, ids),
  );
  return async ({ projectId, sensorId }) => {
    const configuration = await configurationById(searchableId(sensorId));
    if (configuration?.projectId !== projectId) throw RequestError.of("not_found");
    return configuration;
  };
}

/** The sensor as one whose telemetry may be read; throws `contract_unavailable`. */
export function requireReading(configuration: SensorSettings): ReadableSensor {
  const { reading } = configuration;
  if (reading === null) throw RequestError.of("contract_unavailable");
  return { ...configuration, reading };
}
