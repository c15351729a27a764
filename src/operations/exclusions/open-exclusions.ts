import {
  createExclusionTest,
  type ExcludedStretches,
  excludesNothing,
  type ExclusionTest,
  noExclusions,
  stretchesAtOnce,
} from "../../acoustics/assessment/exclusions.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import type { Database } from "../../database/client/statement.ts";
import { selectExcludedStretches } from "../../database/queries/exclusions/exclusions.ts";
import type { GrantedSensorNo, Grants } from "../../database/queries/keys/grants.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";

/**
 * Opens the excluded seconds of a sensor in a range. Returns a function that creates tests, each to be called in order
 * of time.
 */
export type OpenExclusions = (seconds: SecondRange) => Promise<() => ExclusionTest>;

/**
 * Opens the exclusions of a sensor. The stretches of a range are read once in a request, and charged with a record for
 * twenty of them. Throws `invalid_request` of `endAt` for more than 100,000, and over budget.
 */
export function createOpenExclusions(
  { loaders, budget }: OperationContext,
  sensorNo: GrantedSensorNo,
): OpenExclusions {
  return async (seconds) => {
    const { first, last } = seconds;
    const found = await loaders.excludedStretches({ sensorNo, seconds: { first, last } });
    const stretches: ExcludedStretches = found ?? noExclusions;
    if (stretches.starts.length > stretchesAtOnce) throw tooManyStretches;
    budget.charge(Math.ceil(stretches.starts.length / stretchesPerRecord));
    return () => createExclusionTest(stretches);
  };
}

const stretchesPerRecord = 20;

/** Every sample counts, and nothing is read. */
export const withoutExclusions: OpenExclusions = async () => () => excludesNothing;

/** The exclusions of a field of aggregates: those of the sensor if only valid time counts, else none. */
export function exclusionsOfField(
  context: OperationContext,
  { sensorNo }: { readonly sensorNo: GrantedSensorNo },
  { validOnly }: { readonly validOnly: boolean },
): OpenExclusions {
  return validOnly ? createOpenExclusions(context, sensorNo) : withoutExclusions;
}

const tooManyStretches = RequestError.invalidRequest([
  {
    parameter: "endAt",
    detail: `must be so early that at most ${stretchesAtOnce.toLocaleString("en")} excluded stretches meet the range`,
  },
]);

/** The same for an export: each range is read when it is opened, without a bound on the ranges and without a charge. */
export function readExclusions(
  database: Database,
  grants: Grants,
  sensorNo: GrantedSensorNo,
): OpenExclusions {
  return async (seconds) => {
    const starts: number[] = [];
    const ends: number[] = [];
    for (let { first } = seconds; ; first = ends.at(-1) ?? first) {
      const search = { sensorNo, seconds: { first, last: seconds.last } };
      const found = await selectExcludedStretches(database, grants, search, stretchesAtOnce);
      for (const start of found.starts) starts.push(start);
      for (const end of found.ends) ends.push(end);
      if (found.starts.length < stretchesAtOnce) break;
    }
    return () => createExclusionTest({ starts, ends });
  };
}
