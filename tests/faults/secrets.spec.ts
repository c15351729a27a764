import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { createFolderStore } from "../../src/audio/folder-store.ts";
import { composeApiKey } from "../../src/auth/api-key.ts";
import { openDatabase } from "../../src/database/client/open-database.ts";
import { routes } from "../../src/rest/routes/index.ts";
import { randomBytes } from "node:crypto";
import { beginStore } from "../support/audio-store.ts";
import { canary, expectLogKeepsSecrets, expectNothingLeaks, watchKey } from "../support/leaks.ts";
import { sendRaw } from "../support/raw.ts";
import { addRecording } from "../support/recordings.ts";
import { requestOf } from "../support/route-requests.ts";
import { createTenant } from "../support/tenant.ts";
import { expect, test } from "./test.ts";

test("no key, credential, statement, path or stack is in anything that the process writes", async ({
  server,
  serve,
}) => {
  const store = await mkdtemp(join(tmpdir(), "acoustic-canary-"));
  const database = await openDatabase({
    kind: "postgres",
    url: server.url,
    poolMax: 4,
    statementTimeoutMilliseconds: 5000,
  });
  const tenant = await createTenant(database.db);
  await tenant.addSamples([{ second: 1_552_176_000, LAeq: 61 }]);
  const audio = await beginStore(createFolderStore(store), database);
  const [sensorId = ""] = tenant.sensorIds;
  await addRecording({ db: database.db, store: audio }, sensorId, 1_552_176_000);
  const serving = await serve({
    DATABASE_URL: server.url.replace("postgres@", `postgres:${canary}@`),
    DATABASE_STATEMENT_TIMEOUT_MS: "1000",
    AUDIO_STORE: store,
    LOG_LEVEL: "trace",
  });
  const seen: string[] = [];
  const ask = async (url: string, key: string | null, init: RequestInit = {}) => {
    const response = await fetch(url, {
      ...init,
      headers: {
        ...(key === null ? {} : { "svc-api-key": `Bearer ${key}` }),
        authorization: `Bearer ${canary}`,
        cookie: `session=${canary}`,
        "content-type": "application/json",
      },
    });
    const text = await response.text();
    seen.push(JSON.stringify([...response.headers]), text);
    return text;
  };
  const others = [
    composeApiKey(randomBytes(12), randomBytes(32)).text,
    `${tenant.key.slice(0, -1)}${tenant.key.endsWith("0") ? "1" : "0"}`,
    `${canary}.${canary}`,
  ];
  const askAll = async () => {
    for (const route of routes) {
      const { path, query } = requestOf(route, tenant);
      const url = `${serving.publicUrl}${path}`;
      const good = new URLSearchParams(query).toString();
      for (const text of [
        good,
        `${good}&api_key=${canary}`,
        `token=${canary}`,
        `limit='${canary}`,
      ]) {
        await ask(`${url}?${text}`, tenant.key);
      }
      for (const key of [...others, null]) await ask(`${url}?${good}`, key);
      await ask(`${url}/${canary}?password=${canary}`, tenant.key);
    }
    for (const query of [
      "{ projects { id } }",
      `{ projects(secret: "${canary}") { id } }`,
      `{ project(id: "${canary}") { id } }`,
      `{ projects { id } # ${canary}`,
    ]) {
      await ask(`${serving.internalUrl}/graphql`, tenant.key, {
        method: "POST",
        body: JSON.stringify({ query, variables: { token: canary }, extensions: { canary } }),
      });
    }
    for (const path of ["/metrics", "/health/ready", `/${canary}?x=${canary}`]) {
      await ask(`${serving.internalUrl}${path}`, null);
    }
    const raw = `X-Secret: ${canary}\r\nsvc-api-key: Bearer ${tenant.key}\r\n`;
    for (const line of [`GET /${canary} HTTP/1.1`, `${canary} / HTTP/1.1`, `GET / ${canary}`]) {
      const { body } = await sendRaw(
        serving.publicUrl,
        `${line}\r\n${raw}Connection: close\r\n\r\n`,
      );
      seen.push(body);
    }
  };

  const page = `${serving.publicUrl}${tenant.measurementsPath()}?startAt=2019-03-10&endAt=2019-03-11&withAudio=true`;
  const { data } = JSON.parse(await ask(page, tenant.key)) as { data: { audioUrl: string }[] };
  const audioUrl = `${serving.publicUrl}${data[0]?.audioUrl}`;
  await askAll();
  // Failures: no object and no store, a table that cannot be read, and no database.
  await rm(store, { recursive: true });
  await ask(audioUrl, tenant.key);
  await database.db.execute(sql`alter table samples rename to samples_elsewhere`);
  await ask(page, tenant.key);
  await database.db.execute(sql`alter table samples_elsewhere rename to samples`);
  await database.close();
  await server.kill();
  await askAll();
  await server.start();
  await expect
    .poll(() => ask(`${serving.internalUrl}/health/ready`, null))
    .toContain('"database":"ready"');
  expect(await serving.end("SIGTERM")).toBe(0);

  for (const key of others) watchKey(key);
  for (const text of seen) expectNothingLeaks(text);
  expect(serving.output()).toContain("request could not be completed");
  // The start line names the store (docs/contract.md, 1).
  expectLogKeepsSecrets(serving.output().replace(`"audioStore":"${store}"`, ""));
});
