import { randomBytes, randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type AudioStore, isAudioStoreUnavailable } from "../../src/audio/audio-store.ts";
import { createAudioStore } from "../../src/audio/marked-store.ts";
import { type OpenDatabase, openDatabase } from "../../src/database/client/open-database.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import type { TestPlace } from "../support/audio-store.ts";
import { withDataDirectory } from "../support/templates.ts";
import { expect, test as base } from "../support/test.ts";

/** A database without a store. Each `storeIn` is what one process has of a store. */
const test = base.extend<
  {
    db: OpenDatabase;
    storeIn: (place: TestPlace) => AudioStore;
    /** The id that the database has of its store. */
    storedId: () => Promise<string | null>;
  },
  { ofWorker: OpenDatabase }
>({
  ofWorker: [
    async ({ databaseConfig }, use) => {
      await withDataDirectory("migrated", async (dataDirectory) => {
        const db = await openDatabase({ ...databaseConfig, kind: "embedded", dataDirectory });
        await use(db);
        await db.close();
      });
    },
    { scope: "worker" },
  ],
  db: async ({ ofWorker }, use) => {
    await ofWorker.db.execute(sql`truncate audio_store, recordings`);
    await use(ofWorker);
  },
  storeIn: async ({ db }, use) => {
    await use(({ objectStore }) => createAudioStore(objectStore, createStoreRecord(db)));
  },
  storedId: async ({ db }, use) => {
    await use(() => createStoreRecord(db).selectId());
  },
});

const name = "0123456789abcdef";
const content = randomBytes(1000);

const isUnavailable = (work: Promise<unknown>) =>
  work.then(
    (result) => `answered ${String(result)}`,
    (error: unknown) => isAudioStoreUnavailable(error) || error,
  );

async function lengthIn(store: AudioStore, object: string): Promise<number | null> {
  const opened = await store.open(object);
  if (opened === "missing") return null;
  opened.close();
  return opened.byteLength;
}

test("the first begin of a store gives it a marker with the id that the database has from then on", async ({
  storePlaces,
  storeIn,
  storedId,
}) => {
  const place = storePlaces.find();
  const store = storeIn(place);
  await store.check();
  expect([await storedId(), await place.objectStore.readMarker()]).toEqual([null, null]);
  expect(await isUnavailable(store.open(name))).toBe(true);
  await store.begin();
  const id = await storedId();
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await place.objectStore.readMarker()).toBe(id);
  await store.begin();
  await store.put(name, content);
  const other = storeIn(place);
  await other.check();
  expect(await lengthIn(other, name)).toBe(content.length);
  expect(await storedId()).toBe(id);
});

test("processes that begin one store together share it", async ({
  storePlaces,
  storeIn,
  storedId,
}) => {
  const place = storePlaces.find();
  const stores = Array.from({ length: 4 }, () => storeIn(place));
  await Promise.all(stores.map((store) => store.begin()));
  for (const store of stores) await store.check();
  expect(await place.objectStore.readMarker()).toBe(await storedId());
});

test("of processes that begin different stores together, one has the store", async ({
  storePlaces,
  storeIn,
  storedId,
}) => {
  const places = Array.from({ length: 3 }, () => storePlaces.find());
  const begun = await Promise.allSettled(places.map((place) => storeIn(place).begin()));
  expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const own = places[begun.findIndex(({ status }) => status === "fulfilled")];
  expect(await own?.objectStore.readMarker()).toBe(await storedId());
  for (const place of places) {
    if (place !== own) expect(await isUnavailable(storeIn(place).check())).toBe(true);
  }
});

test("a marker whose process ended before the database had its id becomes the id of the database", async ({
  storePlaces,
  storeIn,
  storedId,
}) => {
  const place = storePlaces.find();
  const id = randomUUID();
  await place.objectStore.writeMarker(id, { replaces: false });
  await storeIn(place).begin();
  expect(await storedId()).toBe(id);
});

test("only a store with the marker of the database says that an object is missing", async ({
  storePlaces,
  storeIn,
  db,
}) => {
  const place = storePlaces.find();
  const store = storeIn(place);
  await store.begin();
  await store.put(name, content);
  const id = (await place.objectStore.readMarker()) ?? "";
  expect(await store.open("fedcba9876543210")).toBe("missing");
  await place.objectStore.writeMarker(randomUUID(), { replaces: true });
  await expect(store.check()).rejects.toThrow("is the store of another database");
  for (const each of [name, "fedcba9876543210"]) {
    expect(await isUnavailable(store.open(each))).toBe(true);
    expect(await isUnavailable(store.remove(each))).toBe(true);
  }
  await place.objectStore.writeMarker(id, { replaces: true });
  expect(await place.read(name)).toEqual(content);
  const putBack = await place.takeAway();
  await expect(store.check()).rejects.toThrow("has no store");
  for (const each of [name, "fedcba9876543210"]) {
    expect(await isUnavailable(store.open(each))).toBe(true);
    expect(await isUnavailable(store.remove(each))).toBe(true);
  }
  expect(await isUnavailable(store.begin())).toBe(true);
  expect(await place.objectStore.readMarker()).toBeNull();
  await putBack();
  await store.check();
  await store.remove(name);
  expect(await store.open(name)).toBe("missing");
  // A closed database says nothing of the store.
  await db.db.execute(sql`alter table audio_store rename to gone`);
  await storeIn(place).check();
  await db.db.execute(sql`alter table gone rename to audio_store`);
});

test("the word new in the marker of a place makes it the store", async ({
  storePlaces,
  storeIn,
  storedId,
}) => {
  const [place, other] = [storePlaces.find(), storePlaces.find()];
  await storeIn(place).begin();
  const id = await storedId();
  await other.objectStore.writeMarker("new", { replaces: true });
  await Promise.all(Array.from({ length: 3 }, () => storeIn(other).check()));
  expect(await storedId()).toBe(id);
  expect(await other.objectStore.readMarker()).toBe(id);
});
