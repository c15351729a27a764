import { parseRecordingId } from "../../acoustics/ids.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import { secondsInside } from "../../acoustics/time/contract-period.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { ClassifiedSample } from "../../database/queries/samples/samples.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";
import { presentOneSample, type SampleRecord } from "./present-samples.ts";
import {
  type ReadableSensor,
  requireSensorWithinBudget,
  type SensorReference,
} from "../projects/sensor-settings.ts";

/**
 * One sample inside the contract by its id, which comes from the client, unchecked. Scope `v0:data:read`. Throws
 * `forbidden`, `invalid_request` over budget, `not_found`, `contract_unavailable`; then `not_found` for an id that is
 * malformed or of another sensor, and for a second outside the contract or without a sample.
 */
export async function getSample(
  context: OperationContext,
  reference: SensorReference,
  id: string,
  weighting: Weighting,
): Promise<SampleRecord> {
  requireScopes(context.principal, ["v0:data:read"]);
  const sensor = await requireSensorWithinBudget(context, reference, 1);
  const row = await readSample(context, sensor, id);
  if (row === null) throw RequestError.of("not_found");
  return presentOneSample(context, sensor, weighting, row);
}

async function readSample(
  { loaders }: OperationContext,
  { sensorId, sensorNo, reading }: ReadableSensor,
  id: string,
): Promise<ClassifiedSample | null> {
  // The ids of a sample and of its recording have the same form.
  const named = parseRecordingId(id);
  const inside = secondsInside(reading.contract);
  if (named?.sensorId !== sensorId || inside === null) return null;
  const { second } = named;
  if (second < inside.first || second > inside.last) return null;
  const seconds = { first: second, last: second };
  const selection = { order: "asc", pageSize: 1, model: reading.model } as const;
  return (await loaders.samples({ sensorNo, seconds, selection }))?.[0] ?? null;
}
