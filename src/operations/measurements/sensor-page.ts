import { type PagePlan, type PageRequest, planPage } from "../../acoustics/paging.ts";
import type { ClampedRange } from "../../acoustics/time/contract-period.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { Scope } from "../../auth/scopes.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";
import { presentInterval } from "./present-interval.ts";
import {
  type ReadableSensor,
  requireSensorWithinBudget,
  type SensorReference,
} from "../projects/sensor-settings.ts";

/**
 * Authorizes one page of a sensor, in the order of docs/contract.md, 2.1. Throws `forbidden` for the scope of
 * the operation, then for the audio scope; `invalid_request` if the request reads more records
 * than its budget; `not_found`; `contract_unavailable`. `records` is the charge of the page.
 */
export async function authorizePage(
  context: OperationContext,
  scope: Scope,
  reference: SensorReference,
  request: PageRequest,
  records: number,
): Promise<ReadableSensor> {
  requireScopes(context.principal, [scope]);
  if (request.withAudio) requireScopes(context.principal, [scope, "v0:audio:read"]);
  return requireSensorWithinBudget(context, reference, records);
}

/** Plans what the page reads. Throws `cursor_out_of_range`. */
export function planSensorPage({ reading }: ReadableSensor, request: PageRequest): PagePlan {
  const plan = planPage(request, reading.contract);
  if (plan === "cursor_out_of_range") throw RequestError.of(plan);
  return plan;
}

/** One page of presented records in the form of the answer. `cursor` is null exactly when nothing follows. */
export function presentPage<Item, NextCursor>(
  data: readonly Item[],
  cursor: NextCursor | null,
  plan: ClampedRange,
) {
  const pageInfo = { hasNextPage: cursor !== null, endCursor: cursor };
  return { data, cursor, pageInfo, meta: presentMeta(plan) };
}

/** The part of the range that was read. */
export function presentMeta({ clamped, effectiveRange }: ClampedRange) {
  return { clamped, effectiveRange: effectiveRange && presentInterval(effectiveRange) };
}
