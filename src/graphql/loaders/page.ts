import type { Cursor } from "#domain/cursor.ts";
import { GatewayError } from "#domain/errors.ts";
import { type PagePlan, type PageRequest, planPage } from "#domain/page-request.ts";
import type { Scope } from "#domain/scope.ts";
import { requireScopes } from "#domain/viewer.ts";
import type { PageMeta } from "#graphql/generated/resolvers.ts";
import { presentInterval } from "#graphql/present-interval.ts";
import { type LoadConfiguration, type ReadableSensor, requireReading } from "./configurations.ts";
import type { Reader } from "./reader.ts";
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
export interface PermittedPage {
  readonly sensor: ReadableSensor;
  readonly plan: PagePlan;
}

/**
 * What every page needs before it is read. Throws `forbidden` for the operation's scope, then for
 * the audio scope, `invalid_request` for what the request may read, `not_found`,
 * `contract_unavailable` and `cursor_out_of_range`, in this order. `records` is what the page takes.
 */
export async function permitPage(
  { viewer, budget }: Pick<Reader, "viewer" | "budget">,
  scope: Scope,
  loadConfiguration: LoadConfiguration,
  reference: SensorReference,
  request: PageRequest,
  records: number,
): Promise<PermittedPage> {
  requireScopes(viewer, [scope]);
  if (request.withAudio) requireScopes(viewer, [scope, "v0:audio:read"]);
  budget.take(records);
  const sensor = requireReading(await loadConfiguration(reference));
  // By now every page beside this one has taken its records, too.
  budget.take(0);
  const plan = planPage(request, sensor.reading.contract);
  if (plan === "cursor_out_of_range") throw GatewayError.of(plan);
  return { sensor, plan };
}
