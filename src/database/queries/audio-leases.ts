import { sql } from "drizzle-orm";
import type { KeyId, LeaseId, RecordingReference } from "#acoustics/ids.ts";
import { formatInstant, type Instant } from "#acoustics/time/instant.ts";
import { type Grants, sensorIsGranted, sensorNoIsGranted } from "./grants.ts";
import { arrayLiteral } from "#database/client/array-literal.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { audioLeases } from "#database/tables/audio-leases.ts";
import { recordings } from "#database/tables/recordings.ts";
import { sensors } from "#database/tables/sensors.ts";

/** The operation whose page a lease is issued for. */
export type LeaseOperation = "measurements" | "events";

/** Whom a lease is bound to, and what the statement may read. */
interface Reader {
  readonly keyId: KeyId;
  readonly grants: Grants;
}

/** A lease to be issued for a page. */
export interface LeaseRequest {
  readonly id: LeaseId;
  readonly sensorNo: number;
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
  db: Database,
  { keyId, grants }: Reader,
  request: LeaseRequest,
): Promise<Map<number, Instant>> {
  const { id, sensorNo, operation, issuedAt, expiresAt, seconds } = request;
  if (seconds.length === 0) return new Map();
  const [covered] = await leaseOfPage(db, {
    id,
    keyId,
    grants,
    sensorNo,
    operation,
    issuedAt: formatInstant(issuedAt),
    expiresAt: formatInstant(expiresAt),
    seconds: arrayLiteral(seconds),
  });
  const ends = covered?.ends ?? [];
  return new Map(
    // The two lists are equally long.
    (covered?.seconds ?? []).map((second, index) => [second, (ends[index] ?? 0) as Instant]),
  );
}

const leaseOfPage = defineStatement<
  {
    id: LeaseId;
    keyId: string;
    grants: Grants;
    sensorNo: number;
    operation: LeaseOperation;
    issuedAt: string;
    expiresAt: string;
    seconds: string;
  },
  { seconds: readonly number[] | null; ends: readonly number[] | null }
>("insert-audio-lease", (value) => {
  const key = sql`${value("sensorNo")}::integer`;
  const issuedAt = sql`${value("issuedAt")}::timestamptz`;
  const expiresAt = sql`${value("expiresAt")}::timestamptz`;
  return sql`
    with covered as (
      select datetime, retain_until, left(sha256, 16) as digest from ${recordings}
      where sensor_key = ${key}
        and datetime = any (array(
          select to_timestamp(second) from unnest(${value("seconds")}::bigint[]) second))
        and (retain_until is null or retain_until > ${issuedAt})
        and missing_since is null
        and ${sensorNoIsGranted(value("grants"), key)}
    ), lease as (
      insert into ${audioLeases}
        (sensor_key, id, key_id, operation, recording_datetimes, recording_digests, issued_at, expires_at)
      select ${key}, ${value("id")}::uuid, ${value("keyId")}, ${value("operation")},
        array_agg(datetime order by datetime), array_agg(digest order by datetime),
        ${issuedAt}, ${expiresAt}
      from covered having count(*) > 0
    )
    select json_agg(extract(epoch from datetime)::float8) as seconds,
      json_agg((extract(epoch from least(retain_until, ${expiresAt})) * 1000)::float8) as ends
    from covered`;
});

/** What a lease of the principal's gives at one recording of its sensor. */
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
 * The unexpired lease of the principal's key under `leaseId` at the recording's sensor, or null. A
 * recording that was removed, replaced since, is past its retention or known to be gone is not
 * covered. One statement, whatever is found.
 */
export async function selectLeasedRecording(
  db: Database,
  { keyId, grants }: Reader,
  leaseId: LeaseId,
  reference: RecordingReference,
  now: Instant,
): Promise<LeasedRecording | null> {
  const [row] = await recordingOfLease(db, {
    leaseId,
    keyId,
    grants,
    sensorId: reference.sensorId,
    second: reference.second,
    now: formatInstant(now),
  });
  if (row === undefined) return null;
  const { operation, objectName, byteLength } = row;
  const recording =
    objectName === null || byteLength === null ? null : { ...reference, objectName, byteLength };
  return { operation, recording };
}

const recordingOfLease = defineStatement<
  {
    leaseId: LeaseId;
    keyId: string;
    grants: Grants;
    sensorId: string;
    second: number;
    now: string;
  },
  { operation: LeaseOperation; objectName: string | null; byteLength: number | null }
>("select-leased-recording", (value) => {
  const now = sql`${value("now")}::timestamptz`;
  return sql`
    select lease.operation, recording.object_name as "objectName",
      recording.byte_length::float8 as "byteLength"
    from ${sensors}
    join ${audioLeases} lease
      on lease.sensor_key = sensors.key and lease.id = ${value("leaseId")}::uuid
        and lease.key_id = ${value("keyId")} and lease.expires_at > ${now}
    left join ${recordings} recording
      on recording.sensor_key = sensors.key
        and recording.datetime = to_timestamp(${value("second")}::float8)
        and (recording.retain_until is null or recording.retain_until > ${now})
        and recording.missing_since is null
        and ${sensorIsGranted(value("grants"))}
        and exists (
          select from unnest(lease.recording_datetimes, lease.recording_digests) as covered(datetime, digest)
          where covered.datetime = recording.datetime and covered.digest = left(recording.sha256, 16))
    where sensors.id = ${value("sensorId")}`;
});
