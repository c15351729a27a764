import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import {
  type AudioStore,
  isAudioStoreUnavailable,
  measureObject,
  type ObjectStore,
} from "../../audio/audio-store.ts";
import { listFolderObjects } from "../../audio/folder-store.ts";
import { newStoreMarker, createAudioStore } from "../../audio/marked-store.ts";
import type { AudioStoreConfig } from "../../config.ts";
import type { OpenDatabase } from "../../database/client/open-database.ts";
import { createStoreRecord } from "../../database/queries/recordings/audio-store.ts";
import { selectStoredRecording } from "../../database/queries/recordings/recordings.ts";
import {
  type RecordedObject,
  selectRecordedObjects,
  selectUnclaimedObjects,
  selectUnnamed,
} from "../../database/queries/recordings/stored-objects.ts";
import { describeLostDatabase } from "../lost-database.ts";
import { type Finding, findingsOf, listSome } from "./finding.ts";
import { messageOf } from "../../system/error-code.ts";

const storeCheck = findingsOf("store");
const recorded = findingsOf("recordings");
const objects = findingsOf("objects");

/** The configured store, and its opened objects. */
interface OpenedStore {
  readonly config: AudioStoreConfig;
  readonly objectStore: ObjectStore;
}

/** Checks that the store is that of the database, is writable and has all recordings; `deep` compares checksums. */
export async function checkStore(
  database: OpenDatabase,
  { config, objectStore }: OpenedStore,
  deep: boolean,
): Promise<Finding[]> {
  const record = createStoreRecord(database);
  try {
    const store = createAudioStore(objectStore, record);
    await store.check();
    if ((await record.selectId()) === null) {
      const lost = await describeLostDatabase(database.db, objectStore);
      if (lost !== null) return [storeCheck.failure(lost)];
      const marker = await objectStore.readMarker();
      return marker === null || marker === newStoreMarker
        ? [await checkNewStore(config, objectStore)]
        : [
            storeCheck.warning(
              `${objectStore.location} is the store of another database, or of an earlier state of this one. Correct AUDIO_STORE unless that database is gone`,
            ),
          ];
    }
    return [
      await checkWriting(objectStore),
      await checkRecordings(database, store, deep),
      await checkObjects(database, config, store),
    ];
  } catch (error) {
    if (isAudioStoreUnavailable(error)) return [storeCheck.failure(error.message)];
    throw error;
  }
}

/** Checks that a folder or bucket can become the store of a database that has none yet. It stays unchanged. */
async function checkNewStore(config: AudioStoreConfig, store: ObjectStore): Promise<Finding> {
  const becomes = `${store.location} becomes the store with the first recording`;
  if (config.kind !== "folder") {
    const written = await checkWriting(store);
    return written.state === "ok" ? storeCheck.ok(`${becomes}, and can be written to`) : written;
  }
  const folder = await findExisting(resolve(config.folder));
  try {
    await rmdir(await mkdtemp(join(folder, ".acoustic-")));
    return storeCheck.ok(`${becomes}, and can be written to`);
  } catch (error) {
    return storeCheck.failure(
      `${store.location} cannot be written to: ${messageOf(error)}. Correct AUDIO_STORE, or the permissions of ${folder}`,
    );
  }
}

/** The path, or the nearest folder above it that exists. */
async function findExisting(path: string): Promise<string> {
  const parent = dirname(path);
  if (parent === path) return path;
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere ? path : findExisting(parent);
}

async function checkWriting(store: ObjectStore): Promise<Finding> {
  const name = randomBytes(16).toString("hex");
  try {
    await store.put(name, randomBytes(16));
    await store.remove(name);
    return storeCheck.ok(`${store.location} is the store of the database, and can be written to`);
  } catch (error) {
    await store.remove(name).catch(() => undefined);
    return storeCheck.failure(
      `${store.location} cannot be written to: ${messageOf(error)}. Correct its permissions, or free space there`,
    );
  }
}

/** Checks the object of each recording. */
async function checkRecordings(
  { db }: OpenDatabase,
  store: AudioStore,
  deep: boolean,
): Promise<Finding> {
  let count = 0;
  const faults: string[] = [];
  for await (const recording of selectRecordedObjects(db)) {
    count += 1;
    const fault = await faultOf(store, recording, deep);
    if (fault === null) continue;
    // A recording may have been replaced or removed since its row was read.
    const now = await selectStoredRecording(db, recording);
    if (now?.objectName !== recording.name) continue;
    const at = new Date(recording.second * 1000).toISOString().replace(".000Z", "Z");
    faults.push(`${recording.sensorId} ${at} (${fault})`);
  }
  if (faults.length > 0) {
    return recorded.failure(
      `${faults.length} of ${count} have no whole object: ${listSome(faults)}. Import them again, or restore the store from a backup`,
    );
  }
  const checked = deep ? ", with the checksum of its import" : " (--deep compares checksums)";
  return recorded.ok(`each of ${count} has its object${checked}`);
}

async function faultOf(
  store: AudioStore,
  { name, byteLength, sha256 }: RecordedObject,
  deep: boolean,
): Promise<string | null> {
  const opened = await store.open(name);
  if (opened === "missing") return "missing";
  if (!deep || opened.byteLength !== byteLength) {
    opened.close();
    return opened.byteLength === byteLength ? null : "another size";
  }
  const hash = createHash("sha256");
  for await (const chunk of opened.chunks) hash.update(chunk);
  return hash.digest("hex") === sha256 ? null : "another checksum";
}

/** Checks for objects that the database does not name, for example those of an older state of it. */
async function checkObjects(
  { db }: OpenDatabase,
  config: AudioStoreConfig,
  store: AudioStore,
): Promise<Finding> {
  if (config.kind !== "folder") {
    return objects.ok("a bucket is not searched for objects without a recording");
  }
  // The store is listed first: an object is recorded in the database before it is stored.
  const listed = new Set(await listFolderObjects(config.folder));
  const count = listed.size;
  for await (const { name } of selectRecordedObjects(db)) listed.delete(name);
  for await (const name of selectUnclaimedObjects(db)) listed.delete(name);
  // Between the two queries, a recording may have claimed or released an object.
  const unnamed = await selectUnnamed(db, listed);
  for (const name of unnamed) {
    if ((await measureObject(store, name)) === "missing") unnamed.delete(name);
  }
  return unnamed.size === 0
    ? objects.ok(`each of ${count} is named by the database`)
    : objects.warning(
        `${unnamed.size} of ${count} have no recording: ${listSome([...unnamed])}. ` +
          `Is the database older than the store, or is it the store of a second database? If neither, they can be removed from ${config.folder}`,
      );
}
