import { composeApiKey } from "#auth/api-key.ts";
import { randomBytes } from "node:crypto";
import type { Gateway } from "#server/start.ts";
import { startTestGateway } from "../support/gateway.ts";
import { holdDatabase } from "../support/failing-database.ts";
import { expectCommonHeaders, problemOf } from "../support/problem.ts";
import { expect, test as base } from "../support/test.ts";

interface HeldGateway extends Gateway {
  /** Lets the statements go. */
  release(): void;
  ask(key: string, path?: string): Promise<Answered>;
  askGraphql(key: string): Promise<Answered>;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One request may work and fifty may wait: nothing is answered by the database before it is let go. */
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

const mayStay = 51;

test("beyond the bound requests are 503 at once, and those that were admitted are answered", async ({
  tenantOf,
  held,
}) => {
  const { key } = await tenantOf();
  let refused = 0;
  const answers = Array.from({ length: mayStay + 20 }, async () => {
    const answer = await held.ask(key);
    if (answer.status === 503) refused += 1;
    // Nobody else can be answered before: the last one refused opens the database.
    if (refused === 20) held.release();
    return answer;
  });
  const all = await Promise.all(answers);
  const answered = all.filter(({ status }) => status === 200).length;
  const [shed, ...others] = all.filter(({ status }) => status === 503);
  expect(answered + 1 + others.length).toBe(mayStay + 20);
  // How many depends on whether they come as one burst; one may work and two may wait in any case.
  expect(answered).toBeGreaterThanOrEqual(3);
  expect(answered).toBeLessThanOrEqual(mayStay);
  expect(shed?.headers["retry-after"]).toBe("2");
  expectCommonHeaders(shed?.headers ?? {});
  expect(JSON.parse(shed?.body ?? "")).toEqual({
    type: "urn:acoustic-monitoring:problem:unavailable",
    title: "Service unavailable",
    status: 503,
    detail: "The request could not be completed safely. Try again later.",
    code: "unavailable",
    requestId: shed?.headers["x-request-id"],
  });
  expect((await held.ask(key)).status).toBe(200);
});

test("while others wait, what needs no work is answered: 405, 401, liveness", async ({
  tenantOf,
  held,
  http,
}) => {
  const { key } = await tenantOf();
  const asked = Array.from({ length: mayStay + 1 }, () => held.ask(key));
  // Nobody else is answered before the database is let go.
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

test("GraphQL has the same bound, and says so in its own media type", async ({
  tenantOf,
  held,
}) => {
  const { key } = await tenantOf();
  const waiting = Array.from({ length: mayStay }, () => held.ask(key));
  const shed = await Promise.race([...waiting, held.ask(key)]);
  expect(shed.status).toBe(503);
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

test("made-up keys do not push out a key that was found in force", async ({ tenantOf, held }) => {
  const { key } = await tenantOf();
  held.release();
  expect((await held.ask(key)).status).toBe(200);
  const strangers = Array.from({ length: 3 * mayStay }, () =>
    held.ask(composeApiKey(randomBytes(12), randomBytes(32)).text),
  );
  for (let count = 0; count < 10; count++) {
    expect((await held.ask(key)).status).toBe(200);
  }
  const statuses = new Set((await Promise.all(strangers)).map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 401 && status !== 503)).toEqual([]);
});
