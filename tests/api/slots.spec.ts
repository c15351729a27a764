import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { composeApiKey } from "#auth/api-key.ts";
import { createLog } from "#log.ts";
import type { Gateway } from "#server/start.ts";
import { startTestGateway } from "../support/gateway.ts";
import { holdDatabase } from "../support/failing-database.ts";
import { metricsOf } from "../support/metrics.ts";
import { parseAnswers } from "../support/raw.ts";
import { expect, test as base } from "../support/test.ts";

/* A slot is held for as long as the work takes, be it that nobody reads its answer, or nobody waits for it. */

interface Line {
  readonly msg: string;
  readonly route?: string;
  readonly status?: number | null;
  readonly cut?: true;
}

interface Watched extends Gateway {
  /** Of all gauges of work and answers, and the number of statements that were sent. */
  metrics(...samples: readonly string[]): Promise<number[]>;
  lines(): Line[];
  /** Lets statements go where they are held. */
  release(): void;
}

/** Gateways of the test's own, whose statements wait until they are let go where `held`. */
const test = base.extend<{ watchedBy: (options?: { held?: boolean }) => Promise<Watched> }>({
  watchedBy: async ({ database, databaseConfig, audioStore, http }, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async ({ held = false } = {}) => {
      const written: string[] = [];
      const holding = holdDatabase(database);
      if (!held) holding.release();
      const gateway = await startTestGateway({
        databaseConfig: { ...databaseConfig, poolMax: 2, statementTimeoutMilliseconds: 30_000 },
        database: holding.database,
        store: audioStore,
        stallMilliseconds: 1,
        timeouts: { stallMilliseconds: 1000 },
        log: await createLog(
          { level: "info", format: "json" },
          { write: (line) => void written.push(line) },
        ),
      });
      ends.push(async () => {
        holding.release();
        await gateway.stop();
      });
      return {
        ...gateway,
        metrics: (...samples) => metricsOf(http, gateway.internalUrl, ...samples),
        lines: () => written.map((line) => JSON.parse(line) as Line),
        release: holding.release,
      };
    });
    for (const end of ends) await end();
  },
});

const work = ["acoustic_work_in_flight", "acoustic_work_queue_length"] as const;

/** A connection that sends this and reads nothing. */
function askWithoutReading(url: string, requests: string): Socket {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").pause();
  socket.on("error", () => undefined);
  socket.write(requests);
  return socket;
}

const get = (path: string, key?: string) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\n${key === undefined ? "" : `svc-api-key: Bearer ${key}\r\n`}\r\n`;

/** More than the buffers of a connection hold. */
const unread = get("/docs/swagger-ui-bundle.js").repeat(8);

test("a refusal behind an answer that nobody reads holds no slot", async ({
  watchedBy,
  tenantOf,
}) => {
  const { key } = await tenantOf();
  const watched = await watchedBy();
  const strangers = Array.from({ length: 5 }, () =>
    get("/api/v0/projects", composeApiKey(randomBytes(12), randomBytes(32)).text),
  );
  const missing = get("/api/v0/nothing", key).repeat(5);
  const socket = askWithoutReading(
    watched.publicUrl,
    `${unread}${strangers.join("")}${missing}${get("/api/v0/projects", key)}`,
  );
  const statements = 'acoustic_sql_statement_duration_seconds_count{statement="select-api-key"}';
  await expect.poll(() => watched.metrics(...work, statements)).toEqual([0, 0, 11]);
  // All of them still stand behind the first.
  expect(await watched.metrics('acoustic_http_requests_open{listener="public"}')).not.toEqual([0]);
  socket.destroy();
  // No byte of their answers was sent, whatever they would have said.
  const unanswered = () =>
    watched.lines().filter(({ route, status }) => route === "list-projects" && status === null);
  await expect.poll(unanswered).toHaveLength(6);
});

test("of requests whose clients have gone no more are worked on than of others, nor further", async ({
  watchedBy,
  tenantOf,
}) => {
  const { key } = await tenantOf();
  const watched = await watchedBy({ held: true });
  const sql = ["acoustic_sql_statements_open"];
  const open = 'acoustic_http_requests_open{listener="public"}';
  const sockets = Array.from({ length: 20 }, () =>
    askWithoutReading(watched.publicUrl, get("/api/v0/projects", key)),
  );
  await expect.poll(() => watched.metrics(...work, ...sql)).toEqual([1, 19, 1]);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => watched.metrics(open)).toEqual([0]);
  // The statement that was sent goes on, and so does its slot.
  expect(await watched.metrics(...work, ...sql)).toEqual([1, 0, 1]);
  watched.release();
  await expect.poll(() => watched.metrics(...work, ...sql)).toEqual([0, 0, 0]);
  const ended =
    'acoustic_http_requests_total{listener="public",route="list-projects",status="none"}';
  const sent = (name: string) =>
    `acoustic_sql_statement_duration_seconds_count{statement="${name}"}`;
  expect(await watched.metrics(ended, sent("select-api-key"), sent("select-projects"))).toEqual([
    20,
    1,
    Number.NaN,
  ]);
  const requests = watched.lines().filter(({ route }) => route === "list-projects");
  expect(requests).toHaveLength(20);
  expect(new Set(requests.map(({ status }) => status))).toEqual(new Set([null]));
  expect(watched.lines().filter(({ msg }) => msg !== "request")).toEqual([]);
});

test("a document that nobody reads holds no slot of the work, and is no failure when it is cut off", async ({
  watchedBy,
  tenantOf,
}) => {
  const { key, projectId, sensorIds, addSamples } = await tenantOf();
  const from = Date.parse("2019-03-10T00:00:00Z") / 1000;
  await addSamples(
    Array.from({ length: 2000 }, (_, index) => ({ second: from + index, LAeq: 60 })),
  );
  const watched = await watchedBy();
  const pages = Array.from(
    { length: 40 },
    (_, index) =>
      `p${index}: measurements(startAt: "2019-03-01", endAt: "2019-03-31", limit: 2000) { data { id datetime limitRecalculatedAt } }`,
  );
  const query = `{ sensor(projectId: "${projectId}", id: "${sensorIds[0]}") { ${pages.join(" ")} } }`;
  const body = JSON.stringify({ query });
  const socket = askWithoutReading(
    watched.internalUrl,
    `POST /graphql HTTP/1.1\r\nHost: a\r\nsvc-api-key: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await expect
    .poll(() => watched.metrics(...work, "acoustic_answers"), { timeout: 20_000 })
    .toEqual([0, 0, 1]);
  const cut = () => watched.lines().filter(({ route }) => route === "graphql");
  await expect.poll(cut, { timeout: 20_000 }).toMatchObject([{ status: 200, cut: true }]);
  expect(await watched.metrics("acoustic_answers")).toEqual([0]);
  expect(watched.lines().filter(({ msg }) => msg !== "request")).toEqual([]);
  socket.destroy();
});

test("what a connection that is held back has sent is answered before a stop ends it", async ({
  watchedBy,
  tenantOf,
}) => {
  const { key } = await tenantOf();
  const watched = await watchedBy({ held: true });
  const others = Array.from({ length: 51 }, () =>
    askWithoutReading(watched.publicUrl, get("/api/v0/projects", key)),
  );
  await expect.poll(() => watched.metrics(...work)).toEqual([1, 50]);
  const socket = connect(Number(new URL(watched.publicUrl).port), "127.0.0.1");
  const received: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => received.push(chunk));
  socket.write(get("/api/v0/projects", key));
  await once(socket, "data");
  socket.write(get("/api/v0/projects", key));
  const closed = once(socket, "close");
  const stopped = watched.stop();
  await closed;
  watched.release();
  await stopped;
  const statuses = parseAnswers(Buffer.concat(received).toString()).map(({ status }) => status);
  expect(statuses).toEqual([503, 503]);
  for (const other of others) other.destroy();
});
