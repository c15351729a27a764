import { composeApiKey } from "../../src/auth/api-key.ts";
import { randomBytes } from "node:crypto";
import type { Gateway } from "../../src/server/start.ts";
import { startTestGateway } from "../support/gateway.ts";
import { holdDatabase } from "../support/failing-database.ts";
import { expectCommonHeaders, problemOf, problemWith } from "../support/problem.ts";
import { sendRawRequests, parseAnswers } from "../support/raw.ts";
import { expect, test as base } from "../support/test.ts";

interface HeldGateway extends Gateway {
  /** Sends the delayed statements. */
  release(): void;
  ask(key: string, path?: string): Promise<Answered>;
  askGraphql(key: string): Promise<Answered>;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One request works, and others wait: the database answers nothing before `release`. */
const test = base.extend<{ held: HeldGateway }>({
  held: async ({ database, databaseConfig, audioStore }, use) => {
    const { database: held, release } = holdDatabase(database);
    const gateway = await startTestGateway({
      databaseConfig: { ...databaseConfig, poolMax: 1, statementTimeoutMilliseconds: 30_000 },
      database: held,
      store: audioStore,
    });
    const answered = async (response: Response): Promise<Answered> => ({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    });
    await use({
      ...gateway,
      release,
      ask: async (key, path = "/api/v0/projects") =>
        answered(
          await fetch(`${gateway.publicUrl}${path}`, {
            headers: { "svc-api-key": `Bearer ${key}` },
          }),
        ),
      askGraphql: async (key) =>
        answered(
          await fetch(`${gateway.internalUrl}/graphql`, {
            method: "POST",
            body: JSON.stringify({ query: "{ projects { id } }" }),
            headers: { "svc-api-key": `Bearer ${key}`, "content-type": "application/json" },
          }),
        ),
    });
    release();
    await gateway.stop();
  },
});

test("a request that waits for too long is 503, and the one before it is answered", async ({
  tenantOf,
  held,
}) => {
  const { key } = await tenantOf();
  const asked = Array.from({ length: 5 }, () => held.ask(key));
  // The database answers nothing before the release, so these were refused.
  const refusals = await fulfilled(asked, 4);
  held.release();
  const all = await Promise.all(asked);
  expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const refusal of refusals) {
    expect(refusal.headers["retry-after"]).toBe("2");
    expectCommonHeaders(refusal.headers);
    expect(JSON.parse(refusal.body)).toEqual(
      problemWith("unavailable", { requestId: refusal.headers["x-request-id"] }),
    );
  }
  expect((await held.ask(key)).status).toBe(200);
});

test("while requests wait, what needs no database is answered: 405, 401, liveness", async ({
  tenantOf,
  held,
  http,
}) => {
  const { key } = await tenantOf();
  const asked = [held.ask(key), held.ask(key)];
  const path = `${held.publicUrl}/api/v0/projects`;
  expect((await http.post(path)).status()).toBe(405);
  const keyless = await http.get(path, { headers: { "svc-api-key": "Bearer nothing" } });
  expect((await problemOf(keyless))["code"]).toBe("unauthorized");
  expect((await http.get(`${held.internalUrl}/health/live`)).status()).toBe(200);
  held.release();
  expect((await Promise.all(asked)).map(({ status }) => status)).toContain(200);
});

test("GraphQL has the same limiter, and is refused in its own media type", async ({
  tenantOf,
  held,
}) => {
  const { key } = await tenantOf();
  const working = held.ask(key);
  const [answer] = await fulfilled([held.askGraphql(key), held.askGraphql(key)], 1);
  held.release();
  expect(answer?.status).toBe(503);
  expect(answer?.headers["retry-after"]).toBe("2");
  expectCommonHeaders(answer?.headers ?? {});
  expect(JSON.parse(answer?.body ?? "")).toEqual({
    errors: [
      {
        message: "The request could not be completed safely. Try again later.",
        extensions: { code: "UNAVAILABLE" },
      },
    ],
  });
  await working;
});

test("on a connection that several keys share, a request waits for few of its key", async ({
  tenantOf,
  held,
}) => {
  const [first, second] = [await tenantOf(), await tenantOf()];
  const get = (key: string) =>
    `GET /api/v0/projects HTTP/1.1\r\nHost: localhost\r\nsvc-api-key: Bearer ${key}\r\n`;
  // Requests in the queue of a key in force, over connections of their own.
  held.release();
  for (const { key } of [first, second]) expect((await held.ask(key)).status).toBe(200);
  const close = "Connection: close\r\n\r\n";
  const received = await sendRawRequests(
    held.publicUrl,
    `${get(first.key)}\r\n${`${get(second.key)}\r\n`.repeat(20)}${get(first.key)}${close}`,
  );
  const statuses = parseAnswers(received).map(({ status }) => status);
  // Four of the second key wait; the others are refused at once, and delay nothing behind them.
  expect(statuses).toHaveLength(22);
  expect(statuses.filter((status) => status === 503)).toHaveLength(16);
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 200]);
});

test("invented keys do not take the place of a key in force", async ({ tenantOf, held }) => {
  const { key } = await tenantOf();
  held.release();
  expect((await held.ask(key)).status).toBe(200);
  const invented = Array.from({ length: 100 }, () =>
    held.ask(composeApiKey(randomBytes(12), randomBytes(32)).text),
  );
  for (let count = 0; count < 10; count++) {
    expect((await held.ask(key)).status).toBe(200);
  }
  const statuses = new Set((await Promise.all(invented)).map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 401 && status !== 503)).toEqual([]);
});

/** The first results of promises that are fulfilled, in the order in which they are. */
async function fulfilled<Value>(promises: Promise<Value>[], count: number): Promise<Value[]> {
  const values: Value[] = [];
  return new Promise((resolve, reject) => {
    for (const promise of promises) {
      promise.then((value) => {
        if (values.push(value) === count) resolve([...values]);
        return null;
      }, reject);
    }
  });
}
