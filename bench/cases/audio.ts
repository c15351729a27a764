import { createFolderStore } from "../../src/audio/folder-store.ts";
import { beginAnew, createAudioStore } from "../../src/audio/marked-store.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import { selectStoredRecording } from "../../src/database/queries/recordings/recordings.ts";
import { selectSensorNos } from "../../src/database/queries/sites/sites.ts";
import { readRecording } from "../../src/demo/demonstration-data.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { storeRecording } from "../../src/ingest/recordings/store-recording.ts";
import { measurementsPath } from "../pages.ts";
import { comparePair, underLoad } from "../pair.ts";
import { audioStoreOf, publicTarget, type Server } from "../servers.ts";
import { recordedSensor, sensorIdOf } from "../site.ts";
import { lastSecond, stepSeconds } from "../telemetry.ts";
import { atLeast, type Bench, type Work } from "../work.ts";

const name = "audio";
const recordings = 4;

export const audio: Work = {
  name,
  summary: "recordings of 10 MB, compared with files piped to a response",
  async run(bench) {
    const { gateway, baseline, pace } = bench;
    const files = (await keepRecordings(bench)).map((objectName) => `/audio/${objectName}`);
    const urls = await leaseRecordings(bench);
    const sideOf = (side: string, server: Server, paths: readonly string[]) => {
      const requests = paths.map((path) => ({ path }));
      return underLoad(side, server, publicTarget(server, bench, requests));
    };
    const { ratio, sides } = await comparePair(
      [sideOf("gateway", gateway, urls), sideOf("fs to http", baseline, files)],
      "perSecond",
      pace,
    );
    return [{ name, value: ratio, unit: "ratio", bar: atLeast(0.8), sides, notes: [] }];
  },
};

/** Imports recordings of the latest samples; returns the names of their objects. */
async function keepRecordings({ database, folder, size }: Bench): Promise<string[]> {
  const { db } = database;
  const objects = createFolderStore(audioStoreOf({ folder }));
  // The store is new, although the database already has recordings, whose objects were never stored.
  await objects.writeMarker(beginAnew, { replaces: true });
  const store = createAudioStore(objects, createStoreRecord(database));
  const sensorNo = (await selectSensorNos(db)).get(sensorIdOf(recordedSensor)) ?? 0;
  const content = padFlac(await readRecording("truck"), size.recordingBytes);
  const keeper = { db, store, clock: () => Date.now() as Instant };
  const names: string[] = [];
  for (let index = 0; index < recordings; index += 1) {
    const key = { sensorNo, second: lastSecond - index * stepSeconds };
    await storeRecording(keeper, key, content, null);
    names.push((await selectStoredRecording(db, key))?.objectName ?? "");
  }
  return names;
}

/**
 * Makes a FLAC file of at least `bytes`, up to 16 MiB, by a PADDING block after STREAMINFO (RFC 9639,
 * 8.3). STREAMINFO must be the only metadata block of `flac`.
 */
function padFlac(flac: Buffer, bytes: number): Buffer {
  const streamInfo = Buffer.from(flac.subarray(4, 42));
  streamInfo.writeUInt8(0, 0);
  const padding = Buffer.alloc(4 + bytes);
  padding.writeUInt32BE(0x8100_0000 + bytes, 0);
  return Buffer.concat([flac.subarray(0, 4), streamInfo, padding, flac.subarray(42)]);
}

async function leaseRecordings(bench: Bench): Promise<string[]> {
  const path = measurementsPath({ sensor: recordedSensor, limit: recordings, before: 0 });
  const { url, headers } = publicTarget(bench.gateway, bench, []);
  const answer = await fetch(`${url}${path}&withAudio=true`, { headers });
  const { data } = (await answer.json()) as { data: { audioUrl: string | null }[] };
  const urls = data.flatMap(({ audioUrl }) => audioUrl ?? []);
  if (urls.length !== recordings) throw new Error("Not every recording has a lease");
  return urls;
}
