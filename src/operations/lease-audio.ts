import { randomUUID } from "node:crypto";
import {
  insertAudioLease,
  type RecordingRecord,
  selectLeasedRecording,
} from "#database/queries/audio-leases.ts";
import {
  audioPath,
  type LeaseId,
  type LeaseOperation,
  leaseExpiry,
  leaseScopes,
  parseLeaseId,
  parseRecordingId,
} from "./audio-lease.ts";
import { GatewayError } from "#acoustics/errors.ts";
import type { SensorId } from "#acoustics/ids.ts";
import { formatInstant } from "#acoustics/time/instant.ts";
import { requireScopes } from "#auth/principal.ts";
import { isRequestOver } from "#http/request-over.ts";
import type { ReadableSensor } from "./sensor-settings.ts";
import type { Reader } from "./operation-context.ts";

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

export function createAudioLeaser(reader: Reader): LeaseAudio {
  const { db, principal, now, leaseSeconds, leaseIssued, log, requestId } = reader;
  return async ({ sensorId, sensorNo }, operation, seconds) => {
    const id = randomUUID() as string as LeaseId;
    const expiresAt = leaseExpiry(now, leaseSeconds);
    try {
      const covered = await insertAudioLease(db, principal, {
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
      if (isRequestOver(cause)) throw cause;
      log.warn({ requestId, keyId: principal.keyId, cause }, "audio leases cannot be issued");
      return new Map();
    }
  };
}

/**
 * What to search for ids that a client sent and that are ill-formed: a lease is never issued under the one,
 * and no sensor has the other. The search costs the same, and no odd character reaches the database.
 */
const noLease = "00000000-0000-0000-0000-000000000000" as string as LeaseId;
const noRecording = { sensorId: "" as string as SensorId, second: 0 };

/** Recordings for download. Needs `v0:audio:read` and the scope of the operation that faultd the lease. */
export interface AudioLoaders {
  /**
   * The recording that a lease covers. Throws `not_found` for a lease that is unknown, expired or of
   * another key; then `forbidden` without the issuing operation's scope; then `not_found` where the
   * lease does not cover the recording, or project or sensor are no longer allowed.
   */
  loadLeasedRecording(leaseId: string, recordingId: string): Promise<RecordingRecord>;
}

export function createAudioLoaders({ db, principal, now }: Reader): AudioLoaders {
  return {
    async loadLeasedRecording(leaseText, recordingText) {
      requireScopes(principal, ["v0:audio:read"]);
      const leaseId = parseLeaseId(leaseText) ?? noLease;
      const reference = parseRecordingId(recordingText) ?? noRecording;
      const leased = await selectLeasedRecording(db, principal, leaseId, reference, now);
      if (leased === null) throw GatewayError.of("not_found");
      requireScopes(principal, [leaseScopes[leased.operation]]);
      if (leased.recording === null) throw GatewayError.of("not_found");
      return leased.recording;
    },
  };
}
