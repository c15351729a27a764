import {
  createExclusionTest,
  type ExcludedStretches,
  excludesNothing,
  type ExclusionTest,
  noExclusions,
} from "../../acoustics/assessment/exclusions.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import type { Database } from "../../database/client/statement.ts";
import { selectExcludedStretches } from "../../database/queries/exclusions/exclusions.ts";
import type { Grants } from "../../database/queries/keys/grants.ts";
import type { GrantedSensorNo } from "../../database/queries/keys/granted-sensors.ts";
import type { OperationContext } from "../operation-context.ts";

/** Opens the excluded seconds of a sensor in a range: a function that makes tests, each called in order of time. */
export type OpenExclusions = (seconds: SecondRange) => Promise<() => ExclusionTest>;

/**
 * Opens the exclusions of a sensor. The stretches of a range are read once in a request. They take a record for twenty
 * of them. Throws `invalid_request` over budget.
 */
export function createOpenExclusions(
  { loaders, budget }: OperationContext,
  sensorNo: GrantedSensorNo,
): OpenExclusions {
  return async (seconds) => {
    const { first, last } = seconds;
    const found = await loaders.excludedStretches({ sensorNo, seconds: { first, last } });
    const stretches: ExcludedStretches = found ?? noExclusions;
    budget.charge(Math.ceil(stretches.starts.length / stretchesPerRecord));
    return () => createExclusionTest(stretches);
  };
}

const stretchesPerRecord = 20;

/** Every sample counts, and nothing is read. */
export const withoutExclusions: OpenExclusions = async () => () => excludesNothing;

/** The exclusions of a field of aggregates: those of the sensor where only valid time counts, else none. */
export function exclusionsOfField(
  context: OperationContext,
  { sensorNo }: { readonly sensorNo: GrantedSensorNo },
  { validOnly }: { readonly validOnly: boolean },
): OpenExclusions {
  return validOnly ? createOpenExclusions(context, sensorNo) : withoutExclusions;
}

/** The same for an export: each range is read when it is opened, and charges nothing. */
export function readExclusions(
  database: Database,
  grants: Grants,
  sensorNo: GrantedSensorNo,
): OpenExclusions {
  return async (seconds) => {
    const stretches = await selectExcludedStretches(database, grants, { sensorNo, seconds });
    return () => createExclusionTest(stretches);
  };
}
