import type { ParameterIssue } from "../../acoustics/errors.ts";
import { formatInstant, type Instant } from "../../acoustics/time/instant.ts";
import type { SiteAsOf, UnknownSite } from "../../database/queries/sites/site-as-of.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";
import type { ReadableSensor } from "./sensor-settings.ts";

/**
 * The rules of a sensor's project at an instant (docs/contract.md, P7), or the issue of an instant before version 1.
 * Time zone and contract are the present ones. Charges records. Throws `invalid_request` over budget, `not_found`
 * without a grant.
 */
export async function findSiteAsOf(
  { loaders, budget }: OperationContext,
  { projectId, sensorId }: Pick<ReadableSensor, "projectId" | "sensorId">,
  asOf: Instant,
): Promise<SiteAsOf | ParameterIssue> {
  budget.charge(recordsPerVersion);
  const found = await loaders.siteAsOf({ projectId, sensorId, asOf });
  budget.requireNotExceeded();
  if (found === null) throw RequestError.of("not_found");
  return "knownSince" in found ? unknownAsOf(found) : found;
}

/** The issue of an instant before the first version of a site. */
export function unknownAsOf({ knownSince }: UnknownSite): ParameterIssue {
  const since =
    knownSince === null ? "no version of it is" : `it is since ${formatInstant(knownSince)}`;
  return { parameter: "asOf", detail: `lies before what is known of the site: ${since}` };
}

const recordsPerVersion = 100;

/**
 * The sensor with the rules of an instant; null: the present rules. Throws the errors of `findSiteAsOf`, and
 * `invalid_request` of `asOf`.
 */
export async function withRulesAsOf(
  context: OperationContext,
  sensor: ReadableSensor,
  asOf: Instant | null,
): Promise<ReadableSensor> {
  if (asOf === null) return sensor;
  const { reading, sensorId } = sensor;
  const site = await findSiteAsOf(context, sensor, asOf);
  if ("parameter" in site) throw RequestError.invalidRequest([site]);
  const schedule = site.scheduleOf(sensorId, reading.schedule.timeZone);
  return { ...sensor, reading: { ...reading, schedule, periods: site.periods } };
}
