import type { KeyId, LeaseId, SensorId } from "../acoustics/ids.ts";
import { type Instant, parseInstant } from "../acoustics/time/instant.ts";
import type { AudioStore } from "../audio/audio-store.ts";
import type { MemoryStore } from "../audio/memory-store.ts";
import type { OperatorDatabase } from "../database/client/pool.ts";
import type { Database } from "../database/client/statement.ts";
import type { GrantedSensorNo } from "../database/queries/keys/grants.ts";
import { deleteTelemetry } from "../database/queries/maintenance/removal.ts";
import { deleteExpiredLeases } from "../database/queries/maintenance/retention.ts";
import { insertAudioLease } from "../database/queries/recordings/audio-leases.ts";
import { selectSensorNos } from "../database/queries/sites/sites.ts";
import { readRecording } from "../demo/demonstration-data.ts";
import { storeRecording } from "../ingest/recordings/store-recording.ts";
import { audioPath } from "../operations/audio/lease-audio.ts";
import { rangeAt, sensorIds } from "./sandbox-sites.ts";
import type { SandboxAudioPurpose } from "./sandbox.ts";

/** Stores the recordings of a sandbox, in place of earlier ones, and returns the address of one in each lease. */
export async function leaseRecordings(
  options: RecordingOptions,
): Promise<Record<SandboxAudioPurpose, string>> {
  const { db, session, store, objects, now, keyId, newLeaseId } = options;
  const sensorId = sensorIds.withData as SensorId;
  const sensorNo = (await selectSensorNos(db)).get(sensorId) as GrantedSensorNo;
  const secondOf = (name: keyof typeof intervals) =>
    rangeAt(now).endAt / 1000 - 300 * intervals[name];
  await deleteTelemetry(db, "recordings", sensorNo, null, now);
  await deleteExpiredLeases(db, latestInstant, 2 ** 31 - 1);
  objects.clear();
  const content = await readRecording("dog");
  for (const name of Object.keys(intervals) as (keyof typeof intervals)[]) {
    const known = new Set(objects.keys());
    const target = { db, store, clock: () => now };
    await storeRecording(target, { sensorNo, second: secondOf(name) }, content, null);
    const [object = ""] = [...objects.keys()].filter((key) => !known.has(key));
    if (name === "gone") objects.delete(object);
    if (name === "damaged") objects.set(object, content.subarray(0, -1));
  }
  const paths: [string, string][] = [];
  for (const [purpose, [name, seconds]] of Object.entries(leases)) {
    const id = newLeaseId();
    const second = secondOf(name);
    const expiresAt = (now + seconds * 1000) as Instant;
    const issuedAt = (expiresAt - 600_000) as Instant;
    const operation = "measurements";
    const lease = {
      id,
      keyId,
      sensorNo,
      operation,
      issuedAt,
      expiresAt,
      seconds: [second],
    } as const;
    await insertAudioLease(session, lease);
    paths.push([purpose, audioPath(id, sensorId, second)]);
  }
  return Object.fromEntries(paths) as Record<SandboxAudioPurpose, string>;
}

interface RecordingOptions {
  readonly db: OperatorDatabase;
  readonly session: Database;
  readonly store: AudioStore;
  readonly objects: MemoryStore["objects"];
  readonly now: Instant;
  /** The key of the leases. */
  readonly keyId: KeyId;
  readonly newLeaseId: () => LeaseId;
}

/** Samples of the sensor with data that have a recording, counted back from the newest. */
const intervals = { stored: 0, gone: 1, damaged: 2 } as const;

/** Leases of recordings, in seconds from now to their end. */
const leases: Readonly<Record<SandboxAudioPurpose, readonly [keyof typeof intervals, number]>> = {
  stored: ["stored", 600],
  expired: ["stored", -60],
  gone: ["gone", 600],
  damaged: ["damaged", 600],
};

/** No lease ends later. */
const latestInstant = parseInstant("9999-12-31T23:59:59Z") as Instant;
