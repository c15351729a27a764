import { sql } from "drizzle-orm";
import { formatInstant, type Instant } from "../../../acoustics/time/instant.ts";
import { arrayLiteral, type Database } from "../../client/statement.ts";
import { recordings } from "../../tables/recordings.ts";
import type { GrantedSensorNo, Grants } from "../keys/grants.ts";
import { groupBySensor } from "../sites/group-by-sensor.ts";
import type { RecordingContent, RecordingKey } from "./recordings.ts";
import { definePrimaryTelemetryStatement } from "../samples/telemetry-statement.ts";

/** The form of a recording, which the import has read from its file. */
export type RecordingForm = Pick<
  RecordingContent,
  "byteLength" | "sampleRateHertz" | "totalSamples"
>;

/** A recording of a sensor that may be read. */
export type GrantedRecordingKey = RecordingKey & { readonly sensorNo: GrantedSensorNo };

/**
 * The recordings at seconds of sensors that could be leased now: within their retention, and not marked as missing.
 * By sensor number and second. Sends one statement a sensor. Rejects for a sensor that is not granted.
 */
export async function selectRecordings(
  database: Database,
  grants: Grants,
  keys: readonly GrantedRecordingKey[],
  now: Instant,
): Promise<Map<GrantedSensorNo, Map<number, RecordingForm>>> {
  return new Map(
    await Promise.all(
      [...groupBySensor(keys)].map(async ([sensorNo, ofSensor]) => {
        const values = {
          sensorNo,
          seconds: arrayLiteral(ofSensor.map(({ second }) => second)),
          grants,
          now: formatInstant(now),
        };
        const { found } = await recordingsOfSensor(database, values);
        const rows = found ?? [];
        return [sensorNo, new Map(rows.map(({ second, ...form }) => [second, form]))] as const;
      }),
    ),
  );
}

type RecordingRow = RecordingForm & { readonly second: number };

const recordingsOfSensor = definePrimaryTelemetryStatement<
  { sensorNo: GrantedSensorNo; seconds: string; grants: Grants; now: string },
  { found: readonly RecordingRow[] | null }
>(
  "select-recordings",
  (value) => sql`
    select json_agg(json_build_object(
      'second', date_part('epoch', ${recordings.datetime}),
      'byteLength', ${recordings.byteLength},
      'sampleRateHertz', ${recordings.sampleRateHertz},
      'totalSamples', ${recordings.totalSamples})) as found
    from ${recordings}
    where ${recordings.sensorNo} = ${value("sensorNo")}::integer
      and ${recordings.datetime} = any (array(
        select to_timestamp(second) from unnest(${value("seconds")}::bigint[]) second))
      and (${recordings.retainUntil} is null or ${recordings.retainUntil} > ${value("now")}::timestamptz)
      and ${recordings.missingSince} is null`,
);
