import { randomUUID } from "node:crypto";
import {
  type AudioStore,
  audioStoreUnavailable,
  type Caller,
  type ObjectStore,
} from "./audio-store.ts";
import { verifyObject } from "./verify-object.ts";

/** The record that the database keeps of its store. */
export interface StoreRecord {
  selectId(): Promise<string | null>;
  insertId(choose: (known: string | null) => Promise<string>): Promise<string>;
}

/*
 * The marker of an object store has the id that the database records of its store. Example: of two servers, one has a
 * folder whose disk is not mounted. Without this rule it would find no object there, and mark recordings as missing
 * that the other server has.
 *
 * The first store of a database gets its marker first; then the database gets the id. So each id in a database is that
 * of a store, and of several processes that begin different stores, one succeeds.
 */

/** The store of a database in an object store. */
export function createAudioStore(objects: ObjectStore, record: StoreRecord): AudioStore {
  // An id never changes.
  let knownId: string | null = null;
  let claiming: Promise<string> | null = null;
  const readId = async () => (knownId ??= await record.selectId());
  // One at a time: each occupies a connection to the database until the object store answers.
  const claim = async (): Promise<true> => {
    claiming ??= record.insertId((id) => mark(objects, id)).finally(() => (claiming = null));
    await claiming;
    const [id, marker] = [await readId(), await objects.readMarker()];
    if (id === null || marker !== id) throw refusal(objects, marker);
    return true;
  };
  /** Resolves to false if the database has no store yet. */
  const recognize = async (caller?: Caller): Promise<boolean> => {
    // The id first: a marker is written before its id.
    const id = await readId();
    const marker = await objects.readMarker(caller);
    if (marker === newStoreMarker) return claim();
    if (id !== null && marker !== id) throw refusal(objects, marker);
    return id !== null;
  };
  const requireOwn = async (caller?: Caller) => {
    if (!(await recognize(caller))) throw refusal(objects, null);
  };
  const open: ObjectStore["open"] = async (name, range, caller) => {
    // The object is opened while the marker is read, and read only after that.
    const opening = objects.open(name, range, caller);
    opening.catch(() => undefined);
    try {
      await requireOwn(caller);
    } catch (error) {
      opening.then(close, () => undefined);
      throw error;
    }
    const opened = await opening;
    // The disk may have been unmounted between the reads of its marker and of the object.
    if (opened === "missing") await requireOwn(caller);
    return opened;
  };
  return {
    async begin() {
      if (!(await recognize())) await claim();
    },
    put: (name, content) => objects.put(name, content),
    open,
    async openRecorded(object, range, caller) {
      const opened = await open(object.objectName, range ?? undefined, caller);
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
        // An error of the database is not an error of the store.
        await objects.readMarker();
        return;
      }
      await recognize();
    },
  };
}

/** The operator writes it instead of an id: this object store becomes the store of the database. */
export const newStoreMarker = "new";

/** The marker while `recordings move` copies the objects of the store with this id. */
export function unfinishedCopyOf(id: string): string {
  return `${unfinishedCopy}${id}`;
}

const unfinishedCopy = "unfinished copy of ";

/** Writes the marker of a database's store, and returns the id in it. */
async function mark(objects: ObjectStore, id: string | null): Promise<string> {
  const found = await objects.readMarker();
  if (id !== null) {
    if (found === newStoreMarker) await objects.writeMarker(id, { replaces: true });
    return id;
  }
  // The id is that of another database with the same store, or of a process that ended before it recorded the id.
  if (found !== null && isStoreId(found)) return found;
  if (found?.startsWith(unfinishedCopy) === true) throw refusal(objects, found);
  await objects.writeMarker(randomUUID(), { replaces: found !== null });
  const written = await objects.readMarker();
  if (written === null || !isStoreId(written)) throw refusal(objects, written);
  return written;
}

/** True if a marker is the id of a store in use. */
export function isStoreId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

function close(opened: Awaited<ReturnType<ObjectStore["open"]>>): void {
  if (opened !== "missing") opened.close();
}

function refusal({ location, markerLocation }: ObjectStore, marker: string | null): Error {
  if (marker?.startsWith(unfinishedCopy) === true) {
    return audioStoreUnavailable(
      `${location} has only a part of the recordings. Let \`acoustic recordings move\` complete the copy`,
    );
  }
  const reason =
    marker !== null && isStoreId(marker)
      ? `${location} is the store of another database. Is AUDIO_STORE right?`
      : `${location} has no store, and the database has recordings elsewhere. Is its disk mounted, and AUDIO_STORE right?`;
  return audioStoreUnavailable(
    `${reason} To use it without these recordings, write the word ${newStoreMarker} into ${markerLocation}`,
  );
}
