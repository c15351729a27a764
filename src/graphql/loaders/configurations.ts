import {
  type ReadingConfiguration,
  selectSensorConfigurations,
  type SensorConfiguration,
} from "#database/sensor-configurations.ts";
import { GatewayError } from "#domain/errors.ts";
import { createLoader } from "./batch.ts";
import type { Reader } from "./reader.ts";
import { searchableId, type SensorReference } from "./sensor-reference.ts";

/** A sensor whose telemetry may be read: allowed, and under a valid contract. */
export type ReadableSensor = SensorConfiguration & { readonly reading: ReadingConfiguration };

export type LoadConfiguration = (reference: SensorReference) => Promise<SensorConfiguration>;

/**
 * The configuration of a sensor, for loaders that have checked their scope. Throws `not_found` for
 * an id that is unknown or not allowed, or where sensor and project do not belong together.
 */
export function createConfigurationLoader({ db, viewer }: Reader): LoadConfiguration {
  const configurationById = createLoader((ids: readonly string[]) =>
    selectSensorConfigurations(db, viewer.allowList, ids),
  );
  return async ({ projectId, sensorId }) => {
    const configuration = await configurationById(searchableId(sensorId));
    if (configuration?.projectId !== projectId) throw GatewayError.of("not_found");
    return configuration;
  };
}

/** The sensor as one whose telemetry may be read; throws `contract_unavailable`. */
export function requireReading(configuration: SensorConfiguration): ReadableSensor {
  const { reading } = configuration;
  if (reading === null) throw GatewayError.of("contract_unavailable");
  return { ...configuration, reading };
}
