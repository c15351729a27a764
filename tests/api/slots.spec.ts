import { levelsFrom } from "../support/series.ts";
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { composeApiKey } from "../../src/auth/api-key.ts";
import { documentsById, type TrustedDocuments } from "../../src/graphql/trusted-documents.ts";
import { createLog } from "../../src/log.ts";
import type { Gateway } from "../../src/server/start.ts";
import { startTestGateway } from "../support/gateway.ts";
import { holdDatabase } from "../support/failing-database.ts";
import { metricsOf } from "../support/metrics.ts";
import type { Tenant } from "../support/tenant.ts";
import { expect, test as base } from "../support/test.ts";

/*
 * A slot is occupied as long as the work lasts: not until the answer is read, and not only until the client has gone.
 */

interface Line {
  readonly msg: string;
  readonly route?: string;
  readonly status?: number | null;
  readonly cut?: true;
}

interface ObservedGateway extends Omit<Gateway, "metrics"> {
  /** The values of samples of the metrics. */
  metrics(...samples: readonly string[]): Promise<number[]>;
  lines(): Line[];
  /** Sends the delayed statements. */
  release(): void;
}

interface GatewayKind {
  /** The statements that wait for `release`; default: none. */
  readonly isHeld?: (text: string) => boolean;
  /** After this time without any movement, a connection is closed. */
  readonly stallMilliseconds?: number;
  readonly trustedDocuments?: TrustedDocuments;
}

/** Gateways of the test's own. */
const test = base.extend<{ gatewayOf: (options?: GatewayKind) => Promise<ObservedGateway> }>({
  gatewayOf: async ({ database, databaseConfig, audioStore, http }, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (options = {}) => {
      const { isHeld = () => false, stallMilliseconds = 1000, trustedDocuments = null } = options;
      const written: string[] = [];
      const holding = holdDatabase(database, isHeld);
      const gateway = await startTestGateway({
        databaseConfig: { ...databaseConfig, poolMax: 2, statementTimeoutMilliseconds: 30_000 },
        database: holding.database,
        store: audioStore,
        stallMilliseconds: 1,
        // A scrape that waits for the database would count as a stall.
        scrapeMilliseconds: 1,
        timeouts: { stallMilliseconds },
        trustedDocuments,
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

const work = [
  'acoustic_requests_in_flight{limiter="requests"}',
  'acoustic_requests_queued{limiter="requests"}',
] as const;

const unreadBytes = "acoustic_responses_unread_bytes";

/** A connection that sends this and reads nothing. */
function askWithoutReading(url: string, requests: string): Socket {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").pause();
  socket.on("error", () => undefined);
  socket.write(requests);
  return socket;
}

const get = (path: string, key?: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${key === undefined ? "" : `svc-api-key: Bearer ${key}\r\n`}\r\n`;

function post(key: string, document: unknown): string {
  const body = JSON.stringify(document);
  return `POST /graphql HTTP/1.1\r\nHost: localhost\r\nsvc-api-key: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** A statement may be slow on a busy machine. */
function isFailure({ msg }: Line): boolean {
  return msg !== "request" && msg !== "statement was slow";
}

/** More than the buffers of a connection. */
const unread = get("/docs/swagger-ui-bundle.js").repeat(8);

test("a refusal behind an unread answer holds no slot", async ({ gatewayOf, tenantOf }) => {
  const { key } = await tenantOf();
  const observed = await gatewayOf({ stallMilliseconds: 60_000 });
  const invented = Array.from({ length: 5 }, () =>
    get("/api/v0/projects", composeApiKey(randomBytes(12), randomBytes(32)).text),
  );
  const missing = get("/api/v0/nothing", key).repeat(5);
  const socket = askWithoutReading(
    observed.publicUrl,
    `${unread}${invented.join("")}${missing}${get("/api/v0/projects", key)}`,
  );
  // All eleven still wait behind the unread answers.
  const open = 'acoustic_http_requests_open{listener="public"}';
  await expect
    .poll(async () => {
      const [working, waiting, unfinished = 0] = await observed.metrics(...work, open);
      return [working, waiting, unfinished >= 11];
    })
    .toEqual([0, 0, true]);
  socket.destroy();
  // No byte of their answers was sent, whatever they would have said.
  const unanswered = () =>
    observed.lines().filter(({ route, status }) => route === "list-projects" && status === null);
  await expect.poll(unanswered).toHaveLength(6);
});

test("requests whose clients have gone are not worked on further, and take no more slots than others", async ({
  gatewayOf,
  tenantOf,
}) => {
  const { key } = await tenantOf();
  const observed = await gatewayOf({ isHeld: () => true });
  const sql = ["acoustic_sql_statements_open"];
  const open = 'acoustic_http_requests_open{listener="public"}';
  const sockets = Array.from({ length: 20 }, () =>
    askWithoutReading(observed.publicUrl, get("/api/v0/projects", key)),
  );
  await expect.poll(() => observed.metrics(...work, ...sql)).toEqual([1, 19, 1]);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => observed.metrics(open)).toEqual([0]);
  // The statement that was sent goes on, and so does its slot.
  expect(await observed.metrics(...work, ...sql)).toEqual([1, 0, 1]);
  observed.release();
  await expect.poll(() => observed.metrics(...work, ...sql)).toEqual([0, 0, 0]);
  const ended =
    'acoustic_http_requests_total{listener="public",route="list-projects",status="none"}';
  const sent = (name: string) =>
    `acoustic_sql_statement_duration_seconds_count{statement="${name}"}`;
  expect(await observed.metrics(ended, sent("select-api-key"), sent("select-projects"))).toEqual([
    20,
    1,
    Number.NaN,
  ]);
  const requests = observed.lines().filter(({ route }) => route === "list-projects");
  expect(requests).toHaveLength(20);
  expect(new Set(requests.map(({ status }) => status))).toEqual(new Set([null]));
  expect(observed.lines().filter(isFailure)).toEqual([]);
});

test("a GraphQL request whose client has gone holds its slot until its statements have ended", async ({
  gatewayOf,
  tenantOf,
}) => {
  const { key } = await tenantOf();
  const observed = await gatewayOf({ isHeld: (text) => !text.includes("api_keys") });
  const sql = "acoustic_sql_statements_open";
  const socket = askWithoutReading(
    observed.internalUrl,
    post(key, { query: "{ projects { id } }" }),
  );
  await expect.poll(() => observed.metrics(...work, sql)).toEqual([1, 0, 1]);
  socket.destroy();
  // The request for the metrics is open itself.
  const open = 'acoustic_http_requests_open{listener="internal"}';
  await expect.poll(() => observed.metrics(open)).toEqual([1]);
  expect(await observed.metrics(...work, sql)).toEqual([1, 0, 1]);
  observed.release();
  await expect.poll(() => observed.metrics(...work, sql)).toEqual([0, 0, 0]);
});

test("the body of a client that has gone while its key was read does not count as unread", async ({
  gatewayOf,
  tenantOf,
}) => {
  const { key } = await tenantOf();
  const observed = await gatewayOf({ isHeld: (text) => text.includes("api_keys") });
  const socket = askWithoutReading(
    observed.internalUrl,
    post(key, { query: "{ projects { id } }" }),
  );
  await expect.poll(() => observed.metrics(...work)).toEqual([1, 0]);
  socket.destroy();
  const graphql = () => observed.lines().filter(({ route }) => route === "graphql");
  await expect.poll(graphql).toHaveLength(1);
  observed.release();
  await expect.poll(() => observed.metrics(...work)).toEqual([0, 0]);
  expect(await observed.metrics(unreadBytes)).toEqual([0]);
});

/** A connection that requests a GraphQL answer longer than the buffers of a connection, and reads nothing. */
async function askForMuch(
  { internalUrl }: ObservedGateway,
  { key, projectId, sensorIds, addSamples }: Tenant,
): Promise<Socket> {
  const from = Date.parse("2019-03-10T00:00:00Z") / 1000;
  await addSamples(levelsFrom(from, 2000, 1, 60));
  const variables = { project: projectId, sensor: sensorIds[0] };
  return askWithoutReading(internalUrl, post(key, { query: much, variables }));
}

/** Its answer fits into no buffer of a socket. */
const much = `query ($project: ID!, $sensor: ID!) { sensor(projectId: $project, id: $sensor) { ${Array.from(
  { length: 40 },
  (_, index) =>
    `p${index}: measurements(startAt: "2019-03-01", endAt: "2019-03-31", limit: 2000) { data { id datetime limitRecalculatedAt } }`,
).join(" ")} } }`;
const trustedDocuments = documentsById([{ name: "much", text: much }]);

test("an unread GraphQL answer holds no slot", async ({ gatewayOf, tenantOf }) => {
  const observed = await gatewayOf({ stallMilliseconds: 600_000, trustedDocuments });
  const socket = await askForMuch(observed, await tenantOf());
  await expect
    .poll(async () => (await observed.metrics(unreadBytes))[0], { intervals: [100] })
    .toBeGreaterThan(0);
  expect(await observed.metrics(...work)).toEqual([0, 0]);
  socket.destroy();
  await expect.poll(() => observed.metrics(unreadBytes)).toEqual([0]);
});

test("an unread GraphQL answer is no failure when it is cut off", async ({
  gatewayOf,
  tenantOf,
}) => {
  // Longer than composing the answer, during which nothing is sent either.
  const observed = await gatewayOf({ stallMilliseconds: 5000, trustedDocuments });
  const socket = await askForMuch(observed, await tenantOf());
  const answered = () => observed.lines().filter(({ route }) => route === "graphql");
  await expect.poll(answered).toMatchObject([{ status: 200, cut: true }]);
  expect(await observed.metrics(unreadBytes)).toEqual([0]);
  expect(observed.lines().filter(isFailure)).toEqual([]);
  socket.destroy();
});
