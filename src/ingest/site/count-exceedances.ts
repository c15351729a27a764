/* Worked example: from 70 to 65 dB, with samples of 60, 66 and 71 dB: 1 exceedance before, 2 after. */

import { exceedsLimit, lower } from "../../acoustics/levels/decibel.ts";
import { type Weighting, weightings } from "../../acoustics/levels/weighting.ts";
import type { LimitRules, LimitSchedule } from "../../acoustics/limits/limit-rules.ts";
import { createLimitLookup } from "../../acoustics/limits/limit-timeline.ts";
import { lowestLimitOf } from "../../acoustics/limits/lowest-limit.ts";
import {
  type ContractPeriod,
  secondsInside,
  type SecondRange,
} from "../../acoustics/time/contract-period.ts";
import { instantOfSecond } from "../../acoustics/time/instant.ts";
import type { Database } from "../../database/client/statement.ts";
import { selectExceedances } from "../../database/queries/events/exceedances.ts";
import { everything, type GrantedSensorNo } from "../../database/queries/keys/grants.ts";
import { selectSensorsById } from "../../database/queries/sites/sensors.ts";
import {
  holidayNames,
  parseSiteContract,
  type StoredSite,
} from "../../database/queries/sites/stored-site.ts";
import type { SitePlan } from "./plan-site.ts";

/** Samples of a sensor inside the contract that exceed their limit, by the stored and by the declared site. */
export interface ExceedanceCount {
  readonly sensor: string;
  readonly weighting: Weighting;
  readonly before: number;
  readonly after: number;
}

/**
 * The exceedances of the stored sensors whose contract or limits a plan changes, for each weighting that has a limit
 * inside the contract before or after. Without a valid contract there are none.
 */
export async function countExceedances(
  database: Database,
  plan: SitePlan,
  report: (fraction: number, sensor: string) => void,
): Promise<ExceedanceCount[]> {
  const { planned, stored } = plan;
  if (stored === null) return [];
  const plannedSensors = new Map(planned.sensors.map((one) => [one.id, one]));
  const isShared = plan.changed.some((member) => membersOfLimits.has(member));
  const counts: ExceedanceCount[] = [];
  const sensors = stored.sensors.filter(
    ({ id }) => isShared || plan.changed.includes(`sensors.${id}.limits`),
  );
  const records = await selectSensorsById(
    database,
    everything,
    sensors.map(({ id }) => id),
  );
  for (const [index, sensor] of sensors.entries()) {
    const { id } = sensor;
    report(index / sensors.length, id);
    const sensorNo = records.get(id)?.sensorNo;
    if (sensorNo === undefined) continue;
    const before = rulesOf(stored, sensor.limits);
    const after = rulesOf(planned, (plannedSensors.get(id) ?? sensor).limits);
    for (const weighting of weightings) {
      const sides = [sideOf(before, weighting), sideOf(after, weighting)] as const;
      if (sides.every((side) => side === null)) continue;
      const [was, becomes] = await countSides(database, sensorNo, weighting, sides);
      counts.push({ sensor: id, weighting, before: was, after: becomes });
    }
  }
  return counts;
}

/** The members of a project that decide which samples inside the contract exceed a limit. */
const membersOfLimits = new Set<string>(["timezone", "contract", "holidays", "limits"]);

interface CountRules {
  readonly contract: ContractPeriod;
  readonly schedule: LimitSchedule;
}

/** Null without a valid contract. */
function rulesOf(
  site: Pick<StoredSite, "timeZone" | "contract" | "holidays" | "limits">,
  sensor: LimitRules,
): CountRules | null {
  const checked = parseSiteContract(site);
  if (!checked.isValid) return null;
  const holidays = holidayNames(site);
  const schedule = { timeZone: checked.timeZone, holidays, sensor, project: site.limits };
  return { contract: checked.contract, schedule };
}

/** The schedule and period that count the exceedances of one weighting. */
interface Side {
  readonly seconds: SecondRange;
  readonly lowest: NonNullable<ReturnType<typeof lowestLimitOf>>;
  readonly limitAt: ReturnType<typeof createLimitLookup>;
}

/** Null if no sample can exceed a limit: there is no contract, or no limit inside it. */
function sideOf(rules: CountRules | null, weighting: Weighting): Side | null {
  if (rules === null) return null;
  const { contract, schedule } = rules;
  const seconds = secondsInside(contract);
  const lowest = lowestLimitOf(schedule, weighting, contract);
  if (seconds === null || lowest === null) return null;
  return { seconds, lowest, limitAt: createLimitLookup(schedule, weighting) };
}

type Sides = readonly [before: Side | null, after: Side | null];

/** Reads the samples of both contracts once, some thousand by each statement. */
async function countSides(
  database: Database,
  sensorNo: GrantedSensorNo,
  weighting: Weighting,
  sides: Sides,
): Promise<[before: number, after: number]> {
  const counts: [number, number] = [0, 0];
  const counting = sides.filter((side) => side !== null);
  const above = counting
    .map(({ lowest }) => lowest)
    .reduce((left, right) => lower(left, right) ?? left);
  let rest: SecondRange | null = {
    first: Math.min(...counting.map(({ seconds }) => seconds.first)),
    last: Math.max(...counting.map(({ seconds }) => seconds.last)),
  };
  while (rest !== null) {
    const searchAtMost = samplesAtOnce;
    const search = {
      sensorNo,
      weighting,
      seconds: rest,
      order: "asc",
      above,
      searchAtMost,
    } as const;
    const found = await selectExceedances(database, everything, search);
    for (const { second, level } of found.exceedances) {
      for (const [index, side] of sides.entries()) {
        if (side === null || second < side.seconds.first || side.seconds.last < second) continue;
        const { limit } = side.limitAt(instantOfSecond(second));
        if (limit !== null && exceedsLimit(level, limit)) counts[index === 0 ? 0 : 1] += 1;
      }
    }
    const first: number = (found.lastSearched ?? rest.last) + 1;
    const isEnd: boolean = found.searched < samplesAtOnce || first > rest.last;
    rest = isEnd ? null : { first, last: rest.last };
  }
  return counts;
}

/** A bound for the embedded database, which runs one statement at a time: other statements run between two batches. */
const samplesAtOnce = 20_000;
