import { sql } from "drizzle-orm";
import type { LeaseId, LeaseOperation, RecordingReference } from "#domain/audio-lease.ts";
import { formatInstant, type Instant } from "#domain/instant.ts";
import type { Viewer } from "#domain/viewer.ts";
import { sensorIsAllowed, sensorKeyIsAllowed } from "./allow-list.ts";
import type { Queryable } from "./connect.ts";
import { audioLeases } from "./tables/audio-leases.ts";
import { recordings } from "./tables/recordings.ts";
import { sensors } from "./tables/sensors.ts";

/** A lease to be issued for a page. */
export interface LeaseRequest {
  readonly id: LeaseId;
  readonly sensorKey: number;
  readonly operation: LeaseOperation;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
  /** Starts of the page's samples, Unix seconds. */
  readonly seconds: readonly number[];
}

/**
 * Issues one lease for the recordings among a page's seconds, and returns the seconds that it covers,
 * each with the end of its validity: that of the lease, or of the recording's retention where this is
 * earlier. Covered is what is within its retention and not known to be gone. One statement; without
 * such a recording nothing is written. Rejects where the table cannot be written.
 */
export async function insertAudioLease(
  db: Queryable,
  { keyId, allowList }: Viewer,
  request: LeaseRequest,
): Promise<Map<number, Instant>> {
  const { id, sensorKey, operation, issuedAt, expiresAt, seconds } = request;
  if (seconds.length === 0) return new Map();
  const key = sql`${sensorKey}::integer`;
  const rows = await db.execute<{ second: number; validUntil: number }>(sql`
    with covered as (
      select datetime, retain_until, left(sha256, 16) as digest from ${recordings}
      where sensor_key = ${key}
        and datetime = any (
          select to_timestamp(second::float8)
          from json_array_elements_text(${JSON.stringify(seconds)}::json) as asked(second))
        and (retain_until is null or retain_until > ${formatInstant(issuedAt)}::timestamptz)
        and missing_since is null
        and ${sensorKeyIsAllowed(allowList, key)}
    ), lease as (
      insert into ${audioLeases}
        (sensor_key, id, key_id, operation, recording_datetimes, recording_digests, issued_at, expires_at)
      select ${key}, ${id}::uuid, ${keyId}, ${operation},
        array_agg(datetime order by datetime), array_agg(digest order by datetime),
        ${formatInstant(issuedAt)}::timestamptz, ${formatInstant(expiresAt)}::timestamptz
      from covered having count(*) > 0
    )
    select extract(epoch from datetime)::float8 as second,
      (extract(epoch from least(retain_until, ${formatInstant(expiresAt)}::timestamptz)) * 1000)::float8
        as "validUntil"
    from covered`);
  return new Map(rows.map(({ second, validUntil }) => [second, validUntil as Instant]));
}

/** What a lease of the viewer's gives at one recording of its sensor. */
export interface LeasedRecording {
  readonly operation: LeaseOperation;
  /** Null where project or sensor are no longer allowed, or the lease does not cover the recording. */
  readonly recording: RecordingRecord | null;
}

/** A recording as it can be downloaded. */
export interface RecordingRecord extends RecordingReference {
  /** Name of its object in the audio store. */
  readonly objectName: string;
  readonly byteLength: number;
}

/**
 * The unexpired lease of the viewer's key under `leaseId` at the recording's sensor, or null. A
 * recording that was removed, replaced since, is past its retention or known to be gone is not
 * covered. One statement, whatever is found.
 */
export async function selectLeasedRecording(
  db: Queryable,
  { keyId, allowList }: Viewer,
  leaseId: LeaseId,
  reference: RecordingReference,
  now: Instant,
): Promise<LeasedRecording | null> {
  const instant = sql`${formatInstant(now)}::timestamptz`;
  const [row] = await db.execute<RawLeasedRecording>(sql`
    select lease.operation, recording.object_name as "objectName",
      recording.byte_length::float8 as "byteLength"
    from ${sensors}
    join ${audioLeases} lease
      on lease.sensor_key = sensors.key and lease.id = ${leaseId}::uuid
        and lease.key_id = ${keyId} and lease.expires_at > ${instant}
    left join ${recordings} recording
      on recording.sensor_key = sensors.key
        and recording.datetime = to_timestamp(${reference.second}::float8)
        and (recording.retain_until is null or recording.retain_until > ${instant})
        and recording.missing_since is null
        and ${sensorIsAllowed(allowList)}
        and exists (
          select from unnest(lease.recording_datetimes, lease.recording_digests) as covered(datetime, digest)
          where covered.datetime = recording.datetime and covered.digest = left(recording.sha256, 16))
    where sensors.id = ${reference.sensorId}`);
  if (row === undefined) return null;
  const { operation, objectName, byteLength } = row;
  const recording =
    objectName === null || byteLength === null ? null : { ...reference, objectName, byteLength };
  return { operation, recording };
}

type RawLeasedRecording = {
  operation: LeaseOperation;
  objectName: string | null;
  byteLength: number | null;
};

/** Marks a recording whose object was not found; importing it again clears the mark. */
export async function markRecordingMissing(
  db: Queryable,
  objectName: string,
  { sensorId, second }: RecordingReference,
  now: Instant,
): Promise<void> {
  await db.execute(sql`
    update ${recordings} set missing_since = ${formatInstant(now)}::timestamptz
    from ${sensors}
    where sensors.id = ${sensorId} and recordings.sensor_key = sensors.key
      and recordings.datetime = to_timestamp(${second}::float8)
      and recordings.object_name = ${objectName}`);
}
