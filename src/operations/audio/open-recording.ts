import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import type { ByteRange, OpenedObject } from "../../audio/audio-store.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { RecordingRecord } from "../../database/queries/recordings/audio-leases.ts";
import { markRecordingMissing } from "../../database/queries/recordings/recordings.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import { leaseScopes } from "./lease-audio.ts";
import type { LeasedReference } from "../loaders.ts";
import type { OperationContext } from "../operation-context.ts";

/*
 * A download throws, in this order: `forbidden` without `v0:audio:read`; `not_found` for a lease that is unknown,
 * expired or of another key; `forbidden` without the scope of the operation that issued the lease; `not_found` if the
 * lease does not cover the recording, or its project or sensor is no longer granted.
 */

/** The recording that a lease covers. */
export async function getRecording(context: OperationContext, reference: LeasedReference) {
  const { sensorId, second, byteLength } = await authorizeRecording(context, reference);
  return { sensorId, datetime: formatInstant(instantOfSecond(second)), byteLength };
}

/**
 * Opens the bytes of a recording, all or those of a range. Also throws `unavailable` if the store cannot be read, or
 * the object is missing or has another length. A missing object is recorded, so that it is not leased again.
 */
export async function openRecording(
  context: OperationContext,
  reference: LeasedReference,
  range: ByteRange | null,
): Promise<OpenedObject> {
  const { database, request, services } = context;
  const recording = await authorizeRecording(context, reference);
  const opened = await services.store.openRecorded(recording, range, request);
  if (opened === "missing") {
    await markRecordingMissing(database, recording, request.now);
    throw RequestError.of("unavailable", new Error("the audio store has no such object"));
  }
  return opened;
}

async function authorizeRecording(
  { principal, loaders }: OperationContext,
  reference: LeasedReference,
): Promise<RecordingRecord> {
  requireScopes(principal, ["v0:audio:read"]);
  const leased = await loaders.leasedRecording(reference);
  if (leased === null) throw RequestError.of("not_found");
  requireScopes(principal, [leaseScopes[leased.operation]]);
  if (leased.recording === null) throw RequestError.of("not_found");
  return leased.recording;
}
