import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { ProjectRecord } from "../../database/queries/sites/projects.ts";
import type { SensorRecord } from "../../database/queries/sites/sensors.ts";
import type { SiteRules } from "../../database/queries/sites/site-rules.ts";
import type { Instrument, Permit } from "../../database/queries/sites/stored-site.ts";
import type { OperationContext } from "../operation-context.ts";
import { requireRulesAsOf } from "./rules-as-of.ts";

/**
 * The permit of a project at an instant; null: now. Scope `v0:projects:read`. Throws `forbidden`, `invalid_request` of
 * `asOf` or over budget, `not_found`.
 */
export async function getPermit(
  context: OperationContext,
  { id }: ProjectRecord,
  asOf: Instant | null,
): Promise<Permit | null> {
  return (await readRules(context, id, asOf)).permit;
}

/** The same for the instrument of a sensor: nothing is known of a sensor that the version does not have. */
export async function getInstrument(
  context: OperationContext,
  { id, projectId }: SensorRecord,
  asOf: Instant | null,
): Promise<Instrument> {
  return (await readRules(context, projectId, asOf)).instrumentOf(id);
}

/** The calibrations of an instrument, in order of date. Each costs a record. Throws as `getPermit`. */
export async function listCalibrations(
  context: OperationContext,
  sensor: SensorRecord,
  asOf: Instant | null,
) {
  const { calibrations } = await getInstrument(context, sensor, asOf);
  context.budget.charge(calibrations.length);
  return calibrations.map(({ level, ...rest }) => ({ ...rest, level: decibelsOf(level) }));
}

function readRules(
  context: OperationContext,
  projectId: string,
  asOf: Instant | null,
): Promise<SiteRules> {
  requireScopes(context.principal, ["v0:projects:read"]);
  context.budget.requireNotExceeded();
  return requireRulesAsOf(context, projectId, asOf);
}
