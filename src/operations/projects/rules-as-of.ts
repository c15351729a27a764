import type { ParameterIssue } from "../../acoustics/errors.ts";
import { formatInstant, type Instant } from "../../acoustics/time/instant.ts";
import type { SiteRules, UnknownSite } from "../../database/queries/sites/site-rules.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";
import type { ReadableSensor } from "./sensor-settings.ts";

/** The present rules of a project. Throws `not_found` without a grant. */
export async function requireRules(
  { loaders }: Pick<OperationContext, "loaders">,
  projectId: string,
): Promise<SiteRules> {
  const version = await loaders.versionAt({ projectId, asOf: null });
  const rules = version === null || "knownSince" in version ? null : await loaders.rules(version);
  if (rules === null) throw RequestError.of("not_found");
  return rules;
}

/**
 * The rules of a project at an instant (docs/contract.md, P7), or the issue of an instant before version 1. Time zone
 * and contract are the present ones. Charges records. Throws `invalid_request` over budget, `not_found` without a
 * grant.
 */
export async function findRulesAsOf(
  { loaders, budget }: OperationContext,
  projectId: string,
  asOf: Instant,
): Promise<SiteRules | ParameterIssue> {
  budget.charge(leastRecords);
  const version = await loaders.versionAt({ projectId, asOf });
  if (version === null) throw RequestError.of("not_found");
  if ("knownSince" in version) return unknownAsOf(version);
  // Each alias may read the text of another version.
  budget.charge(Math.max(0, Math.floor(version.bytes / bytesPerRecord) - leastRecords));
  budget.requireNotExceeded();
  const rules = await loaders.rules(version);
  if (rules === null) throw RequestError.of("not_found");
  return rules;
}

/** The issue of an instant before the first version of a site. */
export function unknownAsOf({ knownSince }: UnknownSite): ParameterIssue {
  const since = formatInstant(knownSince);
  return {
    parameter: "asOf",
    detail: `lies before the first version of the site, which is of ${since}`,
  };
}

/** The rules of a project at an instant; null: the present ones. Throws as `findRulesAsOf`, or for the issue. */
export async function requireRulesAsOf(
  context: OperationContext,
  projectId: string,
  asOf: Instant | null,
): Promise<SiteRules> {
  if (asOf === null) return requireRules(context, projectId);
  const rules = await findRulesAsOf(context, projectId, asOf);
  if ("parameter" in rules) throw RequestError.invalidRequest([rules]);
  return rules;
}

/** The weight of `asOf` in the schema. */
const leastRecords = 100;

const bytesPerRecord = 100;

/**
 * The sensor with the rules of an instant; null: the present rules. Throws the errors of `findRulesAsOf`, and
 * `invalid_request` of `asOf`.
 */
export async function withRulesAsOf(
  context: OperationContext,
  sensor: ReadableSensor,
  asOf: Instant | null,
): Promise<ReadableSensor> {
  if (asOf === null) return sensor;
  const { reading, projectId, sensorId } = sensor;
  const rules = await requireRulesAsOf(context, projectId, asOf);
  const schedule = rules.scheduleOf(sensorId, reading.schedule.timeZone);
  return { ...sensor, rules, reading: { ...reading, schedule, periods: rules.periods } };
}
