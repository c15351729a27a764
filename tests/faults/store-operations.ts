import { randomInt } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { isAudioStoreUnavailable, type ObjectStore } from "../../src/audio/audio-store.ts";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { createAudioStore } from "../../src/audio/marked-store.ts";
import { createS3Store } from "../../src/audio/s3-store.ts";
import type { S3Timeouts } from "../../src/audio/s3-response.ts";
import { writeNewFile } from "../../src/operator/backup/new-file.ts";
import { writeBackup } from "../../src/operator/backup/write-backup.ts";
import type { DatabaseConfig } from "../../src/config.ts";
import type { OpenDatabase } from "../../src/database/client/open-database.ts";
import { createStoreRecord } from "../../src/database/queries/recordings/audio-store.ts";
import { moveRecordings } from "../../src/operator/move-recordings.ts";
import { storeRecording } from "../../src/ingest/recordings/store-recording.ts";
import { checkStore } from "../../src/operator/doctor/check-store.ts";
import { expect } from "../support/expect.ts";
import { makeFlac, ramp } from "../support/flac.ts";
import type { S3Server } from "../support/s3-server.ts";
import type { Target } from "./store-faults.ts";

/** An installation whose recordings are in an object store. */
export interface StoreWorld {
  readonly s3: S3Server;
  readonly database: OpenDatabase;
  readonly config: DatabaseConfig;
  readonly sensorNo: number;
  readonly timeouts: S3Timeouts;
  /** A folder for what a test writes. */
  readonly folder: string;
  /** A store of the database that has all recordings as well. */
  readonly copy: ObjectStore;
  readonly publicUrl: string;
  readonly internalUrl: string;
  readonly audioUrl: string;
  readonly key: string;
  /** The recording that is downloaded. */
  readonly bytes: Buffer;
}

/** `cut`: a part of the answer came, and its connection was closed. Any other outcome throws. */
export type Outcome = "done" | "refused" | "cut";

export interface StoreOperation {
  readonly title: string;
  /** Each kind of request that it sends, and what becomes of it where that one fails. */
  readonly targets: Partial<Record<Target, "refused" | "done">>;
  run(world: StoreWorld): Promise<Outcome>;
}

export const storeOperations: readonly StoreOperation[] = [
  {
    title: "a download",
    targets: { marker: "refused", object: "refused" },
    run: (world) => download(world, null),
  },
  {
    title: "a download of a range from the first byte",
    targets: { marker: "refused", object: "refused" },
    run: (world) => download(world, [0, 9999]),
  },
  {
    title: "a download of another range",
    targets: { marker: "refused", object: "refused" },
    run: (world) => download(world, [1000, world.bytes.length - 2]),
  },
  {
    title: "the readiness",
    targets: { marker: "refused" },
    async run({ internalUrl }) {
      const response = await fetch(`${internalUrl}/health/ready`);
      const { parts } = (await response.json()) as { parts: { audioStore: string } };
      if (response.status === 200) expect(parts.audioStore).toBe("ready");
      else expect([response.status, parts.audioStore]).toEqual([503, "unreadable"]);
      return response.status === 200 ? "done" : "refused";
    },
  },
  {
    title: "a move from the store",
    targets: { marker: "refused", object: "refused" },
    run: async (world) =>
      move(world, storeOf(world), createFolderStore(await mkdtemp(join(world.folder, "to-")))),
  },
  {
    title: "a move to the store",
    targets: { marker: "refused", object: "refused", upload: "refused" },
    run: (world) => move(world, world.copy, storeOf(world, `moved-${randomInt(2 ** 40)}`)),
  },
  {
    title: "a backup",
    targets: { marker: "refused", object: "refused" },
    run: backUp,
  },
  {
    title: "doctor --deep",
    targets: { marker: "refused", object: "refused", upload: "refused", removal: "refused" },
    async run(world) {
      const config = { kind: "s3", ...world.s3.config } as const;
      const place = { config, objectStore: storeOf(world) };
      const findings = await checkStore(world.database, place, true);
      return findings.every(({ state }) => state === "ok") ? "done" : "refused";
    },
  },
  // The last: what they store is not in the copy from which is moved.
  {
    title: "an import of a new recording",
    // That the replaced object could not be removed is no failure.
    targets: { upload: "refused", marker: "refused", removal: "done" },
    // Another one each time: of one that is stored already, nothing would be sent.
    run: (world) => importRecording(world, ++imported),
  },
  {
    title: "an import of a recording that is there",
    // A recording that cannot be read is stored once more.
    targets: { marker: "refused", object: "done" },
    run: (world) => importRecording(world, 0),
  },
];

/** The object store, as a command or a server opens it. */
export function storeOf(
  { s3, timeouts }: Pick<StoreWorld, "s3" | "timeouts">,
  prefix = s3.config.prefix,
): ObjectStore {
  return createS3Store({ ...s3.config, prefix }, timeouts);
}

/** Downloads the recording, or a range of it. */
export async function download(
  { publicUrl, audioUrl, key, bytes }: StoreWorld,
  range: readonly [first: number, last: number] | null,
): Promise<Outcome> {
  const response = await fetch(`${publicUrl}${audioUrl}`, {
    headers: {
      "svc-api-key": `Bearer ${key}`,
      ...(range && { range: `bytes=${range.join("-")}` }),
    },
  });
  if (response.status === 503) {
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.json()).toMatchObject({ code: "unavailable" });
    return "refused";
  }
  expect(response.status).toBe(range === null ? 200 : 206);
  const body = await response.arrayBuffer().catch((error: Error) => error);
  if (body instanceof Error) {
    expect(body.message).toBe("terminated");
    return "cut";
  }
  const [first, last] = range ?? [0, bytes.length - 1];
  expect(Buffer.from(body).equals(bytes.subarray(first, last + 1))).toBe(true);
  return "done";
}

async function importRecording(world: StoreWorld, variant: number): Promise<Outcome> {
  const { database, sensorNo } = world;
  const content = makeFlac({ channels: [[variant, ...ramp(200)]] });
  const store = createAudioStore(storeOf(world), createStoreRecord(database));
  const target = { db: database.db, store, clock: () => Date.now() as Instant };
  return refusedOr(async () => {
    const stored = await storeRecording(target, { sensorNo, second: importedAt }, content, null);
    expect(stored.result).toMatch(/^(?:imported|replaced|unchanged)$/);
    return "done";
  });
}

const importedAt = 1_552_180_000;

let imported = 0;

async function move(
  { database, bytes }: StoreWorld,
  from: ObjectStore,
  to: ObjectStore,
): Promise<Outcome> {
  return refusedOr(async () => {
    const { problems } = await moveRecordings(database, { from, to }, () => undefined);
    if (problems.length > 0) return "refused";
    const [row] = await database.db.execute<{ name: string }>(
      `select object_name as name from recordings where byte_length = ${bytes.length}`,
    );
    const moved = await to.open(row?.name ?? "");
    if (moved === "missing") throw new Error("it was moved, and is missing");
    expect((await buffer(moved.chunks)).equals(bytes)).toBe(true);
    return "done";
  });
}

async function backUp(world: StoreWorld): Promise<Outcome> {
  const { database, config, folder } = world;
  const store = createAudioStore(storeOf(world), createStoreRecord(database));
  const file = join(await mkdtemp(join(folder, "backup-")), "file");
  const outcome = await refusedOr(async () => {
    const source = { database, config, store };
    const written = await writeNewFile(file, (append) =>
      writeBackup(source, append, Date.now() as Instant, () => undefined),
    );
    return written.missingObjects.length + written.changedObjects.length > 0 ? "cut" : "done";
  });
  expect(existsSync(file)).toBe(outcome !== "refused");
  // The changed object is in the backup, and reported.
  return outcome === "cut" ? "refused" : outcome;
}

async function refusedOr(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (error) {
    if (!isAudioStoreUnavailable(error)) throw error;
    return "refused";
  }
}
