import { decibelsOf, subtractLevels } from "../../acoustics/levels/decibel.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import { evaluateLimit } from "../../acoustics/limits/limit-at-instant.ts";
import { latestSeconds } from "../../acoustics/time/contract-period.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { GrantedSensorNo } from "../../database/queries/keys/grants.ts";
import type { SampleRow } from "../../database/queries/samples/samples.ts";
import type { ReadingSettings } from "../../database/queries/sites/sensor-settings.ts";
import type { SensorRecord } from "../../database/queries/sites/sensors.ts";
import type { OperationContext } from "../operation-context.ts";
import { presentOneSample, type SampleRecord } from "./present-samples.ts";
import { readClassifications } from "./read-classifications.ts";
import {
  requireReadableSensor,
  requireSensorSettings,
  type SensorReference,
} from "../projects/sensor-settings.ts";

/**
 * The last sample inside the contract and not after now that has an equivalent level of the weighting, or null. Scope
 * `v0:data:read`. Throws `forbidden`, `not_found` and `contract_unavailable`.
 */
export async function getLatestSample(
  context: OperationContext,
  reference: SensorReference,
  weighting: Weighting,
): Promise<SampleRecord | null> {
  authorizeLatest(context);
  const sensor = await requireReadableSensor(context, reference);
  const row = await readLatestSample(context, sensor.sensorNo, sensor.reading, weighting);
  if (row === null) return null;
  const { second } = row;
  const classifications = await readClassifications(context, sensor, [second]);
  const classification = classifications?.get(second) ?? null;
  return presentOneSample(context, sensor, weighting, { ...row, classification });
}

/** The last A-weighted level of a sensor in the form of the map. */
export type LatestLevel = ReturnType<typeof presentLatestLevel>;

/**
 * The last `LAeq` inside the contract and not after now; null if there is none, or the contract is missing or invalid.
 * Scope `v0:data:read`. Throws `forbidden` and `not_found`.
 */
export async function getLatestLevel(
  context: OperationContext,
  { projectId, id, sensorNo }: SensorRecord,
): Promise<LatestLevel> {
  authorizeLatest(context);
  const { reading } = await requireSensorSettings(context, { projectId, sensorId: id });
  if (reading === null) return null;
  return presentLatestLevel(reading, await readLatestSample(context, sensorNo, reading, "A"));
}

function authorizeLatest({ principal, budget }: OperationContext): void {
  requireScopes(principal, ["v0:data:read"]);
  budget.charge(1);
}

async function readLatestSample(
  { loaders, request }: OperationContext,
  sensorNo: GrantedSensorNo,
  { contract }: ReadingSettings,
  weighting: Weighting,
): Promise<SampleRow | null> {
  const seconds = latestSeconds(contract, request.now);
  if (seconds === null) return null;
  return loaders.latestSample({ sensorNo, seconds, weighting });
}

function presentLatestLevel({ schedule }: ReadingSettings, row: SampleRow | null) {
  const Leq = row?.LAeq ?? null;
  if (row === null || Leq === null) return null;
  const instant = instantOfSecond(row.second);
  const { limit } = evaluateLimit(schedule, "A", instant);
  return {
    datetime: formatInstant(instant),
    Leq: decibelsOf(Leq),
    limit: decibelsOf(limit),
    over: limit === null ? null : decibelsOf(subtractLevels(Leq, limit)),
  };
}
