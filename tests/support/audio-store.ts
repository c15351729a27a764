import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readlinkSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm, truncate, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import S3rver from "s3rver";
import type { AudioStore, ObjectStore } from "../../src/audio/audio-store.ts";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { newStoreMarker, createAudioStore } from "../../src/audio/marked-store.ts";
import { createS3Store } from "../../src/audio/s3-store.ts";
import type { BucketConfig } from "../../src/config.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";

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
  /** The folder of its files. */
  readonly filesIn: string;
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
  const find = () => {
    const folder = join(root, uniqueName());
    return placeOf(createFolderStore(folder), {
      environment: { AUDIO_STORE: folder },
      filesIn: folder,
      suffix: "",
      openReads: () => filesOpenIn(folder),
    });
  };
  await use({ find, create: (database) => begin(find(), database) });
  await rm(root, { recursive: true });
}

/** Stores in a bucket of an S3 server on a free port. */
export async function withBucket(use: (places: StorePlaces) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "acoustic-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  replaceAtOnce(server.store);
  const answers = new Map<ServerResponse, string>();
  server.httpServer.on("request", ({ method, url = "" }, response: ServerResponse) => {
    if (method === "GET" && !url.endsWith("acoustic-audio-store")) answers.set(response, url);
    response.once("close", () => answers.delete(response));
  });
  const find = () => {
    const prefix = `recordings/${uniqueName()}`;
    const config = bucketConfig(`http://127.0.0.1:${port}`, prefix);
    return placeOf(createS3Store(config), {
      environment: environmentOf(config),
      filesIn: join(directory, bucket, prefix),
      suffix: "._S3rver_object",
      openReads: () => [...answers.values()].filter((url) => url.includes(`${prefix}/`)).length,
    });
  };
  await use({ find, create: (database) => begin(find(), database) });
  await server.close();
  await rm(directory, { recursive: true });
}

/**
 * S3 replaces an object at once. The server writes into its file instead, and answers before that has ended: a reader
 * may find an empty object.
 */
function replaceAtOnce(store: S3rver["store"]): void {
  const getObject = store.getObject.bind(store);
  let last: Promise<unknown> = Promise.resolve();
  const oneAtATime = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  // Length, digest and file are read one after the other.
  store.getObject = (...read) => oneAtATime(() => getObject(...read));
  store.putObject = async (object) => {
    const content = Buffer.isBuffer(object.content) ? object.content : await buffer(object.content);
    const md5 = createHash("md5").update(content).digest("hex");
    const path = store.getResourcePath(object.bucket, object.key, "object");
    await oneAtATime(async () => {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.new`, content);
      await rename(`${path}.new`, path);
      await store.putMetadata(object.bucket, object.key, object.metadata, md5);
    });
    return { size: content.length, md5 };
  };
}

const bucket = "acoustic";

/** The server accepts one key. */
function bucketConfig(endpoint: string, prefix: string): BucketConfig {
  return {
    bucket,
    prefix,
    endpoint,
    region: "eu-west-1",
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER", sessionToken: null },
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

interface Place extends Pick<TestPlace, "environment" | "filesIn" | "openReads"> {
  /** The end of a file's name, after the name of its object. */
  readonly suffix: string;
}

function placeOf(objectStore: ObjectStore, place: Place): TestPlace {
  const { filesIn: folder, suffix } = place;
  return {
    ...place,
    objectStore,
    async list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter(({ name }) => name.endsWith(suffix) && !name.startsWith("acoustic-audio-store"))
        .filter((entry) => entry.isFile())
        .map(({ name }) => name.slice(0, name.length - suffix.length))
        .toSorted();
    },
    async read(name) {
      const opened = await objectStore.open(name);
      if (opened === "missing") throw new Error(`there is no object ${name}`);
      return buffer(opened.chunks);
    },
    shorten: (name) => truncate(join(folder, name.slice(0, 2), `${name}${suffix}`), 10),
    async takeAway() {
      await rename(folder, `${folder}.elsewhere`);
      await mkdir(folder);
      return async () => {
        await rm(folder, { recursive: true });
        await rename(`${folder}.elsewhere`, folder);
      };
    },
  };
}

async function begin(place: TestPlace, database: StoreDatabase): Promise<TestAudioStore> {
  return {
    ...place,
    ...(await beginStore(place.objectStore, database)),
    async lose() {
      await rm(place.filesIn, { recursive: true });
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
