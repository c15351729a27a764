import { sql } from "drizzle-orm";
import { equivalentLevel } from "../../../acoustics/levels/level-names.ts";
import { type Weighting, weightings } from "../../../acoustics/levels/weighting.ts";
import type { Queryable } from "../../client/pool.ts";
import { reportedWeightings, samples } from "../../tables/samples.ts";
import { rebuildLatestSample } from "./latest-samples.ts";
import { levelColumns } from "./samples.ts";
import { lockSensors } from "../imports/import-locks.ts";

/**
 * Rebuilds the rows derived from the samples of a sensor, after some of them were deleted in the same transaction. An
 * import of the sensor ends first, or waits: it may have read the derived rows before it writes its samples.
 */
export async function afterSamplesRemoved(db: Queryable, sensorNo: number): Promise<void> {
  // A separate statement: after the wait, the next statements see the rows of the imports.
  await lockSensors(db, [sensorNo]);
  for (const weighting of weightings) {
    await rebuildReportedWeighting(db, sensorNo, weighting);
  }
  await rebuildLatestSample(db, sensorNo);
}

/**
 * Sets the first second of a weighting to its first sample, or deletes the row if there is none. The sensor is locked.
 */
export async function rebuildReportedWeighting(
  db: Queryable,
  sensorNo: number,
  weighting: Weighting,
): Promise<void> {
  const level = levelColumns[equivalentLevel[weighting]];
  const isRow = sql`sensor_no = ${sensorNo} and weighting = ${weighting}`;
  await db.execute(sql`
    with first as (
      select datetime from ${samples} where sensor_no = ${sensorNo} and ${level} is not null
      order by datetime limit 1
    ), forgotten as (
      delete from ${reportedWeightings} where ${isRow} and not exists (select from first)
    )
    update ${reportedWeightings} set first_at = first.datetime from first
    where ${isRow} and first_at <> first.datetime`);
}
