import {
  type AggregateArguments,
  findAggregateIssues,
} from "../../acoustics/aggregates/arguments.ts";
import type { Exclusion } from "../../acoustics/assessment/exclusions.ts";
import { requireScopes } from "../../auth/principal.ts";
import { selectExclusions } from "../../database/queries/exclusions/exclusions.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import { clampRange } from "../aggregates/open-source.ts";
import { presentStretch } from "../measurements/present-interval.ts";
import type { OperationContext } from "../operation-context.ts";
import { requireReadableSensor, type SensorReference } from "../projects/sensor-settings.ts";

/**
 * The exclusions that overlap a range inside the contract, each whole, in order of time (docs/contract.md, P6). Scope
 * `v0:data:read`. Charges four records for each, and at least twenty. Throws `forbidden`, `invalid_request`,
 * `not_found`, `contract_unavailable`; `invalid_request` of `endAt` for more than 10,000, and over budget.
 */
export async function listExclusions(
  context: OperationContext,
  reference: SensorReference,
  range: AggregateArguments,
) {
  const { principal, budget, database, withReadingSlot } = context;
  requireScopes(principal, ["v0:data:read"]);
  const issues = findAggregateIssues(range);
  if (issues.length > 0) throw RequestError.invalidRequest(issues);
  budget.charge(recordsAtLeast);
  const sensor = await requireReadableSensor(context, reference);
  budget.requireNotExceeded();
  const { seconds } = clampRange(sensor, range);
  if (seconds === null) return [];
  const search = { sensorNo: sensor.sensorNo, seconds };
  // One sensor after the other: notes are long, and their number is known only after they are read.
  const found = await withReadingSlot(async () => {
    budget.requireNotExceeded();
    const read = await selectExclusions(database, principal.keyId, search, exclusionsPerField + 1);
    if (read.length > exclusionsPerField) throw tooMany;
    budget.charge(Math.max(0, recordsPerExclusion * read.length - recordsAtLeast));
    return read;
  });
  return found.map(presentExclusion);
}

const exclusionsPerField = 10_000;
/** A list that is not a page is executed in turns, which is slower. Notes are long, too. */
const recordsPerExclusion = 4;
/** Each sensor has its own statement. */
const recordsAtLeast = 20;

const tooMany = RequestError.invalidRequest([
  {
    parameter: "endAt",
    detail: `must be so early that at most ${exclusionsPerField.toLocaleString("en")} exclusions meet the range`,
  },
]);

function presentExclusion({ reason, note, ...stretch }: Exclusion) {
  return { ...presentStretch(stretch), reason, note };
}
