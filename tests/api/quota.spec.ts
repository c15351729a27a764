import { sql } from "drizzle-orm";
import type { Instant } from "#acoustics/time/instant.ts";
import { parseApiKey } from "#auth/api-key.ts";
import { failingDatabase } from "../support/failing-database.ts";
import { startTestGateway } from "../support/gateway.ts";
import { expectCommonHeaders } from "../support/problem.ts";
import { expect, test } from "../support/test.ts";

/** Seconds: the minute has begun with the first request. */
const untilItsMinuteIsOver = /^([1-9]|[1-5]\d|60)$/;

test("with a quota a key's further requests are 429 until its minute is over", async ({
  tenantOf,
  database,
  databaseConfig,
  audioStore,
  http,
}) => {
  const [one, two] = [await tenantOf(), await tenantOf()];
  const time = { now: Date.now() };
  const gateway = await startTestGateway({
    databaseConfig,
    keyRequestsPerMinute: 2,
    database,
    store: audioStore,
    clock: () => time.now as Instant,
  });
  const ask = (key: string) =>
    http.get(`${gateway.publicUrl}/api/v0/projects`, {
      headers: { "svc-api-key": `Bearer ${key}` },
    });
  const statuses = [(await ask(one.key)).status(), (await ask(one.key)).status()];
  const refused = await ask(one.key);
  const other = await ask(two.key);
  // The minute ends on the clock of the database, and here.
  await database.db.execute(sql`
    update key_requests set started_at = started_at - interval '1 minute'
    where key_id = ${parseApiKey(one.key)?.id ?? null}`);
  time.now += 60_000;
  const later = await ask(one.key);
  await gateway.stop();
  expect(statuses).toEqual([200, 200]);
  expect(refused.status()).toBe(429);
  expect(refused.headers()["retry-after"]).toMatch(untilItsMinuteIsOver);
  expectCommonHeaders(refused.headers());
  expect(await refused.json()).toMatchObject({ code: "too_many_requests", status: 429 });
  expect(other.status()).toBe(200);
  expect(later.status()).toBe(200);
});

test("two gateways count a key's requests together, and both refuse the next one", async ({
  tenantOf,
  database,
  databaseConfig,
  audioStore,
  http,
}) => {
  const { key } = await tenantOf();
  const now = Date.now() as Instant;
  const start = () =>
    startTestGateway({
      databaseConfig,
      keyRequestsPerMinute: 5,
      database,
      store: audioStore,
      clock: () => now,
    });
  const gateways = [await start(), await start()];
  const answers: [status: number, retryAfter: string | undefined][] = [];
  for (let round = 0; round < 4; round += 1) {
    for (const { publicUrl } of gateways) {
      const answer = await http.get(`${publicUrl}/api/v0/projects`, {
        headers: { "svc-api-key": `Bearer ${key}` },
      });
      answers.push([answer.status(), answer.headers()["retry-after"]]);
    }
  }
  for (const gateway of gateways) await gateway.stop();
  const [accepted, refused] = [
    [200, undefined],
    [429, expect.stringMatching(untilItsMinuteIsOver)],
  ];
  expect(answers).toEqual([
    ...Array.from({ length: 5 }, () => accepted),
    ...Array.from({ length: 3 }, () => refused),
  ]);
});

test("where requests cannot be counted together, a gateway answers and counts alone", async ({
  tenantOf,
  database,
  databaseConfig,
  audioStore,
  http,
}) => {
  const { key } = await tenantOf();
  const now = Date.now() as Instant;
  const readOnly = Object.assign(new Error("cannot execute INSERT"), { code: "25006" });
  const gateway = await startTestGateway({
    databaseConfig,
    keyRequestsPerMinute: 2,
    database: failingDatabase(database, (text) => text.includes("key_requests"), readOnly),
    store: audioStore,
    clock: () => now,
  });
  const statuses: number[] = [];
  for (let index = 0; index < 4; index += 1) {
    const answer = await http.get(`${gateway.publicUrl}/api/v0/projects`, {
      headers: { "svc-api-key": `Bearer ${key}` },
    });
    statuses.push(answer.status());
  }
  await gateway.stop();
  expect(statuses).toEqual([200, 200, 429, 429]);
});
