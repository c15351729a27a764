import {
  type LeaseId,
  parseLeaseId,
  parseRecordingId,
  type RecordingReference,
  type SensorId,
} from "#acoustics/ids.ts";
import type { AudioStore, ByteRange, OpenedObject } from "#audio/audio-store.ts";
import { requireScopes } from "#auth/principal.ts";
import { type RecordingRecord, selectLeasedRecording } from "#database/queries/audio-leases.ts";
import { markRecordingMissing } from "#database/queries/recordings.ts";
import { RequestError } from "#http/request-error.ts";
import { leaseScopes } from "./audio-lease.ts";
import { createLoader } from "./create-loader.ts";
import type { OperationContext } from "./operation-context.ts";

/** A recording as a download names it. */
export interface LeasedReference {
  readonly leaseId: string;
  readonly recordingId: string;
}

export interface RecordingOperations {
  /**
   * The recording that a lease covers, read once a request. Throws `forbidden` without `v0:audio:read`; `not_found` for a
   * lease that is unknown, expired or of another key; then `forbidden` without the scope of the operation that issued the
   * lease; then `not_found` where the lease does not cover the recording, or its project or sensor is
   * no longer allowed.
   */
  findLeasedRecording(reference: LeasedReference): Promise<RecordingRecord>;
  /**
   * Opens the bytes of such a recording, all or those of a range. Throws as above, and `unavailable` where the store
   * cannot be read or has no such object; a missing object is recorded, so that it is leased no more.
   */
  openRecording(reference: LeasedReference, range: ByteRange | null): Promise<OpenedObject>;
}

export function createRecordingOperations(
  { database, principal, now }: OperationContext,
  store: AudioStore,
): RecordingOperations {
  const load = createLoader(async ([reference]: readonly LeasedReference[]) => {
    const found = new Map<LeasedReference, RecordingRecord>();
    if (reference !== undefined) found.set(reference, await find(reference));
    return found;
  });
  return { findLeasedRecording, openRecording };

  async function findLeasedRecording(reference: LeasedReference): Promise<RecordingRecord> {
    requireScopes(principal, ["v0:audio:read"]);
    return (await load(reference)) ?? notFound();
  }

  async function find({ leaseId, recordingId }: LeasedReference): Promise<RecordingRecord> {
    const leased = await selectLeasedRecording(
      database,
      principal,
      parseLeaseId(leaseId) ?? noLease,
      parseRecordingId(recordingId) ?? noRecording,
      now,
    );
    if (leased === null) return notFound();
    requireScopes(principal, [leaseScopes[leased.operation]]);
    return leased.recording ?? notFound();
  }

  async function openRecording(
    reference: LeasedReference,
    range: ByteRange | null,
  ): Promise<OpenedObject> {
    const recording = await findLeasedRecording(reference);
    const opened = await store.open(recording.objectName, range ?? undefined);
    if (opened === "missing") {
      await markRecordingMissing(database, recording, now);
      throw unavailable("the audio store has no such object");
    }
    if (opened.byteLength === recording.byteLength) return opened;
    opened.stream.destroy();
    throw unavailable("the object has another length than recorded");
  }
}

/**
 * What to search for where an id is ill-formed: no lease and no sensor has these. The search costs the
 * same, and no unchecked character reaches the database.
 */
const noLease = "00000000-0000-0000-0000-000000000000" as string as LeaseId;
const noRecording: RecordingReference = { sensorId: "" as string as SensorId, second: 0 };

function notFound(): never {
  throw RequestError.of("not_found");
}

function unavailable(message: string): RequestError {
  return RequestError.of("unavailable", new Error(message));
}
