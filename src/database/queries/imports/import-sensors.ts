import { eq } from "drizzle-orm";
import {
  parseContractConfiguration,
  type SecondRange,
  secondsInside,
} from "../../../acoustics/time/contract-period.ts";
import { parseTimeZone, type TimeZone } from "../../../acoustics/time/time-zone.ts";
import type { Queryable } from "../../client/pool.ts";
import { projects, sensors } from "../../tables/sites.ts";
import { millisecondsOf } from "../sites/projects.ts";

/** A sensor for imports. */
export interface ImportSensor {
  readonly id: string;
  readonly sensorNo: number;
  readonly projectId: string;
  readonly timeZone: TimeZone;
  /** In seconds, of the sensor or of its project; null: none is declared. */
  readonly declaredInterval: number | null;
  /** The seconds inside the contract; null: there is no valid contract. */
  readonly contract: SecondRange | null;
}

/** All sensors. */
export async function selectImportSensors(db: Queryable): Promise<ImportSensor[]> {
  const rows = await db
    .select({
      id: sensors.id,
      sensorNo: sensors.sensorNo,
      projectId: projects.id,
      timezone: projects.timezone,
      ofSensor: sensors.intervalSeconds,
      ofProject: projects.intervalSeconds,
      startAt: millisecondsOf(projects.contractStartAt),
      endAt: millisecondsOf(projects.contractEndAt),
    })
    .from(sensors)
    .innerJoin(projects, eq(projects.projectNo, sensors.projectNo));
  return rows.map(({ id, sensorNo, projectId, ofSensor, ofProject, ...stored }) => {
    const configuration = parseContractConfiguration(stored);
    const contract = configuration.isValid ? secondsInside(configuration.contract) : null;
    // A zone that this runtime does not know leaves the contract invalid.
    const timeZone = parseTimeZone(stored.timezone) ?? ("UTC" as TimeZone);
    const declaredInterval = ofSensor ?? ofProject;
    return { id, sensorNo, projectId, timeZone, declaredInterval, contract };
  });
}
