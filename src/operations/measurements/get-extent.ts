import { secondsInside } from "../../acoustics/time/contract-period.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { OperationContext } from "../operation-context.ts";
import { presentSecond } from "./present-interval.ts";
import { requireSensorWithinBudget, type SensorReference } from "../projects/sensor-settings.ts";

/**
 * The first and the last sample of a sensor, and the weightings of its samples. Scope `v0:data:read`. Throws
 * `forbidden`, `invalid_request` over budget, `not_found`, `contract_unavailable`.
 */
export async function getExtent(context: OperationContext, reference: SensorReference) {
  requireScopes(context.principal, ["v0:data:read"]);
  const { sensorNo, reading } = await requireSensorWithinBudget(context, reference, 1);
  const seconds = secondsInside(reading.contract);
  const found = seconds === null ? null : await context.loaders.extents({ sensorNo, seconds });
  const { first = null, last = null, weightings = [] } = found ?? {};
  return { firstAt: presentSecond(first), lastAt: presentSecond(last), weightings };
}
