import { randomBytes } from "node:crypto";
import { readdirSync, readlinkSync, watch } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { buffer } from "node:stream/consumers";
import {
  type AudioStore,
  markerName,
  objectPath,
  type ObjectStore,
} from "../../src/audio/audio-store.ts";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { newStoreMarker, createAudioStore } from "../../src/audio/marked-store.ts";
import { createS3Store } from "../../src/audio/s3-store.ts";
import type { BucketConfig } from "../../src/config.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import { type S3Server, startS3Server } from "./s3-server.ts";

/** A place for objects, and what happens to places. */
export interface TestPlace {
  readonly objectStore: ObjectStore;
  /** The variables with which a command uses it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The names of its objects, in order, and of what an interrupted command has left of them. */
  list(): Promise<string[]>;
  read(name: string): Promise<Buffer>;
  shorten(name: string): Promise<void>;
  /** Leaves an empty place, until the function that it returns is called. */
  takeAway(): Promise<() => Promise<void>>;
  /** How many objects are being read. */
  openReads(): number;
  /** Removes everything. */
  empty(): Promise<void>;
  /** Calls `changed` whenever something is written, until the function that it returns is called. */
  watch(changed: () => void): () => void;
}

/** A store of one worker or test. */
export interface TestAudioStore extends AudioStore, TestPlace {
  /** Loses everything; the store has begun anew. */
  lose(): Promise<void>;
}

type StoreDatabase = Pick<OpenDatabase, "db" | "sessionFor">;

/** The folders and buckets of a worker's stores. */
export interface StorePlaces {
  /** A new place, without a marker. */
  find(): TestPlace;
  /** Begins a store that no other worker has. It belongs to the database beside those of other workers. */
  create(database: StoreDatabase): Promise<TestAudioStore>;
}

/** Makes a place the store of a database, whichever others it has. */
export async function beginStore(
  objects: ObjectStore,
  database: StoreDatabase,
): Promise<AudioStore> {
  await objects.writeMarker(newStoreMarker, { replaces: true });
  const store = createAudioStore(objects, createStoreRecord(database));
  await store.begin();
  return store;
}

/** Stores in folders. */
export async function withFolders(use: (places: StorePlaces) => Promise<void>): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), "acoustic-audio-"));
  const find = () => placeInFolder(join(root, uniqueName()));
  await use({ find, create: (database) => begin(find(), database) });
  await rm(root, { recursive: true });
}

function placeInFolder(folder: string): TestPlace {
  const objectStore = createFolderStore(folder);
  return {
    objectStore,
    environment: { AUDIO_STORE: folder },
    list: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return namesIn(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
    },
    read: (name) => readFrom(objectStore, name),
    shorten: (name) => truncate(join(folder, objectPath(name)), 10),
    takeAway: async () => {
      await rename(folder, `${folder}.elsewhere`);
      await mkdir(folder);
      return async () => {
        await rm(folder, { recursive: true });
        await rename(`${folder}.elsewhere`, folder);
      };
    },
    empty: () => rm(folder, { recursive: true }),
    openReads: () => filesOpenIn(folder),
    watch: (changed) => {
      const watcher = watch(folder, { recursive: true }, changed);
      return () => watcher.close();
    },
  };
}

/** Stores in a bucket of an object store in this process. */
export async function withBucket(use: (places: StorePlaces) => Promise<void>): Promise<void> {
  const server = await startS3Server();
  const find = () => placeInBucket(server, `recordings/${uniqueName()}`);
  await use({ find, create: (database) => begin(find(), database) });
  await server.close();
}

function placeInBucket({ config, objects, reading, stored }: S3Server, prefix: string): TestPlace {
  const own = `/${config.bucket}/${prefix}/`;
  const paths = () => [...objects.keys()].filter((path) => path.startsWith(own));
  const take = () => {
    const taken = paths().map((path) => [path, objects.get(path) ?? Buffer.alloc(0)] as const);
    for (const [path] of taken) objects.delete(path);
    return taken;
  };
  const place = { ...config, prefix };
  // Generous: a busy machine is no reason for a 503. Tests of the times set their own.
  const objectStore = createS3Store(place, { connect: 30_000, firstByte: 30_000, stall: 30_000 });
  return {
    objectStore,
    environment: environmentOf(place),
    list: async () => namesIn(paths()),
    read: (name) => readFrom(objectStore, name),
    shorten: async (name) => {
      const path = `${own}${objectPath(name)}`;
      objects.set(path, objects.get(path)?.subarray(0, 10) ?? Buffer.alloc(0));
    },
    takeAway: async () => {
      const taken = take();
      return async () => {
        take();
        for (const [path, object] of taken) objects.set(path, object);
      };
    },
    empty: async () => void take(),
    openReads: () => namesIn([...reading.values()].filter((path) => path.startsWith(own))).length,
    watch: (changed) => {
      stored.on("object", changed);
      return () => stored.off("object", changed);
    },
  };
}

export function environmentOf(config: BucketConfig): Record<string, string> {
  const { endpoint, region, credentials } = config;
  return {
    AUDIO_STORE: `s3://${config.bucket}/${config.prefix}`,
    AUDIO_STORE_ENDPOINT: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...(credentials.sessionToken === null ? {} : { AWS_SESSION_TOKEN: credentials.sessionToken }),
  };
}

/** The names of objects in order, without the marker. */
function namesIn(paths: readonly string[]): string[] {
  return paths
    .map((path) => basename(path))
    .filter((name) => !name.startsWith(markerName))
    .toSorted();
}

async function readFrom(objectStore: ObjectStore, name: string): Promise<Buffer> {
  const opened = await objectStore.open(name);
  if (opened === "missing") throw new Error(`there is no object ${name}`);
  return buffer(opened.chunks);
}

async function begin(place: TestPlace, database: StoreDatabase): Promise<TestAudioStore> {
  return {
    ...place,
    ...(await beginStore(place.objectStore, database)),
    async lose() {
      await place.empty();
      await beginStore(place.objectStore, database);
    },
  };
}

function uniqueName(): string {
  return randomBytes(6).toString("hex");
}

/** The number of files of a folder that this process has open. */
export function filesOpenIn(folder: string): number {
  return readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}
