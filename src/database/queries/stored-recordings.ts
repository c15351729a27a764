import { sql } from "drizzle-orm";
import { formatInstant, type Instant } from "#acoustics/time/instant.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { recordings } from "#database/tables/recordings.ts";
import { type Grants, sensorNoIsGranted } from "./grants.ts";
import type { RecordingContent, RecordingKey } from "./recordings.ts";

/** What clients may know of a recording: its form was read from the file at the import. */
export type RecordingForm = Pick<
  RecordingContent,
  "byteLength" | "sampleRateHertz" | "totalSamples"
>;

/**
 * The recordings at seconds of sensors that could be leased now: within their retention, and not marked as missing. By sensor
 * number and second; a sensor without any is not in it. Sends one statement for any number of sensors. A sensor
 * that the principal may not read has no recordings.
 */
export async function selectRecordings(
  database: Database,
  grants: Grants,
  keys: readonly RecordingKey[],
  now: Instant,
): Promise<Map<number, Map<number, RecordingForm>>> {
  const found = new Map<number, Map<number, RecordingForm>>();
  if (keys.length === 0) return found;
  const asked = JSON.stringify(
    [...secondsBySensor(keys)].map(([sensorNo, seconds]) => ({ sensorNo, seconds })),
  );
  for (const row of await recordingsAt(database, { asked, grants, now: formatInstant(now) })) {
    const { sensorNo, second, ...form } = row;
    const bySecond = found.get(sensorNo) ?? new Map<number, RecordingForm>();
    found.set(sensorNo, bySecond.set(second, form));
  }
  return found;
}

function secondsBySensor(keys: readonly RecordingKey[]): Map<number, number[]> {
  const bySensor = new Map<number, number[]>();
  for (const { sensorNo, second } of keys) {
    const seconds = bySensor.get(sensorNo);
    if (seconds === undefined) bySensor.set(sensorNo, [second]);
    else seconds.push(second);
  }
  return bySensor;
}

type RecordingRow = RecordingForm & RecordingKey;

/** Like `select-samples-of-sensors`, this reads several sensors with LATERAL. */
const recordingsAt = defineStatement<{ asked: string; grants: Grants; now: string }, RecordingRow>(
  "select-recordings",
  (value) => sql`
    select asked."sensorNo", stored.*
    from json_to_recordset(${value("asked")}::json) as asked("sensorNo" integer, seconds bigint[])
    cross join lateral (
      select date_part('epoch', ${recordings.datetime}) as second,
        ${recordings.byteLength}::float8 as "byteLength",
        ${recordings.sampleRateHertz} as "sampleRateHertz",
        ${recordings.totalSamples}::float8 as "totalSamples"
      from ${recordings}
      where ${recordings.sensorNo} = asked."sensorNo"
        and ${recordings.datetime} = any (array(
          select to_timestamp(second) from unnest(asked.seconds) second))
        and (${recordings.retainUntil} is null or ${recordings.retainUntil} > ${value("now")}::timestamptz)
        and ${recordings.missingSince} is null
        and ${sensorNoIsGranted(value("grants"), sql`asked."sensorNo"`)}
    ) stored`,
);
