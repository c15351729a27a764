import { createHash, randomBytes } from "node:crypto";
import type { AudioStore } from "../../src/audio/audio-store.ts";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { selectSensorNos } from "../../src/database/queries/sites/sites.ts";
import { recordings } from "../../src/database/tables/recordings.ts";

/** A recording of one test, stored like an imported one. */
export interface TestRecording {
  readonly second: number;
  readonly bytes: Buffer;
  readonly objectName: string;
}

/**
 * Stores bytes as the recording of a sensor and second. A download checks that they begin as FLAC does, so the first
 * four are replaced. A second recording of the same second replaces the first.
 */
export async function addRecording(
  { db, store }: { readonly db: OperatorDatabase; readonly store: AudioStore },
  sensorId: string,
  second: number,
  options: {
    readonly bytes?: Buffer;
    readonly retainUntil?: Date;
    /** At 16 kHz. Default: a second. */
    readonly totalSamples?: number;
  } = {},
): Promise<TestRecording> {
  const bytes = Buffer.from(options.bytes ?? randomBytes(5000));
  bytes.write("fLaC");
  const objectName = randomBytes(16).toString("hex");
  await store.put(objectName, bytes);
  const content = {
    objectName,
    byteLength: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    sampleRateHertz: 16_000,
    channels: 1,
    bitsPerSample: 16,
    totalSamples: options.totalSamples ?? 16_000,
    importedAt: new Date(),
    retainUntil: options.retainUntil ?? null,
    missingSince: null,
  };
  const sensorNo = (await selectSensorNos(db)).get(sensorId);
  if (sensorNo === undefined) throw new Error(`there is no sensor ${sensorId}`);
  await db
    .insert(recordings)
    .values({ sensorNo, datetime: new Date(second * 1000), ...content })
    .onConflictDoUpdate({ target: [recordings.sensorNo, recordings.datetime], set: content });
  return { second, bytes, objectName };
}
