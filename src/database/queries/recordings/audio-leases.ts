import { sql } from "drizzle-orm";
import type { KeyId, LeaseId, RecordingReference } from "../../../acoustics/ids.ts";
import { formatInstant, type Instant } from "../../../acoustics/time/instant.ts";
import { clockTolerance } from "../../client/clock-tolerance.ts";
import { arrayLiteral, type Database, defineStatement } from "../../client/statement.ts";
import { audioLeases, recordings } from "../../tables/recordings.ts";
import { sensors } from "../../tables/sites.ts";
import { type GrantedSensorNo, sensorIsGranted, telemetryIsGranted } from "../keys/grants.ts";

/** The operation that answered the page of a lease. */
export type LeaseOperation = "measurements" | "events";

/** A lease to be issued for a page. */
export interface LeaseRequest {
  readonly id: LeaseId;
  readonly keyId: KeyId;
  readonly sensorNo: GrantedSensorNo;
  readonly operation: LeaseOperation;
  readonly issuedAt: Instant;
  readonly expiresAt: Instant;
  /** Starts of the page's samples, in Unix seconds. */
  readonly seconds: readonly number[];
}

/**
 * When the recording of a second of the page stops being available to the client: the end of the lease, or the
 * earlier end of the recording's retention. Null for a second that the lease does not cover.
 */
export type LeaseEnds = (second: number) => Instant | null;

/**
 * Issues one lease for the recordings at the seconds of a page, which are all different. It covers recordings that
 * are within their retention and not marked as missing. Returns null, and writes no lease, if there is none. Sends
 * one statement. Rejects if the table cannot be written.
 */
export async function insertAudioLease(
  database: Database,
  request: LeaseRequest,
): Promise<LeaseEnds | null> {
  const { expiresAt, issuedAt, seconds } = request;
  const [covered] = await leaseOfPage(database, {
    ...request,
    issuedAt: formatInstant(issuedAt),
    expiresAt: formatInstant(expiresAt),
    seconds: arrayLiteral(seconds),
    secondCount: seconds.length,
  });
  if (covered === undefined || covered.count === 0) return null;
  const coveredSeconds = covered.seconds && new Set(covered.seconds);
  const early = new Map(covered.early ?? []);
  return (second) => {
    if (coveredSeconds !== null && !coveredSeconds.has(second)) return null;
    return early.get(second) ?? expiresAt;
  };
}

/** Usually a page has a recording at each second and none ends early: then `seconds` and `early` are null. */
interface CoveredSeconds {
  readonly count: number;
  /** Null if all are covered. */
  readonly seconds: readonly number[] | null;
  /** Seconds whose recordings end before the lease, each with that instant. */
  readonly early: readonly (readonly [second: number, end: Instant])[] | null;
}

const leaseOfPage = defineStatement<
  {
    id: LeaseId;
    keyId: string;
    sensorNo: GrantedSensorNo;
    operation: LeaseOperation;
    issuedAt: string;
    expiresAt: string;
    seconds: string;
    secondCount: number;
  },
  CoveredSeconds
>("insert-audio-lease", (value) => {
  const sensorNo = sql`${value("sensorNo")}::integer`;
  const issuedAt = sql`${value("issuedAt")}::timestamptz`;
  const expiresAt = sql`${value("expiresAt")}::timestamptz`;
  return sql`
    with covered as (
      select datetime, date_part('epoch', datetime)::bigint as second, retain_until,
        left(sha256, 16) as digest
      from ${recordings}
      where sensor_no = ${sensorNo}
        and datetime = any (array(select to_timestamp(second) from unnest(${value("seconds")}::bigint[]) second))
        and (retain_until is null or retain_until > ${issuedAt})
        and missing_since is null
        and ${telemetryIsGranted(value("keyId"), sensorNo)}
    ), lease as (
      insert into ${audioLeases}
        (sensor_no, id, key_id, operation, recording_datetimes, recording_digests, issued_at, expires_at)
      select ${sensorNo}, ${value("id")}::uuid, ${value("keyId")}, ${value("operation")},
        array_agg(datetime), array_agg(digest), ${issuedAt}, ${expiresAt}
      from covered having count(*) > 0
    )
    select count(*)::integer as count,
      case when count(*) < ${value("secondCount")}::integer then (select json_agg(second) from covered) end as seconds,
      json_agg(json_build_array(second, (extract(epoch from retain_until) * 1000)::bigint))
        filter (where retain_until < ${expiresAt}) as early
    from covered`;
});

/** A lease of the principal, with one recording of its sensor. */
export interface LeasedRecording {
  readonly operation: LeaseOperation;
  /** Null if the project or the sensor is no longer allowed, or the lease does not cover the recording. */
  readonly recording: RecordingRecord | null;
}

/** A recording that can be downloaded. */
export interface RecordingRecord extends RecordingReference {
  readonly sensorNo: number;
  /** The name of its object in the audio store. */
  readonly objectName: string;
  readonly byteLength: number;
  /** SHA-256 of the whole object, hexadecimal. */
  readonly sha256: string;
}

/**
 * The unexpired lease of the principal's API key with this id for the sensor of the recording, or null. The lease does
 * not cover a recording that has been replaced since, is past its retention, or is marked as missing. Always sends two
 * statements: a statement of telemetry names the number of its sensor.
 */
export async function selectLeasedRecording(
  database: Database,
  keyId: KeyId,
  leaseId: LeaseId,
  reference: RecordingReference,
  now: Instant,
): Promise<LeasedRecording | null> {
  const { sensorId, second } = reference;
  const [sensor] = await sensorNoOfId(database, { sensorId });
  const sensorNo = sensor?.sensorNo ?? noSensor;
  const values = { leaseId, keyId, sensorNo, second, now: formatInstant(now) };
  const [row] = await recordingOfLease(database, values);
  if (row === undefined) return null;
  const { operation, objectName, byteLength, sha256 } = row;
  const recording =
    objectName === null || byteLength === null || sha256 === null
      ? null
      : { ...reference, sensorNo, objectName, byteLength, sha256 };
  return { operation, recording };
}

/** The numbers of sensors begin at 1. */
const noSensor = 0;

const sensorNoOfId = defineStatement<{ sensorId: string }, { sensorNo: number }>(
  "select-sensor-number",
  (value) =>
    sql`select ${sensors.sensorNo} as "sensorNo" from ${sensors} where ${sensors.id} = ${value("sensorId")}`,
);

const recordingOfLease = defineStatement<
  {
    leaseId: LeaseId;
    keyId: string;
    sensorNo: number;
    second: number;
    now: string;
  },
  {
    operation: LeaseOperation;
    objectName: string | null;
    byteLength: number | null;
    sha256: string | null;
  }
>("select-leased-recording", (value) => {
  const sensorNo = sql`${value("sensorNo")}::integer`;
  const now = sql`${value("now")}::timestamptz`;
  return sql`
    select lease.operation, recording.object_name as "objectName",
      recording.byte_length::float8 as "byteLength", recording.sha256
    from ${audioLeases} lease
    join ${sensors} on sensors.sensor_no = lease.sensor_no
    left join ${recordings} recording
      on recording.sensor_no = lease.sensor_no and recording.sensor_no = ${sensorNo}
        and recording.datetime = to_timestamp(${value("second")}::float8)
        and (recording.retain_until is null or recording.retain_until > ${now})
        and recording.missing_since is null
        and ${sensorIsGranted(value("keyId"))}
        and recording.datetime = any (lease.recording_datetimes)
        and left(recording.sha256, 16)
          = lease.recording_digests[array_position(lease.recording_datetimes, recording.datetime)]
    where lease.sensor_no = ${sensorNo} and lease.id = ${value("leaseId")}::uuid
      and lease.key_id = ${value("keyId")} and lease.expires_at > ${now}
      -- A clock that was ahead would have issued a lease that is valid for too long.
      and lease.issued_at <= ${now} + ${clockTolerance}`;
});
