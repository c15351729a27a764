import {
  leaseIdPattern,
  type LeaseId,
  sampleId,
  sampleIdPattern,
  type SensorId,
  unanchored,
} from "../../acoustics/ids.ts";
import { formatInstant, type Instant } from "../../acoustics/time/instant.ts";
import type { Scope } from "../../auth/scopes.ts";
import {
  insertAudioLease,
  type LeaseOperation,
} from "../../database/queries/recordings/audio-leases.ts";
import { basePath } from "../../http/requests/base-path.ts";
import { isRequestAborted } from "../../http/requests/request-context.ts";
import type { OperationContext } from "../operation-context.ts";
import type { ReadableSensor } from "../projects/sensor-settings.ts";

/** The address of a record's recording, and the end of its lease. Both are null, or neither. */
export type AudioPair =
  | { readonly audioUrl: string; readonly audioExpiresAt: string }
  | { readonly audioUrl: null; readonly audioExpiresAt: null };

/** The audio of the record of a Unix second. */
export type AudioAt = (unixSecond: number) => AudioPair;

export const noAudioAt: AudioAt = () => noAudio;

const noAudio: AudioPair = { audioUrl: null, audioExpiresAt: null };

/*
 * A lease permits the download of the recordings of a page for a short time. It is bound to the API key, the sensor and
 * the operation of the page (docs/contract.md, 2.5).
 */

/**
 * Issues one audio lease for the recordings of a page, in one statement; none for a page without records. If the lease
 * cannot be issued, no record has audio, the page is still answered, and the cause goes to the log.
 */
export async function leaseAudio(
  { services, request, principal, database }: OperationContext,
  { sensorId, sensorNo }: ReadableSensor,
  operation: LeaseOperation,
  records: readonly { readonly second: number }[],
): Promise<AudioAt> {
  if (records.length === 0) return noAudioAt;
  const id = services.newLeaseId();
  const { keyId } = principal;
  const expiresAt = (request.now + services.leaseSeconds * 1000) as Instant;
  try {
    const ends = await insertAudioLease(database, {
      id,
      keyId,
      sensorNo,
      operation,
      issuedAt: request.now,
      expiresAt,
      seconds: records.map(({ second }) => second),
    });
    if (ends === null) return noAudioAt;
    services.leaseIssued();
    const usualEnd = formatInstant(expiresAt);
    return (unixSecond) => {
      const end = ends(unixSecond);
      if (end === null) return noAudio;
      return {
        audioUrl: audioPath(id, sensorId, unixSecond),
        audioExpiresAt: end === expiresAt ? usualEnd : formatInstant(end),
      };
    };
  } catch (cause) {
    if (isRequestAborted(cause)) throw cause;
    request.log.warn({ requestId: request.id, keyId, cause }, "audio leases cannot be issued");
    return noAudioAt;
  }
}

/** The scope that a download needs besides `v0:audio:read`, by the operation that issued the lease. */
export const leaseScopes: Readonly<Record<LeaseOperation, Scope>> = {
  measurements: "v0:data:read",
  events: "v0:events:read",
};

/** `audioUrl`: `/api/v0/audio/<leaseId>/<sensorId>.<unix second>`. */
export const audioPathPattern = new RegExp(
  `^${basePath}/audio/${unanchored(leaseIdPattern)}/${unanchored(sampleIdPattern)}$`,
);

/** The address of a recording of a lease: `audioUrl`. */
export function audioPath(leaseId: LeaseId, sensorId: SensorId, unixSecond: number): string {
  // Not a template: decision 005.
  return [basePath, "audio", leaseId, sampleId(sensorId, unixSecond)].join("/");
}
