import { randomUUID } from "node:crypto";
import { insertAudioLease, type LeaseOperation } from "#database/queries/audio-leases.ts";
import { audioPath, leaseExpiry } from "./audio-lease.ts";
import type { LeaseId } from "#acoustics/ids.ts";
import { formatInstant } from "#acoustics/time/instant.ts";
import { isRequestAborted } from "#http/request-context.ts";
import type { ReadableSensor } from "./sensor-settings.ts";
import type { OperationContext } from "./operation-context.ts";

/** Where a record's recording can be downloaded and until when; both null, or neither. */
export type AudioPair =
  | { readonly audioUrl: string; readonly audioExpiresAt: string }
  | { readonly audioUrl: null; readonly audioExpiresAt: null };

export const noAudio: AudioPair = { audioUrl: null, audioExpiresAt: null };

/**
 * The audio of a page's records, by second; a second that is missing has none. Issues one lease for
 * all of them, in one statement. Where leases cannot be issued no record has audio, and the page is
 * answered all the same.
 */
export type LeaseAudio = (
  sensor: ReadableSensor,
  operation: LeaseOperation,
  seconds: readonly number[],
) => Promise<ReadonlyMap<number, AudioPair>>;

export function createAudioLeaser(reader: OperationContext): LeaseAudio {
  const { database, principal, now, leaseSeconds, leaseIssued, log, requestId } = reader;
  return async ({ sensorId, sensorNo }, operation, seconds) => {
    const id = randomUUID() as string as LeaseId;
    const expiresAt = leaseExpiry(now, leaseSeconds);
    try {
      const covered = await insertAudioLease(database, principal, {
        id,
        sensorNo,
        operation,
        issuedAt: now,
        expiresAt,
        seconds,
      });
      if (covered.size > 0) leaseIssued();
      return new Map(
        [...covered].map(([second, end]) => [
          second,
          { audioUrl: audioPath(id, sensorId, second), audioExpiresAt: formatInstant(end) },
        ]),
      );
    } catch (cause) {
      if (isRequestAborted(cause)) throw cause;
      log.warn({ requestId, keyId: principal.keyId, cause }, "audio leases cannot be issued");
      return new Map();
    }
  };
}
