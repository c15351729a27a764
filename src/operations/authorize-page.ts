import { RequestError } from "#http/request-error.ts";
import { type Cursor, type PagePlan, type PageRequest, planPage } from "#acoustics/paging.ts";
import type { Scope } from "#auth/scopes.ts";
import { requireScopes } from "#auth/principal.ts";
import type { PageMeta } from "#graphql/generated/resolvers.ts";
import { presentInterval } from "./present-interval.ts";
import { type LoadSensorSettings, type ReadableSensor, requireReading } from "./sensor-settings.ts";
import type { OperationContext } from "./operation-context.ts";
import type { SensorReference } from "./sensor-reference.ts";

/** One page of records. */
export interface PageRecord<Item> {
  readonly data: readonly Item[];
  /** Null exactly when nothing follows. */
  readonly cursor: Cursor | null;
  readonly meta: PageMeta;
}

export function presentMeta({ clamped, effectiveRange }: PagePlan): PageMeta {
  return { clamped, effectiveRange: effectiveRange && presentInterval(effectiveRange) };
}

/** A page whose reading has been permitted and planned. */
export interface AuthorizedPage {
  readonly sensor: ReadableSensor;
  readonly plan: PagePlan;
}

/**
 * What every page needs before it is read. Throws `forbidden` for the operation's scope, then for
 * the audio scope, `invalid_request` for what the request may read, `not_found`,
 * `contract_unavailable` and `cursor_out_of_range`, in this order. `records` is what the page takes.
 */
export async function authorizePage(
  { principal, budget }: Pick<OperationContext, "principal" | "budget">,
  scope: Scope,
  loadSensorSettings: LoadSensorSettings,
  reference: SensorReference,
  request: PageRequest,
  records: number,
): Promise<AuthorizedPage> {
  requireScopes(principal, [scope]);
  if (request.withAudio) requireScopes(principal, [scope, "v0:audio:read"]);
  budget.take(records);
  const sensor = requireReading(await loadSensorSettings(reference));
  // By now every page beside this one has taken its records, too.
  budget.take(0);
  const plan = planPage(request, sensor.reading.contract);
  if (plan === "cursor_out_of_range") throw RequestError.of(plan);
  return { sensor, plan };
}
