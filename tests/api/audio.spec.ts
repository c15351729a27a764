import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { get as httpGet, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { eq } from "drizzle-orm";
import type { APIResponse } from "playwright/test";
import type { AudioStore } from "../../src/audio/audio-store.ts";
import { apiKeys, apiKeySensors } from "../../src/database/tables/api-keys.ts";
import { parseApiKey } from "../../src/auth/api-key.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { revokeKey } from "../../src/auth/issue-key.ts";
import { written } from "../support/gateway.ts";
import { fetchDocumented } from "../support/documented.ts";
import { failingDatabase } from "../support/failing-database.ts";
import { oncePerWorker } from "../support/once.ts";
import {
  expectCommonHeaders,
  notFoundProblem,
  problemOf,
  problemWith,
} from "../support/problem.ts";
import { addRecording, type TestRecording } from "../support/recordings.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, type GetOptions, test as base } from "../support/test.ts";

const second = Date.parse("2019-03-10T12:00:00Z") / 1000;
const range = { startAt: "2019-03-10", endAt: "2019-03-11", withAudio: true };

interface AudioRecord {
  readonly id: string;
  readonly audioUrl: string | null;
  readonly audioExpiresAt: string | null;
}

/** A tenant with a loud sample that has a recording, and its address on a page. */
interface Leased {
  readonly tenant: Tenant;
  readonly sensorId: string;
  readonly keyId: string;
  readonly recording: TestRecording;
  readonly audioUrl: string;
  /** Requests `audioUrl`, or another path, with the tenant's key. */
  download(options?: GetOptions & { readonly path?: string }): Promise<APIResponse>;
  /** The records of a page. */
  records(options?: GetOptions): Promise<AudioRecord[]>;
}

type Operation = "measurements" | "events";
type RecordingOptions = Parameters<typeof addRecording>[3];

const test = base.extend<{
  recordsOf: (
    tenant: Tenant,
    options?: GetOptions & { operation?: Operation },
  ) => Promise<AudioRecord[]>;
  record: (sensorId: string, second: number, options?: RecordingOptions) => Promise<TestRecording>;
  lease: (options?: { operation?: Operation; bytes?: Buffer }) => Promise<Leased>;
  /** Puts other bytes in the place of those of a recording. */
  replaceObject: (recording: TestRecording, bytes: Buffer) => Promise<void>;
}>({
  recordsOf: async ({ get }, use) => {
    await use(async (tenant, { operation = "measurements", ...options } = {}) => {
      const path = tenant.measurementsPath().replace("measurements", operation);
      const response = await get(path, { key: tenant.key, query: range, ...options });
      expect(response.status(), await response.text()).toBe(200);
      const { data } = (await response.json()) as { data: AudioRecord[] };
      return data;
    });
  },

  record: async ({ database, audioStore }, use) => {
    const parts = { db: database.db, store: audioStore };
    await use((sensorId, at, options) => addRecording(parts, sensorId, at, options));
  },

  lease: async ({ tenantOf, get, record, recordsOf }, use) => {
    await use(async ({ operation = "measurements", bytes } = {}) => {
      const tenant = await tenantOf();
      const [sensorId = ""] = tenant.sensorIds;
      await tenant.addSamples([{ second, LAeq: 90 }]);
      const recording = await record(sensorId, second, bytes === undefined ? {} : { bytes });
      const records = (options: GetOptions = {}) => recordsOf(tenant, { operation, ...options });
      const audioUrl = (await records())[0]?.audioUrl ?? "";
      expect(audioUrl).not.toBe("");
      return {
        tenant,
        sensorId,
        keyId: parseApiKey(tenant.key)?.id ?? "",
        recording,
        audioUrl,
        records,
        download: ({ path = audioUrl, ...options } = {}) =>
          get(path, { key: tenant.key, ...options }),
      };
    });
  },

  replaceObject: async ({ audioStore }, use) => {
    await use(async ({ objectName }, bytes) => {
      await audioStore.remove(objectName);
      await audioStore.put(objectName, bytes);
    });
  },
});

for (const operation of ["measurements", "events"] as const) {
  test(`${operation} carry a path and its expiry where there is a recording, null where there is none`, async ({
    tenantOf,
    record,
    recordsOf,
    gateway,
  }) => {
    const tenant = await tenantOf();
    const [sensorId = ""] = tenant.sensorIds;
    await tenant.addSamples([0, 300, 600].map((offset) => ({ second: second + offset, LAeq: 90 })));
    // The second is beside every sample, and belongs to none of them.
    for (const offset of [0, 301]) await record(sensorId, second + offset);
    const retainUntil = new Date("2026-01-02T03:05:00.001Z");
    await record(sensorId, second + 600, { retainUntil });
    gateway.clock.now = Date.parse("2026-01-02T03:04:05.678Z") as Instant;
    const records = await recordsOf(tenant, { operation });
    gateway.clock.now = null;
    const leases = new Set(records.map(({ audioUrl }) => audioUrl?.split("/")[4]));
    expect(leases.size).toBe(2);
    const leaseId = records[0]?.audioUrl?.split("/")[4] ?? "";
    expect(leaseId).toMatch(/^[0-9a-f-]{36}$/);
    const pair = (offset: number, audioExpiresAt: string) => ({
      audioUrl: `/api/v0/audio/${leaseId}/${sensorId}.${second + offset}`,
      audioExpiresAt,
    });
    expect(records.map(({ audioUrl, audioExpiresAt }) => ({ audioUrl, audioExpiresAt }))).toEqual([
      pair(0, "2026-01-02T03:14:05.678Z"),
      { audioUrl: null, audioExpiresAt: null },
      pair(600, retainUntil.toISOString()),
    ]);
  });

  test(`${operation} omit the audio pair where it is not requested`, async ({ lease }) => {
    const { records: recordsOfPage } = await lease({ operation });
    const { startAt, endAt } = range;
    const records = await recordsOfPage({ query: { startAt, endAt } });
    expect(records).toHaveLength(1);
    expect(records[0]).not.toHaveProperty("audioUrl");
    expect(records[0]).not.toHaveProperty("audioExpiresAt");
  });
}

test("a download writes nothing to standard error but the log", async ({ lease }) => {
  const { download } = await lease();
  const warnings: string[] = [];
  const keep = ({ message }: Error) => warnings.push(message);
  process.on("warning", keep);
  expect((await download()).status()).toBe(200);
  process.off("warning", keep);
  expect(warnings).toEqual([]);
});

test("a download has every byte, with the headers of audio @store", async ({ lease }) => {
  const { sensorId, recording, download } = await lease({ bytes: randomBytes(300_001) });
  const response = await download();
  expect(response.status()).toBe(200);
  expect((await response.body()).equals(recording.bytes)).toBe(true);
  expectCommonHeaders(response.headers());
  expect(response.headers()).toMatchObject({
    "content-type": "audio/flac",
    "content-length": "300001",
    "content-disposition": `inline; filename="${sensorId}_20190310T120000Z.flac"`,
    "accept-ranges": "bytes",
  });
});

/** A `Range` field, with an object of 5,000 bytes → the first and last byte sent; null: 416. */
const ranges: [field: string, part: [number, number] | "whole" | null][] = [
  ["bytes=0-0", [0, 0]],
  ["bytes=0-99", [0, 99]],
  ["bytes=2000-2999", [2000, 2999]],
  ["bytes=4999-4999", [4999, 4999]],
  ["bytes=4900-", [4900, 4999]],
  ["bytes=0-", [0, 4999]],
  ["bytes=-1", [4999, 4999]],
  ["bytes=-100", [4900, 4999]],
  ["bytes=-9999", [0, 4999]],
  ["bytes=4990-9999", [4990, 4999]],
  ["Bytes=0-1", [0, 1]],
  ["bytes=5000-", null],
  ["bytes=5000-6000", null],
  ["bytes=-0", null],
  [`bytes=${"9".repeat(40)}-`, null],
  ["bytes=0-1,3-4", "whole"],
  ["bytes=0-1,", "whole"],
  ["bytes=5-2", "whole"],
  ["bytes=-", "whole"],
  ["bytes=a-b", "whole"],
  ["bytes=1.5-2", "whole"],
  ["bytes 0-1", "whole"],
  ["items=0-1", "whole"],
  ["", "whole"],
];
const leaseOfRanges = oncePerWorker((lease: () => Promise<Leased>) => lease());

for (const [field, part] of ranges) {
  test(
    `«Range: ${field.slice(0, 30)}» of 5,000 bytes is ${part === null ? "not satisfiable" : String(part)}`,
    Array.isArray(part) ? { tag: "@store" } : {},
    async ({ lease, get }) => {
      const { tenant, recording, audioUrl } = await leaseOfRanges(lease);
      const response = await get(audioUrl, { key: tenant.key, headers: { range: field } });
      expectCommonHeaders(response.headers());
      if (part === null) {
        expect(response.status()).toBe(416);
        expect(response.headers()["content-range"]).toBe("bytes */5000");
        expect(await problemOf(response)).toEqual(problemWith("range_not_satisfiable"));
        return;
      }
      const [first, last] = part === "whole" ? [0, 4999] : part;
      expect(response.status()).toBe(part === "whole" ? 200 : 206);
      expect(response.headers()["content-range"]).toBe(
        part === "whole" ? undefined : `bytes ${first}-${last}/5000`,
      );
      expect(response.headers()["content-length"]).toBe(String(last - first + 1));
      expect((await response.body()).equals(recording.bytes.subarray(first, last + 1))).toBe(true);
    },
  );
}

test("a range that depends on a validator is ignored, for there are none", async ({ lease }) => {
  const { download } = await lease();
  const response = await download({ headers: { range: "bytes=0-1", "if-range": '"x"' } });
  expect(response.status()).toBe(200);
});

const expectNotFound = async (response: APIResponse) => {
  expect(response.status()).toBe(404);
  expect(await problemOf(response)).toEqual(notFoundProblem);
};

for (const operation of ["measurements", "events"] as const) {
  const issuing = operation === "measurements" ? "v0:data:read" : "v0:events:read";

  test(`a lease of ${operation} serves the key that requested it and no other`, async ({
    lease,
  }) => {
    const { tenant, download } = await lease({ operation });
    await expectNotFound(await download({ key: await tenant.createKey() }));
    expect((await download()).status()).toBe(200);
    expect((await download({ key: null })).status()).toBe(401);
  });

  test(`a lease of ${operation} needs the scope of ${operation} and of audio at the download`, async ({
    lease,
    database,
  }) => {
    const { keyId, download } = await lease({ operation });
    const setScopes = (scopes: string[]) =>
      database.db.update(apiKeys).set({ scopes }).where(eq(apiKeys.id, keyId));
    for (const [held, missing] of [
      [["v0:audio:read"], issuing],
      [[issuing], "v0:audio:read"],
    ] as const) {
      await setScopes([...held]);
      const response = await download();
      expect(response.status()).toBe(403);
      expect(await problemOf(response)).toMatchObject({ requiredScopes: [missing] });
    }
    await setScopes(["v0:audio:read", issuing]);
    expect((await download()).status()).toBe(200);
  });
}

test("a revoked key downloads nothing", async ({ lease, database }) => {
  const { tenant, download } = await lease();
  const key = parseApiKey(tenant.key);
  if (key === null) throw new Error("the tenant's key is malformed");
  await revokeKey(database.db, key.id, new Date());
  expect((await download()).status()).toBe(401);
});

test("a sensor that is no longer allowed is not downloaded from", async ({ lease, database }) => {
  const { keyId, download } = await lease();
  await database.db.delete(apiKeySensors).where(eq(apiKeySensors.keyId, keyId));
  await expectNotFound(await download());
});

test("a lease that a clock two days ahead issued is not believed", async ({ lease, gateway }) => {
  const { records, download } = await lease();
  gateway.clock.now = (Date.now() + 2 * 24 * 3_600_000) as Instant;
  const path = (await records())[0]?.audioUrl ?? "";
  gateway.clock.now = null;
  await expectNotFound(await download({ path }));
});

test("a lease ends at its expiry", async ({ lease, gateway }) => {
  const { records, download } = await lease();
  const now = Date.now() as Instant;
  gateway.clock.now = now;
  const path = (await records())[0]?.audioUrl ?? "";
  gateway.clock.now = (now + 599_999) as Instant;
  const before = await download({ path });
  gateway.clock.now = (now + 600_000) as Instant;
  const after = await download({ path });
  gateway.clock.now = null;
  expect(before.status()).toBe(200);
  await expectNotFound(after);
});

test("the contract is not consulted at a download", async ({ lease }) => {
  const { tenant, download } = await lease();
  await tenant.apply({ contract: undefined });
  expect((await download()).status()).toBe(200);
});

test("a download takes no parameter, and says so before it looks for the lease", async ({
  lease,
}) => {
  const { audioUrl, download } = await lease();
  const path = audioUrl.replace(/audio\/.{36}/, "audio/00000000-0000-4000-8000-000000000000");
  expect((await download({ query: "download=1" })).status()).toBe(400);
  expect((await download({ path, query: "download=1" })).status()).toBe(400);
  await expectNotFound(await download({ path }));
});

test("a lease covers only the recordings of its page", async ({ lease, record, tenantOf }) => {
  const { sensorId, audioUrl, download } = await lease();
  const [otherId = ""] = (await tenantOf()).sensorIds;
  await record(sensorId, second + 300);
  await record(otherId, second);
  for (const id of [
    `${sensorId}.${second + 300}`,
    `${otherId}.${second}`,
    `${sensorId}.${second}0`,
    `${sensorId}.0${second}`,
    sensorId,
    `${sensorId}.-1`,
    "x",
  ]) {
    await expectNotFound(await download({ path: audioUrl.replace(/[^/]+$/, id) }));
  }
});

test("a replaced recording is not served by the old lease @store", async ({ lease, record }) => {
  const { sensorId, records, download } = await lease();
  const replaced = await record(sensorId, second);
  await expectNotFound(await download());
  const response = await download({ path: (await records())[0]?.audioUrl ?? "" });
  expect((await response.body()).equals(replaced.bytes)).toBe(true);
});

test("a recording past its retention is neither leased nor served", async ({
  lease,
  record,
  gateway,
}) => {
  const { sensorId, records, download } = await lease();
  const now = Date.now() as Instant;
  await record(sensorId, second, { retainUntil: new Date(now + 1000) });
  gateway.clock.now = now;
  const [leased] = await records();
  gateway.clock.now = (now + 1000) as Instant;
  const [past] = await records();
  const late = await download({ path: leased?.audioUrl ?? "" });
  gateway.clock.now = null;
  // The page states the earlier of the two ends.
  expect(leased?.audioExpiresAt).toBe(new Date(now + 1000).toISOString());
  expect(past).toMatchObject({ audioUrl: null, audioExpiresAt: null });
  await expectNotFound(late);
});

test("an object that is gone is 503 once, then 404 @store", async ({ lease, audioStore }) => {
  const { recording, records, download } = await lease();
  await audioStore.remove(recording.objectName);
  const response = await download();
  expect(response.status()).toBe(503);
  expect(response.headers()["retry-after"]).toBe("5");
  expect(await problemOf(response)).toMatchObject({ code: "unavailable" });
  expect(await records()).toMatchObject([{ audioUrl: null, audioExpiresAt: null }]);
  await expectNotFound(await download());
});

test("a store out of use is 503, and nothing gone @store", async ({ lease, audioStore, serve }) => {
  const { tenant, audioUrl, records } = await lease();
  const openRecorded = () => Promise.reject(new Error("the disk does not answer"));
  const { publicUrl } = await serve({ store: { ...audioStore, openRecorded } });
  const { status, body } = await fetchDocumented(`${publicUrl}${audioUrl}`, tenant.key);
  expect(status).toBe(503);
  expect(body).not.toContain("disk");
  expect((await records())[0]?.audioUrl).not.toBeNull();
});

test("a failing object cuts the connection @store", async ({ lease, audioStore, serve }) => {
  const { tenant, audioUrl, recording } = await lease({ bytes: randomBytes(200_000) });
  const openRecorded: AudioStore["openRecorded"] = async () => ({
    byteLength: recording.bytes.length,
    chunks: (async function* () {
      yield recording.bytes.subarray(0, 100_000);
      await Promise.resolve();
      throw new Error("the disk went away");
    })(),
    close: () => undefined,
  });
  const { publicUrl } = await serve({ store: { ...audioStore, openRecorded } });
  const response = await fetch(`${publicUrl}${audioUrl}`, {
    headers: { "svc-api-key": `Bearer ${tenant.key}` },
  });
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow("terminated");
});

const page = (length: number) => Buffer.alloc(length, "<html>Log in, please.</html>");

test("a page in place of an object is 503 @store", async ({ lease, replaceObject }) => {
  const { recording, records, download } = await lease({ bytes: randomBytes(300_000) });
  await replaceObject(recording, page(300_000));
  for (const headers of [{}, { range: "bytes=0-" }, { range: "bytes=0-0" }]) {
    const response = await download({ headers });
    expect(response.status()).toBe(503);
    expect(await problemOf(response)).toMatchObject({ code: "unavailable" });
  }
  // It does not count as missing: the store may be behind a proxy that wants a log-in.
  expect((await records())[0]?.audioUrl).not.toBeNull();
});

for (const [title, change] of [
  ["longer", (bytes) => Buffer.concat([bytes, Buffer.from("x")])],
  ["shorter", (bytes) => bytes.subarray(0, -1)],
] as const satisfies readonly (readonly [string, (bytes: Buffer) => Buffer])[]) {
  test(`an object that is ${title} than it was is 503 @store`, async ({ lease, replaceObject }) => {
    const { recording, download } = await lease();
    await replaceObject(recording, change(recording.bytes));
    for (const headers of [{}, { range: "bytes=0-9" }, { range: "bytes=1000-1999" }]) {
      expect((await download({ headers })).status()).toBe(503);
    }
  });
}

test("changed bytes never arrive whole @store", async ({ lease, replaceObject, gateway }) => {
  for (const [length, status] of [
    [5000, 503],
    [1_000_000, 200],
  ] as const) {
    const { tenant, audioUrl, recording } = await lease({ bytes: randomBytes(length) });
    const other = Buffer.from(recording.bytes);
    other.writeUInt8(other.readUInt8(length >> 1) ^ 1, length >> 1);
    await replaceObject(recording, other);
    for (const fields of [{}, { range: "bytes=0-" }, { range: `bytes=0-${length - 1}` }]) {
      const response = await fetch(`${gateway.publicUrl}${audioUrl}`, {
        headers: { "svc-api-key": `Bearer ${tenant.key}`, ...fields },
      });
      // A short recording is compared before its head is sent.
      const expected = status === 200 && "range" in fields ? 206 : status;
      expect(response.status).toBe(expected);
      if (status === 200) await expect(response.arrayBuffer()).rejects.toThrow("terminated");
      else expect(await response.json()).toMatchObject({ code: "unavailable" });
    }
  }
});

test("a page answers with nulls where leases cannot be written", async ({
  lease,
  database,
  serve,
}) => {
  const { tenant } = await lease();
  const failing = failingDatabase(
    database,
    (text) => text.includes('insert into "audio_leases"'),
    new Error("cannot execute INSERT in a read-only transaction"),
  );
  const { publicUrl } = await serve({ database: { ...database, ...failing } });
  const query = "startAt=2019-03-10&endAt=2019-03-11&withAudio=true";
  const address = `${publicUrl}${tenant.measurementsPath()}?${query}`;
  const { status, body } = await fetchDocumented(address, tenant.key);
  expect(status).toBe(200);
  const { data } = JSON.parse(body) as { data: AudioRecord[] };
  expect(data).toMatchObject([{ audioUrl: null, audioExpiresAt: null }]);
});

test("a page leases all of its recordings in one statement", async ({
  tenantOf,
  database,
  record,
  recordsOf,
}) => {
  const tenant = await tenantOf();
  const seconds = Array.from({ length: 20 }, (_, index) => second + index * 60);
  await tenant.addSamples(seconds.map((each) => ({ second: each, LAeq: 90 })));
  for (const each of seconds) {
    await record(tenant.sensorIds[0] ?? "", each, { bytes: Buffer.alloc(10) });
  }
  const statementsFor = (limit: number) =>
    database.statementsOf(async () => {
      const records = await recordsOf(tenant, { query: { ...range, limit } });
      expect(records.filter(({ audioUrl }) => audioUrl !== null)).toHaveLength(limit);
    });
  // The rules of the site are kept.
  await statementsFor(1);
  const [one, many] = [await statementsFor(1), await statementsFor(20)];
  expect(many).toEqual(one);
  expect(one.length).toBeLessThanOrEqual(5);
});

test("a lease or a recording that is ill-formed, unknown or of another costs the same statements", async ({
  lease,
  database,
}) => {
  const { audioUrl, download } = await lease();
  const { audioUrl: another } = await lease();
  const [, , , , leaseId = "", recordingId = ""] = audioUrl.split("/");
  const unknownLease = "00000000-0000-4000-8000-000000000000";
  const paths = [
    `/api/v0/audio/${unknownLease}/${recordingId}`,
    `/api/v0/audio/x/${recordingId}`,
    `/api/v0/audio/${leaseId.toUpperCase()}x/${recordingId}`,
    `/api/v0/audio/${leaseId}/absent.1`,
    `/api/v0/audio/${leaseId}/x`,
    `/api/v0/audio/${leaseId}/-.0`,
    "/api/v0/audio/x/x",
  ];
  const statementsFor = (path: string) =>
    database.statementsOf(async () => {
      expect((await download({ path })).status(), path).toBe(404);
    });
  const usual = await statementsFor(another);
  // The key, the number of the sensor, the recording of the lease.
  expect(usual).toHaveLength(3);
  for (const path of paths) expect(await statementsFor(path), path).toEqual(usual);
});

/** A connection that requests a download, reads its head, and then nothing more. */
function openUnread(publicUrl: string, request: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(publicUrl).port), "127.0.0.1");
    socket.write(request);
    socket.once("error", reject);
    socket.once("data", (begin) => {
      if (begin.toString("latin1").startsWith("HTTP/1.1 200 ")) resolve(socket.pause());
      else reject(new Error(begin.toString("latin1")));
    });
  });
}

const requestOf = (audioUrl: string, { key }: Tenant, fields = "") =>
  `GET ${audioUrl} HTTP/1.1\r\nHost: localhost\r\nsvc-api-key: Bearer ${key}\r\n${fields}\r\n`;

/** The size of the buffers of this process that are in use: what the collector of garbage leaves. */
function bytesOfBuffers(): number {
  setFlagsFromString("--expose-gc");
  // A collection frees buffers in another thread; the next collection first waits for that.
  runInNewContext("gc(); gc()");
  return process.memoryUsage().arrayBuffers;
}

test("slow readers hold little memory, and free their files @store", async ({
  lease,
  gateway,
  audioStore,
}) => {
  test.skip(process.platform !== "linux", "open files are counted in /proc");
  // Longer than the buffers of four sockets: two between the object store and the gateway, two to the client.
  const { tenant, audioUrl } = await lease({ bytes: randomBytes(50_000_000) });
  const request = requestOf(audioUrl, tenant);
  const before = bytesOfBuffers();
  const sockets: Socket[] = [];
  while (sockets.length < 40) {
    const ten = Array.from({ length: 10 }, () => openUnread(gateway.publicUrl, request));
    sockets.push(...(await Promise.all(ten)));
  }
  expect(audioStore.openReads()).toBe(40);
  expect(bytesOfBuffers() - before).toBeLessThan(16_000_000);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => audioStore.openReads()).toBe(0);
});

test("a recording arrives while others are given up @store", async ({ lease, gateway }) => {
  // Longer than the buffers of the sockets of both sides, so that chunks wait in this process.
  const [one, other] = [
    await lease({ bytes: randomBytes(20_000_000) }),
    await lease({ bytes: randomBytes(20_000_000) }),
  ];
  const unread = await Promise.all([1, 2].map(() => answerTo(gateway.publicUrl, one)));
  (await answerTo(gateway.publicUrl, one)).destroy();
  for (const response of [await other.download(), await other.download()]) {
    expect((await response.body()).equals(other.recording.bytes)).toBe(true);
  }
  for (const response of unread) {
    expect((await buffer(response)).equals(one.recording.bytes)).toBe(true);
  }
});

test("recordings in one connection arrive one by one @store", async ({ lease, gateway }) => {
  const [one, other] = [
    await lease({ bytes: randomBytes(3_000_000) }),
    await lease({ bytes: randomBytes(3_000_001) }),
  ];
  const part = [1_000_000, 1_999_999] as const;
  const requests = [
    requestOf(one.audioUrl, one.tenant),
    requestOf(other.audioUrl, other.tenant),
    requestOf(one.audioUrl, one.tenant, `Range: bytes=${part.join("-")}\r\n`),
    requestOf(other.audioUrl, other.tenant, "Connection: close\r\n"),
  ];
  const socket = connect(Number(new URL(gateway.publicUrl).port), "127.0.0.1");
  socket.write(requests.join(""));
  let rest = await buffer(socket);
  for (const expected of [
    one.recording.bytes,
    other.recording.bytes,
    one.recording.bytes.subarray(part[0], part[1] + 1),
    other.recording.bytes,
  ]) {
    const start = rest.indexOf("\r\n\r\n") + 4;
    expect(rest.subarray(start, start + expected.length).equals(expected)).toBe(true);
    rest = rest.subarray(start + expected.length);
  }
  expect(rest).toHaveLength(0);
});

/** The answer to a download, whose body is not read yet. */
function answerTo(publicUrl: string, { tenant, audioUrl }: Leased): Promise<IncomingMessage> {
  const headers = { "svc-api-key": `Bearer ${tenant.key}` };
  return new Promise((resolve, reject) => {
    httpGet(`${publicUrl}${audioUrl}`, { agent: false, headers }, resolve).once("error", reject);
  });
}

for (const [when, before] of [
  ["as its file is opened", ""],
  [
    "as its answer waits for another",
    "GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(8),
  ],
] as const) {
  test(`a client that goes away ${when} leaves no file open @store`, async ({
    lease,
    audioStore,
    serve,
  }) => {
    const { tenant, audioUrl } = await lease({ bytes: randomBytes(1_000_000) });
    let opened = 0;
    let givenBack = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const openRecorded: AudioStore["openRecorded"] = async (...asked) => {
      const file = await audioStore.openRecorded(...asked);
      opened += 1;
      if (before === "") await released;
      if (file === "missing") return file;
      // Given back, and not only forgotten: the collector of garbage closes what is forgotten, and complains.
      const close = () => {
        givenBack += 1;
        file.close();
      };
      return { ...file, close };
    };
    const { publicUrl } = await serve({ store: { ...audioStore, openRecorded } });
    const socket = connect(Number(new URL(publicUrl).port), "127.0.0.1").pause();
    const closed = once(socket, "close");
    socket.write(before);
    socket.write(requestOf(audioUrl, tenant).repeat(3));
    await expect.poll(() => opened).toBe(3);
    socket.destroy();
    await closed;
    release();
    await expect.poll(() => givenBack).toBe(3);
  });
}

test("a client that takes nothing is cut off @store", async ({ lease, audioStore, serve }) => {
  test.skip(process.platform !== "linux", "open files are counted in /proc");
  const { tenant, audioUrl } = await lease({ bytes: randomBytes(20_000_000) });
  const { publicUrl } = await serve({ stallMilliseconds: 200 });
  written.take();
  const socket = await openUnread(publicUrl, requestOf(audioUrl, tenant));
  await expect.poll(() => written.lines.join("")).toContain('"cut":true');
  await expect.poll(() => audioStore.openReads()).toBe(0);
  // A client that disconnects is no failure of the service.
  expect(written.lines.join("")).not.toContain("could not be completed");
  socket.destroy();
});
