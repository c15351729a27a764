import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { parseApiKey } from "../../src/auth/api-key.ts";
import { revokeKey } from "../../src/auth/issue-key.ts";
import { type OpenDatabase, openDatabase } from "../../src/database/client/open-database.ts";
import { beginStore } from "../support/audio-store.ts";
import { freePort } from "../support/free-port.ts";
import { startTestGateway } from "../support/gateway.ts";
import { addRecording } from "../support/recordings.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { hasNginx, type Proxy, startProxy } from "./proxy.ts";
import type { Serving } from "./serving.ts";
import { expect, samplesOfDay, test as base, withoutNow } from "./test.ts";

const second = samplesOfDay[0]?.second ?? 0;

interface Gateways {
  readonly database: OpenDatabase;
  readonly tenant: Tenant;
  /** The bytes of the tenant's one recording. */
  readonly recording: Buffer;
  readonly gateways: readonly Serving[];
  readonly proxy: Proxy;
  /** Starts a gateway again, at the addresses of one that has ended. */
  startAgain(gateway: Serving): Promise<Serving>;
  ask(url: string, path: string): Promise<{ status: number; body: Buffer }>;
}

/** Two processes behind nginx, with one database and one store, and a quota. */
const test = base.extend<{ two: Gateways }>({
  two: async ({ server, serve }, use) => {
    test.skip(!hasNginx, "nginx is not installed (Debian's package)");
    const audioFolder = await mkdtemp(join(tmpdir(), "acoustic-gateways-audio-"));
    const database = await openDatabase({ kind: "postgres", url: server.url, ...limits });
    const tenant = await createTenant(database.db);
    await tenant.addSamples(samplesOfDay);
    const store = await beginStore(createFolderStore(audioFolder), database);
    const { bytes } = await addRecording(
      { db: database.db, store },
      tenant.sensorIds[0] ?? "",
      second,
    );
    const settings = {
      DATABASE_URL: server.url,
      DATABASE_POOL_MAX: String(limits.poolMax),
      AUDIO_STORE: audioFolder,
      KEY_REQUESTS_PER_MINUTE: "100000",
    };
    // One that is started again needs its ports to be free still.
    const start = async () =>
      serve({ ...settings, PORT: `${await freePort()}`, INTERNAL_PORT: `${await freePort()}` });
    const gateways = await Promise.all([start(), start()]);
    const proxy = await startProxy(addressesOf(gateways));
    await use({
      database,
      tenant,
      recording: bytes,
      gateways,
      proxy,
      startAgain: ({ publicUrl, internalUrl }) =>
        serve({
          ...settings,
          PORT: new URL(publicUrl).port,
          INTERNAL_PORT: new URL(internalUrl).port,
        }),
      ask: async (url, path) => {
        const response = await fetch(`${url}${path}`, {
          headers: { "svc-api-key": `Bearer ${tenant.key}` },
        });
        return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
      },
    });
    await proxy.stop();
    await database.close();
    await rm(audioFolder, { recursive: true });
  },
});

const addressesOf = (gateways: readonly Pick<Serving, "publicUrl" | "internalUrl">[]) => ({
  publicGateways: gateways.map(({ publicUrl }) => new URL(publicUrl).host),
  internalGateways: gateways.map(({ internalUrl }) => new URL(internalUrl).host),
});

const limits = { poolMax: 4, statementTimeoutMilliseconds: 5000 };

const pageOf = (tenant: Tenant) =>
  `${tenant.measurementsPath()}?startAt=2019-03-10T00:00:00Z&endAt=2019-03-11T00:00:00Z`;

test("a lease of one gateway is served by the other, one that is stopped under load loses no request and is used again, and a revoked key is refused by all on the next request", async ({
  two: { database, tenant, recording, gateways, proxy, startAgain, ask },
}) => {
  for (const issuer of gateways) {
    const page = await ask(issuer.publicUrl, `${pageOf(tenant)}&withAudio=true`);
    const { data } = JSON.parse(String(page.body)) as { data: { audioUrl: string | null }[] };
    for (const { publicUrl } of [...gateways, proxy]) {
      const served = await ask(publicUrl, data[0]?.audioUrl ?? "none");
      expect(served.status).toBe(200);
      expect(served.body.equals(recording)).toBe(true);
    }
  }

  const expected = withoutNow(String((await ask(proxy.publicUrl, pageOf(tenant))).body));
  const answers: { status: number; isWhole: boolean; body: string }[] = [];
  let isOver = false;
  const client = async () => {
    while (!isOver) {
      const answer = await ask(proxy.publicUrl, pageOf(tenant));
      const body = String(answer.body);
      answers.push({ status: answer.status, isWhole: withoutNow(body) === expected, body });
    }
  };
  const load = Promise.all(Array.from({ length: 4 }, client));
  const answered = (more: number) => {
    const goal = answers.length + more;
    return expect.poll(() => answers.length).toBeGreaterThan(goal);
  };
  await answered(20);
  const again: Serving[] = [];
  for (const gateway of gateways) {
    const served = new URL(gateway.publicUrl).host;
    expect(await gateway.end("SIGTERM")).toBe(0);
    const before = (await proxy.answers()).length;
    await answered(20);
    again.push(await startAgain(gateway));
    const isUsed = async () =>
      (await proxy.answers())
        .slice(before)
        .some((answer) => answer.gateway === served && answer.status === 200);
    await expect.poll(isUsed).toBe(true);
  }
  isOver = true;
  await load;
  expect(answers.filter(({ status, isWhole }) => status !== 200 || !isWhole)).toEqual([]);

  const keyId = parseApiKey(tenant.key)?.id;
  if (keyId === undefined) throw new Error("the tenant has no key");
  expect(await revokeKey(database.db, keyId, new Date())).toBe("revoked");
  for (const { publicUrl } of [...again, proxy]) {
    expect((await ask(publicUrl, pageOf(tenant))).status).toBe(401);
  }
});

base(
  "a key has one quota at all gateways, and each of them says when it has more",
  async ({ siteOf }) => {
    base.skip(!hasNginx, "nginx is not installed (Debian's package)");
    const patient = { ...limits, statementTimeoutMilliseconds: 30_000 };
    const { database, tenant, store, page } = await siteOf({ timeoutMilliseconds: 30_000 });
    // No processes: these would wait half a second for the common count, and then count separately.
    const options = {
      database,
      store,
      databaseConfig: { ...patient, kind: "postgres", url: "" },
    } as const;
    const gateways = await Promise.all(
      [1, 2].map(() => startTestGateway({ ...options, keyRequestsPerMinute: 60 })),
    );
    const proxy = await startProxy(addressesOf(gateways));
    try {
      const ask = async (url: string, path: string) => {
        const response = await fetch(`${url}${path}`, {
          headers: { "svc-api-key": `Bearer ${tenant.key}` },
        });
        await response.arrayBuffer();
        return response;
      };
      const path = "/api/v0/projects";
      const statuses: number[] = [];
      const client = async () => {
        while (statuses.length < 90) statuses.push((await ask(proxy.publicUrl, path)).status);
      };
      await Promise.all(Array.from({ length: 6 }, client));
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
      const accepted = statuses.filter((status) => status === 200).length;
      expect(accepted).toBe(60);
      for (const { publicUrl } of gateways) {
        const { status, headers } = await ask(publicUrl, path);
        expect(status).toBe(429);
        expect(headers.get("retry-after")).toMatch(/^([1-9]|[1-5][0-9]|60)$/);
      }
      expect(new Set((await proxy.answers()).map(({ gateway }) => gateway)).size).toBe(2);
      expect((await ask(proxy.publicUrl, page)).status).toBe(429);
    } finally {
      await proxy.stop();
      for (const gateway of gateways) await gateway.stop();
    }
  },
);

base(
  "while the count in common is locked, a gateway answers, and counts alone",
  async ({ server, admin, serve, dataDirectory }) => {
    const database = await openDatabase({ kind: "postgres", url: server.url, ...limits });
    const { key } = await createTenant(database.db);
    await database.close();
    const serving = await serve({
      DATABASE_URL: server.url,
      DATA_DIR: dataDirectory,
      KEY_REQUESTS_PER_MINUTE: "5",
    });
    const statuses: number[] = [];
    await admin.begin(async (sql) => {
      await sql`lock table key_requests`;
      for (let index = 0; index < 7; index += 1) {
        statuses.push((await serving.get("/api/v0/projects", key)).status);
      }
    });
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  },
);
