import { readFile } from "node:fs/promises";
import type { LeaseId } from "../acoustics/ids.ts";
import { formatInstant, type Instant, isPrintableInstant } from "../acoustics/time/instant.ts";
import { createAudioStore } from "../audio/marked-store.ts";
import { createMemoryStore } from "../audio/memory-store.ts";
import { openPool } from "../database/client/pool.ts";
import { jobSession } from "../database/client/statement.ts";
import { createStoreRecord } from "../database/queries/recordings/audio-store.ts";
import { writeRows } from "../demo/load-demonstration.ts";
import { openInMemory } from "../embedded/memory-database.ts";
import { applySites } from "../ingest/site/apply-sites.ts";
import { createLog } from "../log.ts";
import { startGateway } from "../server/start.ts";
import { packageFile } from "../system/package-files.ts";
import { basePath } from "../http/requests/base-path.ts";
import { bytesOf, issueKeys } from "./issue-keys.ts";
import { leaseRecordings } from "./lease-recordings.ts";
import type { Sandbox, SandboxOptions } from "./sandbox.ts";
import { readOptions } from "./sandbox-options.ts";
import { projectIds, rangeAt, rowsAt, sensorIds, sitesAt } from "./sandbox-sites.ts";

export type * from "./sandbox.ts";

/**
 * Starts a sandbox in this process. Two with the same options answer alike, request ids and the field `Date` aside.
 * Rejects where an option is wrong, an address cannot be listened on, or the environment names a database.
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

/** The image of a migrated database, which the build has made (scripts/sandbox-image.mjs). */
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
