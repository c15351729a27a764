import { randomUUID } from "node:crypto";
import {
  type AudioStore,
  audioStoreUnavailable,
  measureObject,
  type ObjectStore,
} from "./audio-store.ts";
import { verifyObject } from "./verify-object.ts";

/** What the database knows of its store. */
export interface StoreRecord {
  selectId(): Promise<string | null>;
  hasObjects(): Promise<boolean>;
  selectNewestObjects(): Promise<readonly NamedObject[]>;
  insertId(choose: (known: string | null) => Promise<string>): Promise<string>;
}

interface NamedObject {
  readonly name: string;
  readonly byteLength: number;
}

/**
 * The store of a database in a place that keeps objects. The marker of the place has the id that the database
 * has of its store. Example: of two servers, one has a folder whose disk is not mounted. Without this rule it would
 * find no object there, and mark recordings as missing that the other one serves.
 *
 * The first store of a database gets its marker first and the database the id then. So a database never has an id
 * that no store has, and of several processes that begin different stores, one has the store.
 *
 * A database of an earlier version has recordings and no id: its store is the place that has one of the newest.
 */
export function createAudioStore(objects: ObjectStore, record: StoreRecord): AudioStore {
  // An id never changes.
  let knownId: string | null = null;
  let claiming: Promise<string> | null = null;
  const readId = async () => (knownId ??= await record.selectId());
  // One at a time: each holds a connection to the database for as long as the place takes to answer.
  const claim = async (): Promise<true> => {
    claiming ??= record.insertId((id) => mark(objects, id)).finally(() => (claiming = null));
    await claiming;
    const [id, marker] = [await readId(), await objects.readMarker()];
    if (id === null || marker !== id) throw refusal(objects, marker);
    return true;
  };
  /** Resolves to false if the database has neither a store nor an object. */
  const recognize = async (signal?: AbortSignal): Promise<boolean> => {
    // The id first: a marker is written before its id.
    const id = await readId();
    const marker = await objects.readMarker(signal);
    if (id !== null && marker === id) return true;
    if (marker !== beginAnew) {
      if (id !== null) throw refusal(objects, marker);
      if (!(await record.hasObjects())) return false;
      if (!(await hasOneOf(objects, await record.selectNewestObjects()))) {
        // Another process may have begun this store and noted the first object since the id was read.
        if ((await readId()) !== null) return recognize(signal);
        throw refusal(objects, marker);
      }
    }
    return claim();
  };
  const requireOwn = async (signal?: AbortSignal) => {
    if (!(await recognize(signal))) throw refusal(objects, null);
  };
  const open: ObjectStore["open"] = async (name, range, signal) => {
    // At the same time as the marker is read. Nobody reads the object before the marker is known.
    const opening = objects.open(name, range, signal);
    opening.catch(() => undefined);
    try {
      await requireOwn(signal);
    } catch (error) {
      opening.then(close, () => undefined);
      throw error;
    }
    const opened = await opening;
    // A disk may have gone between the look at its marker and that at the object.
    if (opened === "missing") await requireOwn(signal);
    return opened;
  };
  return {
    async begin() {
      if (!(await recognize())) await claim();
    },
    put: (name, content) => objects.put(name, content),
    open,
    async openRecorded(object, range, signal) {
      const opened = await open(object.objectName, range ?? undefined, signal);
      return opened === "missing" ? opened : verifyObject(opened, object, range);
    },
    async remove(name) {
      await requireOwn();
      await objects.remove(name);
    },
    async check() {
      try {
        await readId();
      } catch {
        // A database that does not answer says nothing of the store.
        await objects.readMarker();
        return;
      }
      await recognize();
    },
  };
}

/** In place of an id, this is the operator's word that a place is the store from now on. */
export const beginAnew = "new";

/** In place of the id of a store, while `recordings move` copies its objects to another place. */
export function unfinishedCopyOf(id: string): string {
  return `${unfinishedCopy}${id}`;
}

const unfinishedCopy = "unfinished copy of ";

/** Gives the place the marker of a database's store, and returns the id in it. */
async function mark(objects: ObjectStore, id: string | null): Promise<string> {
  const found = await objects.readMarker();
  if (id !== null) {
    if (found === beginAnew) await objects.writeMarker(id, { replaces: true });
    return id;
  }
  // The id of another database that shares the place, or of a process that ended before it could note it.
  if (found !== null && isStoreId(found)) return found;
  if (found?.startsWith(unfinishedCopy) === true) throw refusal(objects, found);
  await objects.writeMarker(randomUUID(), { replaces: found !== null });
  const written = await objects.readMarker();
  if (written === null || !isStoreId(written)) throw refusal(objects, written);
  return written;
}

function isStoreId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** Whether a place has one of these, whole as far as its length says. */
async function hasOneOf(objects: ObjectStore, named: readonly NamedObject[]): Promise<boolean> {
  for (const { name, byteLength } of named) {
    if ((await measureObject(objects, name)) === byteLength) return true;
  }
  return false;
}

function close(opened: Awaited<ReturnType<ObjectStore["open"]>>): void {
  if (opened !== "missing") opened.close();
}

function refusal({ place, markerPlace }: ObjectStore, marker: string | null): Error {
  if (marker?.startsWith(unfinishedCopy) === true) {
    return audioStoreUnavailable(
      `${place} has a part of the recordings only. Let \`acoustic recordings move\` come to its end`,
    );
  }
  const what =
    marker !== null && isStoreId(marker)
      ? `${place} is the store of another database. Is AUDIO_STORE right?`
      : `${place} holds no store, and the database has recordings elsewhere. Is its disk mounted, and AUDIO_STORE right?`;
  return audioStoreUnavailable(
    `${what} To begin anew without the recordings, write the word ${beginAnew} into ${markerPlace}`,
  );
}
