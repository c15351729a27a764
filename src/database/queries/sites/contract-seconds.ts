import { eq } from "drizzle-orm";
import {
  parseContractConfiguration,
  secondsInside,
  type SecondRange,
} from "../../../acoustics/time/contract-period.ts";
import type { Queryable } from "../../client/pool.ts";
import { contracts, projects, sensors } from "../../tables/sites.ts";
import { millisecondsOf } from "./projects.ts";

/** The seconds inside the contract of each sensor; a sensor without a valid contract is left out. */
export async function selectContractSeconds(db: Queryable): Promise<Map<number, SecondRange>> {
  const rows = await db
    .select({
      sensorNo: sensors.sensorNo,
      timezone: projects.timezone,
      startAt: millisecondsOf(contracts.startAt),
      endAt: millisecondsOf(contracts.endAt),
    })
    .from(sensors)
    .innerJoin(projects, eq(projects.projectNo, sensors.projectNo))
    .leftJoin(contracts, eq(contracts.projectNo, projects.projectNo));
  return new Map(
    rows.flatMap(({ sensorNo, ...stored }): [number, SecondRange][] => {
      const configuration = parseContractConfiguration(stored);
      const seconds = configuration.isValid ? secondsInside(configuration.contract) : null;
      return seconds === null ? [] : [[sensorNo, seconds]];
    }),
  );
}
