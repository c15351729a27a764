import { createHash } from "node:crypto";
import { formatInstant, instantOfSecond } from "../acoustics/time/instant.ts";
import { audioStoreUnavailable, type ObjectStore } from "../audio/audio-store.ts";
import { greatestFileBytes } from "../audio/audio-store.ts";
import {
  createAudioStore,
  isStoreId,
  newStoreMarker,
  unfinishedCopyOf,
} from "../audio/marked-store.ts";
import { formatRecordingName } from "../audio/recording-name.ts";
import type { OpenDatabase } from "../database/client/open-database.ts";
import { createStoreRecord } from "../database/queries/recordings/audio-store.ts";
import { selectStoredRecording } from "../database/queries/recordings/recordings.ts";
import {
  countObjects,
  type RecordedObject,
  selectRecordedObjects,
  selectUnclaimedObjects,
} from "../database/queries/recordings/stored-objects.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import type { ReportProgress } from "../ingest/input-files.ts";

/** The result of a move, in numbers of objects. */
export interface MovedRecordings {
  readonly copied: number;
  /** Objects that the target had before, with the same bytes. */
  readonly alreadyThere: number;
  /** Recordings whose imported bytes are in neither store. */
  readonly problems: readonly MoveProblem[];
}

export interface MoveProblem {
  /** The file name of the imported recording. */
  readonly recording: string;
  /** Name of the object in the source. */
  readonly object: string;
  readonly problem: "missing" | "damaged";
}

/*
 * The source keeps its objects and may be in use: the next move copies objects that are added meanwhile. Each object is
 * compared with its SHA-256 before it is sent, and is then read back. A move resumes after an interruption.
 */

/**
 * Copies every object that the database names to another store. Throws `InvalidInput` if the target is the store of
 * another database, and an error of `isAudioStoreUnavailable` if the source is not the store of this one.
 */
export async function moveRecordings(
  database: OpenDatabase,
  { from, to }: { readonly from: ObjectStore; readonly to: ObjectStore },
  report: ReportProgress,
): Promise<MovedRecordings> {
  const { db } = database;
  const record = createStoreRecord(database);
  await requireSource(from, await record.selectId());
  await createAudioStore(from, record).check();
  const id = await record.selectId();
  if (id === null) return { copied: 0, alreadyThere: 0, problems: [] };
  const marker = await to.readMarker();
  await markUnfinished(to, marker, id);

  const total = await countObjects(db);
  const counts = { copied: 0, alreadyThere: 0, others: 0 };
  const problems: MoveProblem[] = [];
  const stores = { from, to };
  const done = () => {
    const number = counts.copied + counts.alreadyThere + counts.others;
    report(Math.min(1, number / total), `${number} of ${total} objects`);
  };
  await inParallel(selectRecordedObjects(db), async (object) => {
    const result = await copyObject(stores, object);
    if (result === "missing" || result === "damaged") {
      counts.others += 1;
      const stored = await selectStoredRecording(db, object);
      // The retention of the recording may have ended since, or an import may have replaced it.
      if (stored?.objectName === object.name) problems.push(problemOf(object, result));
    } else counts[result] += 1;
    done();
  });
  await inParallel(selectUnclaimedObjects(db), async (name) => {
    const result = await copyObject(stores, { name });
    // An unclaimed object may be missing.
    counts[result === "copied" || result === "alreadyThere" ? result : "others"] += 1;
    done();
  });
  if (marker !== id) await to.writeMarker(id, { replaces: true });
  const { copied, alreadyThere } = counts;
  return { copied, alreadyThere, problems };
}

/** Refuses a source that is no store, or another one. A server would doubt AUDIO_STORE, which is not read here. */
async function requireSource(from: ObjectStore, id: string | null): Promise<void> {
  if (id === null) return;
  const marker = await from.readMarker();
  if (marker !== null && (marker === id || !isStoreId(marker))) return;
  throw audioStoreUnavailable(
    `--from: ${from.location} is not the store of this database: name the one that AUDIO_STORE has had until now`,
  );
}

/** Marks the target as unfinished, so that no server uses it before it has all objects. */
async function markUnfinished(to: ObjectStore, marker: string | null, id: string): Promise<void> {
  if (marker === id || marker === unfinishedCopyOf(id)) return;
  if (marker !== null && marker !== "" && marker !== newStoreMarker) {
    throw new InvalidInput([`${to.location} is the store of another database`]);
  }
  await to.writeMarker(unfinishedCopyOf(id), { replaces: marker !== null });
}

/** An object of a recording, or an unclaimed one without a known digest. */
type NamedObject = Pick<RecordedObject, "name"> & Partial<RecordedObject>;

async function copyObject(
  { from, to }: { readonly from: ObjectStore; readonly to: ObjectStore },
  { name, sha256 }: NamedObject,
): Promise<"copied" | "alreadyThere" | "missing" | "damaged"> {
  const found = await readObject(to, name);
  if (found !== null && sha256 !== undefined && digestOf(found) === sha256) return "alreadyThere";
  const content = await readObject(from, name);
  if (content === null) return "missing";
  const expected = sha256 ?? digestOf(content);
  if (digestOf(content) !== expected) return "damaged";
  if (found !== null && digestOf(found) === expected) return "alreadyThere";
  // A store does not replace objects.
  if (found !== null) await to.remove(name);
  await to.put(name, content);
  const copy = await readObject(to, name);
  if (copy === null || digestOf(copy) !== expected) {
    throw audioStoreUnavailable(`${to.location} returns other bytes than it has received`);
  }
  return "copied";
}

/** The bytes of an object; null for a missing one. Throws for one that is longer than an imported file. */
async function readObject(store: ObjectStore, name: string): Promise<Buffer | null> {
  const opened = await store.open(name);
  if (opened === "missing") return null;
  const { byteLength, chunks } = opened;
  if (byteLength > greatestFileBytes) {
    opened.close();
    throw audioStoreUnavailable(`${store.location} has an object of ${byteLength} bytes`);
  }
  const content: Buffer[] = [];
  for await (const chunk of chunks) content.push(chunk);
  return Buffer.concat(content);
}

function digestOf(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

function problemOf(object: RecordedObject, problem: MoveProblem["problem"]): MoveProblem {
  const datetime = formatInstant(instantOfSecond(object.second));
  const recording = formatRecordingName(object.sensorId, datetime);
  return { recording, object: object.name, problem };
}

/** A worker waits for an object store most of the time. */
const workers = 4;

/** Handles several values at a time. The first failure ends all. */
async function inParallel<Value>(
  values: AsyncGenerator<Value>,
  work: (value: Value) => Promise<void>,
): Promise<void> {
  const run = async () => {
    for await (const value of values) await work(value);
  };
  await Promise.all(Array.from({ length: workers }, run));
}
