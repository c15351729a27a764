import { formatInstant, type Instant } from "../../acoustics/time/instant.ts";
import type { SiteAsOf } from "../../database/queries/sites/site-as-of.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";
import type { ReadableSensor } from "./sensor-settings.ts";

/**
 * The rules of a sensor's project at an instant (docs/contract.md, P7); time zone and contract are today's.
 * Charges records. Throws `invalid_request` of `asOf` before version 1, and over budget; `not_found` without a grant.
 */
export async function requireSiteAsOf(
  { loaders, budget }: OperationContext,
  { projectId, sensorId }: Pick<ReadableSensor, "projectId" | "sensorId">,
  asOf: Instant,
): Promise<SiteAsOf> {
  budget.charge(recordsPerVersion);
  const found = await loaders.siteAsOf({ projectId, sensorId, asOf });
  budget.requireNotExceeded();
  if (found === null) throw RequestError.of("not_found");
  if ("knownSince" in found) {
    const { knownSince } = found;
    const since =
      knownSince === null ? "no version of it is" : `it is since ${formatInstant(knownSince)}`;
    throw RequestError.invalidRequest([
      { parameter: "asOf", detail: `lies before what is known of the site: ${since}` },
    ]);
  }
  return found;
}

const recordsPerVersion = 100;

/** The sensor with the schedule and the periods of an instant; null: today's. Throws as `requireSiteAsOf` does. */
export async function withRulesAsOf(
  context: OperationContext,
  sensor: ReadableSensor,
  asOf: Instant | null,
): Promise<ReadableSensor> {
  if (asOf === null) return sensor;
  const { reading, sensorId } = sensor;
  const site = await requireSiteAsOf(context, sensor, asOf);
  const schedule = site.scheduleOf(sensorId, reading.schedule.timeZone);
  return { ...sensor, reading: { ...reading, schedule, periods: site.periods } };
}
