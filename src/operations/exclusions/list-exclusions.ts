import {
  type AggregateArguments,
  findAggregateIssues,
} from "../../acoustics/aggregates/arguments.ts";
import type { Exclusion } from "../../acoustics/assessment/exclusions.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { requireScopes } from "../../auth/principal.ts";
import { selectExclusions } from "../../database/queries/exclusions/exclusions.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import { clampRange } from "../aggregates/open-source.ts";
import type { OperationContext } from "../operation-context.ts";
import { requireReadableSensor, type SensorReference } from "../projects/sensor-settings.ts";

/**
 * The exclusions that meet a range inside the contract, each whole, in order of time (docs/contract.md, P6). Scope
 * `v0:data:read`. Takes a record for four. Throws `forbidden`, `invalid_request`, `not_found`, `contract_unavailable`;
 * `invalid_request` of `endAt` for more than 10,000, and over budget.
 */
export async function listExclusions(
  context: OperationContext,
  reference: SensorReference,
  range: AggregateArguments,
) {
  const { principal, budget, database } = context;
  requireScopes(principal, ["v0:data:read"]);
  const issues = findAggregateIssues(range);
  if (issues.length > 0) throw RequestError.invalidRequest(issues);
  budget.charge(1);
  const sensor = await requireReadableSensor(context, reference);
  budget.requireNotExceeded();
  const { seconds } = clampRange(sensor, range);
  if (seconds === null) return [];
  const search = { sensorNo: sensor.sensorNo, seconds };
  const found = await selectExclusions(database, principal.keyId, search, exclusionsPerField + 1);
  if (found.length > exclusionsPerField) throw tooMany;
  budget.charge(Math.floor(found.length / exclusionsPerRecord));
  return found.map(presentExclusion);
}

const exclusionsPerField = 10_000;
const exclusionsPerRecord = 4;

const tooMany = RequestError.invalidRequest([
  {
    parameter: "endAt",
    detail: `must be so early that at most ${exclusionsPerField.toLocaleString("en")} exclusions meet the range`,
  },
]);

function presentExclusion({ start, end, reason, note }: Exclusion) {
  const [startAt, endAt] = [start, end].map((second) => formatInstant(instantOfSecond(second)));
  return { startAt: startAt ?? "", endAt: endAt ?? "", reason, note };
}
