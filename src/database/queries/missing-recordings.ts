import { sql } from "drizzle-orm";
import type { RecordingReference } from "#acoustics/ids.ts";
import { formatInstant, type Instant } from "#acoustics/time/instant.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { recordings } from "#database/tables/recordings.ts";
import { sensors } from "#database/tables/sensors.ts";

/** Marks a recording whose object was not found; importing it again clears the mark. */
export async function markRecordingMissing(
  db: Database,
  { sensorId, second, objectName }: RecordingReference & { readonly objectName: string },
  now: Instant,
): Promise<void> {
  await updateMissing(db, { sensorId, second, objectName, now: formatInstant(now) });
}

const updateMissing = defineStatement<
  { sensorId: string; second: number; objectName: string; now: string },
  never
>(
  "mark-recording-missing",
  (value) => sql`
    update ${recordings} set missing_since = ${value("now")}::timestamptz
    from ${sensors}
    where sensors.id = ${value("sensorId")} and recordings.sensor_key = sensors.key
      and recordings.datetime = to_timestamp(${value("second")}::float8)
      and recordings.object_name = ${value("objectName")}`,
);
