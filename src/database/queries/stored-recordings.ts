import { sql } from "drizzle-orm";
import { formatInstant, type Instant } from "#acoustics/time/instant.ts";
import { arrayLiteral } from "#database/client/array-literal.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { recordings } from "#database/tables/recordings.ts";
import { type Grants, sensorNoIsGranted } from "./grants.ts";
import { groupBySensor } from "./group-by-sensor.ts";
import type { RecordingContent, RecordingKey } from "./recordings.ts";

/** What clients may know of a recording: its form was read from the file at the import. */
export type RecordingForm = Pick<
  RecordingContent,
  "byteLength" | "sampleRateHertz" | "totalSamples"
>;

/**
 * The recordings at seconds of sensors that could be leased now: within their retention, and not marked as missing. By sensor
 * number and second. Sends one statement a sensor. A sensor that the principal may not read has no recordings.
 */
export async function selectRecordings(
  database: Database,
  grants: Grants,
  keys: readonly RecordingKey[],
  now: Instant,
): Promise<Map<number, Map<number, RecordingForm>>> {
  return new Map(
    await Promise.all(
      [...groupBySensor(keys)].map(async ([sensorNo, asked]) => {
        const values = {
          sensorNo,
          seconds: arrayLiteral(asked.map(({ second }) => second)),
          grants,
          now: formatInstant(now),
        };
        const rows = await recordingsOfSensor(database, values);
        return [sensorNo, new Map(rows.map(({ second, ...form }) => [second, form]))] as const;
      }),
    ),
  );
}

type RecordingRow = RecordingForm & { second: number };

const recordingsOfSensor = defineStatement<
  { sensorNo: number; seconds: string; grants: Grants; now: string },
  RecordingRow
>("select-recordings", (value) => {
  const sensorNo = sql`${value("sensorNo")}::integer`;
  return sql`
    select date_part('epoch', ${recordings.datetime}) as second,
      ${recordings.byteLength}::float8 as "byteLength",
      ${recordings.sampleRateHertz} as "sampleRateHertz",
      ${recordings.totalSamples}::float8 as "totalSamples"
    from ${recordings}
    where ${recordings.sensorNo} = ${sensorNo}
      and ${recordings.datetime} = any (array(
        select to_timestamp(second) from unnest(${value("seconds")}::bigint[]) second))
      and (${recordings.retainUntil} is null or ${recordings.retainUntil} > ${value("now")}::timestamptz)
      and ${recordings.missingSince} is null
      and ${sensorNoIsGranted(value("grants"), sensorNo)}`;
});
