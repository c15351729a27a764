import { composeApiKey } from "#auth/api-key.ts";
import { randomBytes } from "node:crypto";
import type { Gateway } from "#server/start.ts";
import { startTestGateway } from "../support/gateway.ts";
import { holdDatabase } from "../support/failing-database.ts";
import { expectCommonHeaders, problemOf } from "../support/problem.ts";
import { expect, test as base } from "../support/test.ts";

interface HeldGateway extends Gateway {
  /** Sends the statements that are held. */
  release(): void;
  ask(key: string, path?: string): Promise<Answered>;
  askGraphql(key: string): Promise<Answered>;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One request works, and 32 of its key wait: the database answers nothing before `release`. */
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

const slotsAndQueue = 1 + 32;

test("a request beyond the queue of its key is 503 at once, and the others are answered", async ({
  tenantOf,
  held,
}) => {
  const { key } = await tenantOf();
  let refused = 0;
  const answers = Array.from({ length: slotsAndQueue + 20 }, async () => {
    const answer = await held.ask(key);
    if (answer.status === 503) refused += 1;
    // Until then the database answers nothing.
    if (refused === 20) held.release();
    return answer;
  });
  const all = await Promise.all(answers);
  expect(all.filter(({ status }) => status === 200)).toHaveLength(slotsAndQueue);
  const [refusal, ...others] = all.filter(({ status }) => status === 503);
  expect(others).toHaveLength(19);
  expect(refusal?.headers["retry-after"]).toBe("2");
  expectCommonHeaders(refusal?.headers ?? {});
  expect(JSON.parse(refusal?.body ?? "")).toEqual({
    type: "urn:acoustic-monitoring:problem:unavailable",
    title: "Service unavailable",
    status: 503,
    detail: "The request could not be completed safely. Try again later.",
    code: "unavailable",
    requestId: refusal?.headers["x-request-id"],
  });
  expect((await held.ask(key)).status).toBe(200);
});

test("while requests wait, what needs no database is answered: 405, 401, liveness", async ({
  tenantOf,
  held,
  http,
}) => {
  const { key } = await tenantOf();
  const asked = Array.from({ length: slotsAndQueue + 1 }, () => held.ask(key));
  // The database answers nothing before the release.
  expect((await Promise.race(asked)).status).toBe(503);
  const path = `${held.publicUrl}/api/v0/projects`;
  expect((await http.post(path)).status()).toBe(405);
  const keyless = await http.get(path, { headers: { "svc-api-key": "Bearer nothing" } });
  expect((await problemOf(keyless))["code"]).toBe("unauthorized");
  expect((await http.get(`${held.internalUrl}/health/live`)).status()).toBe(200);
  held.release();
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(
    new Set([200, 503]),
  );
});

test("GraphQL has the same limiter, and is refused in its own media type", async ({
  tenantOf,
  held,
}) => {
  const { key } = await tenantOf();
  const waiting = Array.from({ length: slotsAndQueue }, () => held.ask(key));
  const refused = await Promise.race([...waiting, held.ask(key)]);
  expect(refused.status).toBe(503);
  const answer = await held.askGraphql(key);
  held.release();
  expect(answer.status).toBe(503);
  expect(answer.headers["retry-after"]).toBe("2");
  expectCommonHeaders(answer.headers);
  expect(JSON.parse(answer.body)).toEqual({
    errors: [
      {
        message: "The request could not be completed safely. Try again later.",
        extensions: { code: "UNAVAILABLE" },
      },
    ],
  });
  await Promise.all(waiting);
});

test("invented keys do not take the place of a key in force", async ({ tenantOf, held }) => {
  const { key } = await tenantOf();
  held.release();
  expect((await held.ask(key)).status).toBe(200);
  const invented = Array.from({ length: 3 * slotsAndQueue }, () =>
    held.ask(composeApiKey(randomBytes(12), randomBytes(32)).text),
  );
  for (let count = 0; count < 10; count++) {
    expect((await held.ask(key)).status).toBe(200);
  }
  const statuses = new Set((await Promise.all(invented)).map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 401 && status !== 503)).toEqual([]);
});
