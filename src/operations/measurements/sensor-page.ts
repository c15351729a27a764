import { type Cursor, type PagePlan, type PageRequest, planPage } from "../../acoustics/paging.ts";
import type { ClampedRange } from "../../acoustics/time/contract-period.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { Scope } from "../../auth/scopes.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";
import { type PresentedInterval, presentInterval } from "./present-interval.ts";
import {
  type ReadableSensor,
  requireSensorWithinBudget,
  type SensorReference,
} from "../projects/sensor-settings.ts";

/** The end of a page, as clients see it: another page follows, or none. */
export interface PageInfo<NextCursor> {
  readonly hasNextPage: boolean;
  /** The cursor of the page. */
  readonly endCursor: NextCursor | null;
}

/** One page of a sensor's records, as clients see it. */
export interface SensorPage<Item> {
  readonly data: readonly Item[];
  /** Null exactly when nothing follows. */
  readonly cursor: Cursor | null;
  readonly pageInfo: PageInfo<Cursor>;
  readonly meta: {
    readonly clamped: boolean;
    readonly effectiveRange: PresentedInterval | null;
  };
}

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

/** `data` are the presented records. */
export function presentPage<Item>(
  data: readonly Item[],
  cursor: Cursor | null,
  plan: PagePlan,
): SensorPage<Item> {
  return { data, cursor, pageInfo: presentPageInfo(cursor), meta: presentMeta(plan) };
}

/** `endCursor`: the cursor of the page; null: nothing follows. */
export function presentPageInfo<NextCursor>(endCursor: NextCursor | null): PageInfo<NextCursor> {
  return { hasNextPage: endCursor !== null, endCursor };
}

/** The part of the range that was read. */
export function presentMeta({ clamped, effectiveRange }: ClampedRange): SensorPage<never>["meta"] {
  return { clamped, effectiveRange: effectiveRange && presentInterval(effectiveRange) };
}
