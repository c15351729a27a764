import type {
  ReadingSettings,
  SensorSettings,
} from "../../database/queries/sites/sensor-settings.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";

/** The ids of a sensor in a request. Both must belong together. */
export interface SensorReference {
  readonly projectId: string;
  readonly sensorId: string;
}

/** A sensor whose telemetry may be read: granted, and under a valid contract. */
export type ReadableSensor = SensorSettings & { readonly reading: ReadingSettings };

/**
 * The settings of a granted sensor. Throws `not_found` for an id that is unknown, not granted, or of another project.
 */
export async function requireSensorSettings(
  { loaders }: OperationContext,
  { projectId, sensorId }: SensorReference,
): Promise<SensorSettings> {
  const settings = await loaders.sensorSettings(sensorId);
  if (settings?.projectId !== projectId) throw RequestError.of("not_found");
  return settings;
}

/** The same for reading telemetry or limits. Throws `contract_unavailable`; its cause names project and issue. */
export async function requireReadableSensor(
  context: OperationContext,
  reference: SensorReference,
): Promise<ReadableSensor> {
  const settings = await requireSensorSettings(context, reference);
  const { reading, projectId, contractIssue } = settings;
  if (reading === null) {
    const cause = new Error(`project ${projectId}: ${contractIssue}`);
    throw RequestError.of("contract_unavailable", cause);
  }
  return { ...settings, reading };
}

/** The same for an operation that reads `records`. Throws `invalid_request` first if the budget is exceeded. */
export async function requireSensorWithinBudget(
  context: OperationContext,
  reference: SensorReference,
  records: number,
): Promise<ReadableSensor> {
  context.budget.charge(records);
  const sensor = await requireReadableSensor(context, reference);
  // By now, every other field of the same document has been charged.
  context.budget.requireNotExceeded();
  return sensor;
}
