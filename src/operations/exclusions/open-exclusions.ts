import {
  createExclusionTest,
  type ExcludedStretches,
  noExclusions,
} from "../../acoustics/assessment/exclusions.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import type { Database } from "../../database/client/statement.ts";
import { selectExcludedStretches } from "../../database/queries/exclusions/exclusions.ts";
import type { Grants } from "../../database/queries/keys/grants.ts";
import type { GrantedSensorNo } from "../../database/queries/keys/granted-sensors.ts";
import type { OperationContext } from "../operation-context.ts";

/** Opens the excluded seconds of a sensor in a range: a function that makes tests, each called in order of time. */
export type OpenExclusions = (seconds: SecondRange) => Promise<() => (second: number) => boolean>;

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
