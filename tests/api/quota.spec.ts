import { sql } from "drizzle-orm";
import { parseApiKey } from "../../src/auth/api-key.ts";
import type { Gateway } from "../../src/server/start.ts";
import { failingDatabase, holdDatabase } from "../support/failing-database.ts";
import { expectCommonHeaders } from "../support/problem.ts";
import { expect, type TestDatabase, test } from "../support/test.ts";

/** Seconds: the minute has begun with the first request. */
const untilItsMinuteIsOver = /^([1-9]|[1-5]\d|60)$/;

test("with a quota a key's further requests are 429 until its minute is over", async ({
  tenantOf,
  database,
  serve,
  http,
}) => {
  const [one, two] = [await tenantOf(), await tenantOf()];
  const quota = { keyRequestsPerMinute: 2 };
  const gateways = [await serve(quota), await serve(quota)] as const;
  const ask = ({ publicUrl }: Gateway, key: string) =>
    http.get(`${publicUrl}/api/v0/projects`, { headers: { "svc-api-key": `Bearer ${key}` } });
  const statuses = [
    (await ask(gateways[0], one.key)).status(),
    (await ask(gateways[0], one.key)).status(),
  ];
  const refused = await ask(gateways[0], one.key);
  const statements = await database.statementsOf(() => ask(gateways[0], one.key));
  const other = await ask(gateways[0], two.key);
  await database.db.execute(sql`
    update key_requests set expire = expire - 60000 where key = ${parseApiKey(one.key)?.id ?? null}`);
  const later = await ask(gateways[1], one.key);
  expect(statuses).toEqual([200, 200]);
  expect(refused.status()).toBe(429);
  expect(refused.headers()["retry-after"]).toMatch(untilItsMinuteIsOver);
  expectCommonHeaders(refused.headers());
  expect(await refused.json()).toMatchObject({ code: "too_many_requests", status: 429 });
  // A refusal costs no statement of the count.
  expect(statements.filter((text) => text.includes("key_requests"))).toEqual([]);
  expect(other.status()).toBe(200);
  expect(later.status()).toBe(200);
});

test("a minute that a clock began two days ahead is not believed", async ({
  tenantOf,
  database,
  serve,
  http,
}) => {
  const { key } = await tenantOf();
  const { publicUrl } = await serve({ keyRequestsPerMinute: 1 });
  const id = parseApiKey(key)?.id ?? null;
  const twoDays = Date.now() + 2 * 24 * 3_600_000;
  await database.db.execute(
    sql`insert into key_requests (key, points, expire) values (${id}, 1, ${twoDays})`,
  );
  const ask = () =>
    http.get(`${publicUrl}/api/v0/projects`, { headers: { "svc-api-key": `Bearer ${key}` } });
  expect((await ask()).status()).toBe(200);
  const refused = await ask();
  expect(refused.status()).toBe(429);
  expect(refused.headers()["retry-after"]).toMatch(untilItsMinuteIsOver);
});

test("two gateways accept a quota to the request, however the requests meet", async ({
  tenantOf,
  serve,
  http,
}) => {
  const { key } = await tenantOf();
  const quota = { keyRequestsPerMinute: 9 };
  const gateways = [await serve(quota), await serve(quota)];
  const statuses = await Promise.all(
    Array.from({ length: 10 }, () => gateways)
      .flat()
      .map(async ({ publicUrl }) => {
        const headers = { "svc-api-key": `Bearer ${key}` };
        return (await http.get(`${publicUrl}/api/v0/projects`, { headers })).status();
      }),
  );
  expect(statuses.toSorted((one, next) => one - next)).toEqual([
    ...Array.from({ length: 9 }, () => 200),
    ...Array.from({ length: 11 }, () => 429),
  ]);
});

test("two gateways count a key's requests together, and both refuse the next one", async ({
  tenantOf,
  serve,
  http,
}) => {
  const { key } = await tenantOf();
  const quota = { keyRequestsPerMinute: 5 };
  const gateways = [await serve(quota), await serve(quota)];
  const answers: [status: number, retryAfter: string | undefined][] = [];
  for (let round = 0; round < 4; round += 1) {
    for (const { publicUrl } of gateways) {
      const answer = await http.get(`${publicUrl}/api/v0/projects`, {
        headers: { "svc-api-key": `Bearer ${key}` },
      });
      answers.push([answer.status(), answer.headers()["retry-after"]]);
    }
  }
  const [accepted, refused] = [
    [200, undefined],
    [429, expect.stringMatching(untilItsMinuteIsOver)],
  ];
  expect(answers).toEqual([
    ...Array.from({ length: 5 }, () => accepted),
    ...Array.from({ length: 3 }, () => refused),
  ]);
});

const isCount = (text: string) => text.includes("key_requests");
const readOnly = Object.assign(new Error("cannot execute INSERT"), { code: "25006" });

for (const [issue, wrap] of [
  ["is refused", (database: TestDatabase) => failingDatabase(database, isCount, readOnly)],
  ["is not answered", (database: TestDatabase) => holdDatabase(database, isCount).database],
] as const) {
  test(`while the count in common ${issue}, a gateway answers, and counts in its memory`, async ({
    tenantOf,
    database,
    serve,
    http,
  }) => {
    const { key } = await tenantOf();
    const gateway = await serve({
      keyRequestsPerMinute: 2,
      database: wrap(database),
      // As long as a service waits.
      quotaMilliseconds: 500,
    });
    const answers: [status: number, retryAfter: string | undefined][] = [];
    for (let index = 0; index < 4; index += 1) {
      const answer = await http.get(`${gateway.publicUrl}/api/v0/projects`, {
        headers: { "svc-api-key": `Bearer ${key}` },
      });
      answers.push([answer.status(), answer.headers()["retry-after"]]);
    }
    expect(answers).toEqual([
      [200, undefined],
      [200, undefined],
      [429, expect.stringMatching(untilItsMinuteIsOver)],
      [429, expect.stringMatching(untilItsMinuteIsOver)],
    ]);
  });
}
