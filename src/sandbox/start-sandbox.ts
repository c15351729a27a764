import type { KeyId, LeaseId } from "../acoustics/ids.ts";
import {
  formatInstant,
  type Instant,
  isPrintableInstant,
  parseInstant,
} from "../acoustics/time/instant.ts";
import { createAudioStore } from "../audio/marked-store.ts";
import { createMemoryStore } from "../audio/memory-store.ts";
import { type Config, namesDatabaseServer, parseConfig } from "../config.ts";
import { openPool } from "../database/client/pool.ts";
import { jobSession } from "../database/client/statement.ts";
import { createStoreRecord } from "../database/queries/recordings/audio-store.ts";
import { writeRows } from "../demo/load-demonstration.ts";
import { openInMemory } from "../embedded/memory-database.ts";
import { basePath } from "../http/requests/base-path.ts";
import { RequestError } from "../http/requests/request-error.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import { applySites } from "../ingest/site/apply-sites.ts";
import { createLog } from "../log.ts";
import { startGateway } from "../server/start.ts";
import { bytesOf, issueKeys } from "./issue-keys.ts";
import { leaseRecordings } from "./lease-recordings.ts";
import { readMigratedImage } from "./migrated-image.ts";
import { projectIds, rangeAt, rowsAt, sensorIds, sitesAt } from "./sandbox-sites.ts";
import type { Sandbox, SandboxOptions } from "./sandbox.ts";

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

  const database = await openInMemory(await readMigratedImage());
  const target = { kind: "socket", path: database.socketPath } as const;
  const { poolMax: _, ...limits } = config.database;
  const pool = openPool({ ...limits, target, poolMax: 4, hasCitus: false });
  const close = async () => {
    await pool.close();
    await database.close();
  };
  try {
    const { db } = pool;
    const session = pool.sessionFor(jobSession);
    const range = rangeAt(start);
    await applySites(db, sitesAt(start), range.startAt);
    await db.transaction((transaction) => writeRows(transaction, rowsAt(start, seed)));
    const keys = await issueKeys({ db, now: start, seed });
    const objects = createMemoryStore();
    const store = createAudioStore(objects, createStoreRecord(pool));
    /** The answers of keys that have not failed yet. */
    const failures = new Map<KeyId, RequestError>();
    const begin = () => {
      now = start;
      leaseCount = 0;
      failures.set(keys.atQuotaOnce.id, RequestError.tooManyRequests(1));
      failures.set(keys.unavailableOnce.id, RequestError.overloaded(1));
      const { objects: contents } = objects;
      const keyId = keys.all.id;
      return leaseRecordings({ db, session, store, now, newLeaseId, objects: contents, keyId });
    };
    const audio = await begin();
    const gateway = await startGateway({
      config,
      database: pool,
      store,
      log: await createLog(config.log),
      clock: () => now,
      newLeaseId,
      refuse(keyId) {
        if (keyId === keys.atQuota.id) return RequestError.tooManyRequests(60);
        const failure = failures.get(keyId) ?? null;
        failures.delete(keyId);
        return failure;
      },
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
      async reset() {
        await begin();
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
