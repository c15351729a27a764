import { readFile } from "node:fs/promises";
import type { KeyId, LeaseId, SensorId } from "../acoustics/ids.ts";
import {
  formatInstant,
  type Instant,
  isPrintableInstant,
  parseInstant,
} from "../acoustics/time/instant.ts";
import type { AudioStore } from "../audio/audio-store.ts";
import { createAudioStore } from "../audio/marked-store.ts";
import { createMemoryStore, type MemoryStore } from "../audio/memory-store.ts";
import { type Config, namesDatabaseServer, parseConfig } from "../config.ts";
import { openPool, type OperatorDatabase } from "../database/client/pool.ts";
import { type Database, jobSession } from "../database/client/statement.ts";
import type { GrantedSensorNo } from "../database/queries/keys/grants.ts";
import { insertAudioLease } from "../database/queries/recordings/audio-leases.ts";
import { createStoreRecord } from "../database/queries/recordings/audio-store.ts";
import { selectSensorNos } from "../database/queries/sites/sites.ts";
import { readRecording } from "../demo/demonstration-data.ts";
import { writeRows } from "../demo/load-demonstration.ts";
import { openInMemory } from "../embedded/memory-database.ts";
import { basePath } from "../http/requests/base-path.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import { storeRecording } from "../ingest/recordings/store-recording.ts";
import { applySites } from "../ingest/site/apply-sites.ts";
import { createLog } from "../log.ts";
import { audioPath } from "../operations/audio/lease-audio.ts";
import { startGateway } from "../server/start.ts";
import { packageFile } from "../system/package-files.ts";
import { bytesOf, issueKeys } from "./issue-keys.ts";
import { projectIds, rangeAt, rowsAt, sensorIds, sitesAt } from "./sandbox-sites.ts";
import type { Sandbox, SandboxAudioPurpose, SandboxOptions } from "./sandbox.ts";

export type * from "./sandbox.ts";

/**
 * Starts a sandbox in this process. Two with the same options answer alike, except for request ids and the field
 * `Date`. Rejects if an option is invalid, the server cannot listen on an address, or the environment names a database.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { now: start, seed, config } = readOptions(options);
  let now = start;
  let leaseCount = 0;
  const newLeaseId = () => leaseIdOf(bytesOf(seed, `lease ${++leaseCount}`, 16));

  const database = await openInMemory(await readImage());
  const target = { kind: "socket", path: database.socketPath } as const;
  const { poolMax: _, ...limits } = config.database;
  const pool = openPool({ ...limits, target, poolMax: 4, hasCitus: false });
  const close = async () => {
    await pool.close();
    await database.close();
  };
  try {
    const { db } = pool;
    const session = pool.sessionFor({ ...jobSession, signal: new AbortController().signal });
    const range = rangeAt(start);
    await applySites(db, sitesAt(start), range.startAt);
    await db.transaction((transaction) => writeRows(transaction, rowsAt(start, seed)));
    const requestsPerMinute = config.keyRequestsPerMinute ?? 0;
    const keys = await issueKeys({ db, session, now: start, seed, requestsPerMinute });
    const objects = createMemoryStore();
    const store = createAudioStore(objects, createStoreRecord(pool));
    const audio = await leaseRecordings({
      db,
      session,
      store,
      now: start,
      newLeaseId,
      objects: objects.objects,
      keyId: keys.all.id,
    });
    const gateway = await startGateway({
      config,
      database: pool,
      store,
      log: await createLog(config.log),
      clock: () => now,
      newLeaseId,
    });
    const { publicUrl, internalUrl } = gateway;
    return {
      baseUrl: publicUrl + basePath,
      publicUrl,
      internalUrl,
      get now() {
        return formatInstant(now);
      },
      range: { startAt: formatInstant(range.startAt), endAt: formatInstant(range.endAt) },
      keys: textsOf(keys),
      projects: projectIds,
      sensors: sensorIds,
      audio,
      tick(seconds) {
        now = laterBy(now, seconds);
      },
      async stop() {
        await gateway.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function laterBy(now: Instant, seconds: number): Instant {
  const later = now + Math.round(seconds * 1000);
  if (seconds >= 0 && isPrintableInstant(later)) return later;
  throw new RangeError("a sandbox ticks by a number of seconds, 0 or more, within the year 9999");
}

/** The image of a migrated database, which the build has created (scripts/sandbox-image.mjs). */
function readImage(): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(packageFile("dist/sandbox/image.tar.gz"));
}

/** A UUID of version 4, of 16 bytes. */
function leaseIdOf(bytes: Buffer): LeaseId {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const groups = [
    [0, 4],
    [4, 6],
    [6, 8],
    [8, 10],
    [10, 16],
  ] as const;
  return groups.map(([from, to]) => bytes.toString("hex", from, to)).join("-") as LeaseId;
}

function textsOf(keys: Awaited<ReturnType<typeof issueKeys>>): Sandbox["keys"] {
  const texts = Object.entries(keys).map(([purpose, { text }]) => [purpose, text]);
  return Object.fromEntries(texts) as Sandbox["keys"];
}

/** The options with their defaults. Throws `InvalidInput` for an invalid one, and if a database server is named. */
function readOptions(options: SandboxOptions) {
  const unknown = Object.keys(options).filter((name) => !optionNames.has(name));
  if (namesDatabaseServer() || unknown.some((name) => /^database_?url$/i.test(name))) {
    throw new InvalidInput([
      "DATABASE_URL: a sandbox has a database of its own, in memory, and touches no other. Unset it",
    ]);
  }
  const { now = "2026-01-14T12:00:00Z", seed = 1, port = 0, internalPort = 0 } = options;
  const instant = parseInstant(now);
  const issues = unknown.map((name) => `${name}: a sandbox has no such option`);
  if (instant === null) issues.push("now: must be an instant, such as 2026-01-14T12:00:00Z");
  if (!Number.isInteger(seed) || seed < 0 || seed > 2 ** 32 - 1) {
    issues.push("seed: must be a whole number from 0 to 4294967295");
  }
  if (issues.length > 0) throw new InvalidInput(issues);
  return { now: instant as Instant, seed, config: configOf(port, internalPort) };
}

const optionNames = new Set(["now", "seed", "port", "internalPort"]);

/** The settings of a sandbox, independent of the environment: those of a server on loopback. */
function configOf(port: number, internalPort: number): Config {
  const parsed = parseConfig({
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    // One key is at its quota; the others are far below it.
    KEY_REQUESTS_PER_MINUTE: "1000000000",
    LOG_LEVEL: "silent",
  });
  if (!parsed.ok) throw new InvalidInput(parsed.issues);
  return parsed.config;
}

interface RecordingOptions {
  readonly db: OperatorDatabase;
  readonly session: Database;
  readonly store: AudioStore;
  readonly objects: MemoryStore["objects"];
  readonly now: Instant;
  /** The key of the leases. */
  readonly keyId: KeyId;
  readonly newLeaseId: () => LeaseId;
}

/** Samples of the sensor with data that have a recording, counted back from the newest. */
const intervals = { stored: 0, gone: 1, damaged: 2 } as const;

/** Leases of recordings, in seconds from now to their end. */
const leases: Readonly<Record<SandboxAudioPurpose, readonly [keyof typeof intervals, number]>> = {
  stored: ["stored", 600],
  expired: ["stored", -60],
  gone: ["gone", 600],
  damaged: ["damaged", 600],
};

/** Stores the recordings of a sandbox, and returns the address of one in each lease. */
async function leaseRecordings(
  options: RecordingOptions,
): Promise<Record<SandboxAudioPurpose, string>> {
  const { db, session, store, objects, now, keyId, newLeaseId } = options;
  const sensorId = sensorIds.withData as SensorId;
  const sensorNo = (await selectSensorNos(db)).get(sensorId) as GrantedSensorNo;
  const secondOf = (name: keyof typeof intervals) =>
    rangeAt(now).endAt / 1000 - 300 * intervals[name];
  const content = await readRecording("dog");
  for (const name of Object.keys(intervals) as (keyof typeof intervals)[]) {
    const known = new Set(objects.keys());
    const target = { db, store, clock: () => now };
    await storeRecording(target, { sensorNo, second: secondOf(name) }, content, null);
    const [object = ""] = [...objects.keys()].filter((key) => !known.has(key));
    if (name === "gone") objects.delete(object);
    if (name === "damaged") objects.set(object, content.subarray(0, -1));
  }
  const paths: [string, string][] = [];
  for (const [purpose, [name, seconds]] of Object.entries(leases)) {
    const id = newLeaseId();
    const second = secondOf(name);
    const expiresAt = (now + seconds * 1000) as Instant;
    const issuedAt = (expiresAt - 600_000) as Instant;
    const operation = "measurements";
    const lease = {
      id,
      keyId,
      sensorNo,
      operation,
      issuedAt,
      expiresAt,
      seconds: [second],
    } as const;
    await insertAudioLease(session, lease);
    paths.push([purpose, audioPath(id, sensorId, second)]);
  }
  return Object.fromEntries(paths) as Record<SandboxAudioPurpose, string>;
}
