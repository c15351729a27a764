import type { Instant } from "#acoustics/time/instant.ts";
import { startTestGateway } from "../support/gateway.ts";
import { expectCommonHeaders } from "../support/problem.ts";
import { expect, test } from "../support/test.ts";

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
  time.now += 60_000;
  const later = await ask(one.key);
  await gateway.stop();
  expect(statuses).toEqual([200, 200]);
  expect(refused.status()).toBe(429);
  expect(refused.headers()["retry-after"]).toBe("60");
  expectCommonHeaders(refused.headers());
  expect(await refused.json()).toMatchObject({ code: "too_many_requests", status: 429 });
  expect(other.status()).toBe(200);
  expect(later.status()).toBe(200);
});
