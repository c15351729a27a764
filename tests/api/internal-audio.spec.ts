import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { apiKeys, apiKeySensors } from "../../src/database/tables/api-keys.ts";
import { sendRaw } from "../support/raw.ts";
import { addRecording } from "../support/recordings.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

/*
 * A page can read only its own origin, so the internal listener answers downloads, too. Every request there gets the
 * answer of the public listener.
 */

const second = Date.parse("2019-03-10T12:00:00Z") / 1000;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const test = base.extend<{
  leased: { readonly tenant: Tenant; readonly audioUrl: string; readonly bytes: Buffer };
  /** The answers of both listeners to one request, without what differs between any two answers. */
  both: (path: string, headers?: Readonly<Record<string, string>>) => Promise<[Answer, Answer]>;
}>({
  leased: async ({ tenantOf, database, audioStore, graphql }, use) => {
    const tenant = await tenantOf();
    const [sensorId = ""] = tenant.sensorIds;
    await tenant.addSamples([{ second, LAeq: 90 }]);
    const stores = { db: database.db, store: audioStore };
    const { bytes } = await addRecording(stores, sensorId, second, { bytes: randomBytes(300_001) });
    const page = await graphql(
      `{ events(projectId: "${tenant.projectId}", sensorId: "${sensorId}", startAt: "2019-03-10",
        endAt: "2019-03-11", withAudio: true) { data { audioUrl } } }`,
      { key: tenant.key },
    );
    const { data } = (await page.json()) as { data: { events: { data: { audioUrl: string }[] } } };
    await use({ tenant, audioUrl: data.events.data[0]?.audioUrl ?? "", bytes });
  },

  both: async ({ gateway }, use) => {
    await use(async (path, headers = {}) => {
      const ask = async (url: string): Promise<Answer> => {
        const response = await fetch(`${url}${path}`, {
          headers: { ...headers, "x-request-id": "the-same-for-both" },
        });
        const { date: _, ...sent } = Object.fromEntries(response.headers);
        return {
          status: response.status,
          headers: sent,
          body: Buffer.from(await response.arrayBuffer()),
        };
      };
      return Promise.all([ask(gateway.publicUrl), ask(gateway.internalUrl)]);
    });
  },
});

const bearer = (key: string) => ({ "svc-api-key": `Bearer ${key}` });

test("both listeners have the same recording @store", async ({ leased, both }) => {
  const { tenant, audioUrl, bytes } = leased;
  for (const [range, status] of [
    ["", 200],
    ["bytes=5-99", 206],
    ["bytes=-7", 206],
    ["bytes=300001-", 416],
    ["bytes=0-1,3-4", 200],
  ] as const) {
    const headers = { ...bearer(tenant.key), ...(range === "" ? {} : { range }) };
    const [onPublic, onInternal] = await both(audioUrl, headers);
    expect(onInternal, range).toEqual(onPublic);
    expect(onInternal.status).toBe(status);
  }
  const [, whole] = await both(audioUrl, bearer(tenant.key));
  expect(whole.body.equals(bytes)).toBe(true);
  expect(whole.headers["content-type"]).toBe("audio/flac");
});

test("what is refused is refused alike on both listeners", async ({ leased, both, database }) => {
  const { tenant, audioUrl } = leased;
  const key = bearer(tenant.key);
  const withScopes = async (...scopes: string[]) => {
    const text = await tenant.createKey();
    await database.db
      .update(apiKeys)
      .set({ scopes })
      .where(eq(apiKeys.id, text.split(".")[1] ?? ""));
    return bearer(text);
  };
  const asked: [path: string, headers: Readonly<Record<string, string>>, status: number][] = [
    [audioUrl, {}, 401],
    [audioUrl, bearer(`${tenant.key}x`), 401],
    [audioUrl, await withScopes("v0:events:read"), 403],
    [`${audioUrl}?download=1`, key, 400],
    [audioUrl, bearer(await tenant.createKey()), 404],
    [audioUrl.replace(/[0-9]$/, "x"), key, 404],
    ["/api/v0/audio/x/y", key, 404],
    ["/api/v0/audio/x/%79", key, 404],
    ["/api/v0/audio/x/%zz", key, 404],
    ["/api/v0/audio/x/y", {}, 401],
  ];
  for (const [path, headers, status] of asked) {
    const [onPublic, onInternal] = await both(path, headers);
    expect(onInternal, path).toEqual(onPublic);
    expect([path, onInternal.status]).toEqual([path, status]);
  }
  const keyId = tenant.key.split(".")[1] ?? "";
  await database.db.delete(apiKeySensors).where(eq(apiKeySensors.keyId, keyId));
  const [onPublic, onInternal] = await both(audioUrl, key);
  expect(onInternal).toEqual(onPublic);
  expect(onInternal.status).toBe(404);
});

test("the internal listener answers nothing else of v0, with a key or without", async ({
  leased,
  gateway,
}) => {
  const { tenant, audioUrl } = leased;
  for (const path of [
    "/api/v0",
    "/api/v0/",
    "/api/v0/projects",
    tenant.path(),
    tenant.measurementsPath(),
    "/api/v0/audio",
    "/api/v0/audio/x",
    `${audioUrl}/`,
    `${audioUrl}/x`,
    audioUrl.replace("/audio/", "//audio/"),
    audioUrl.replace("audio", "Audio"),
    audioUrl.replace("/v0/", "/v1/"),
  ]) {
    for (const headers of [{}, bearer(tenant.key)]) {
      const response = await fetch(`${gateway.internalUrl}${path}`, { headers });
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ code: "not_found" });
    }
  }
});

test("a download accepts only GET on the internal listener", async ({ leased, gateway }) => {
  for (const method of ["HEAD", "POST", "OPTIONS"]) {
    const answer = await sendRaw(
      gateway.internalUrl,
      `${method} ${leased.audioUrl} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect([method, answer.status]).toEqual([method, 405]);
    expect(answer.headers["allow"]).toBe("GET");
  }
});

test("a quota counts the downloads of both listeners together", async ({ leased, serve }) => {
  const { tenant, audioUrl } = leased;
  const gateway = await serve({ keyRequestsPerMinute: 2 });
  const statuses: number[] = [];
  for (const url of [gateway.publicUrl, gateway.internalUrl, gateway.internalUrl]) {
    const response = await fetch(`${url}${audioUrl}`, { headers: bearer(tenant.key) });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  expect(statuses).toEqual([200, 200, 429]);
});
