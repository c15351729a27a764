import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { Gateway, GatewayOptions } from "../../src/server/start.ts";
import { startHttpServer } from "../support/http-server.ts";
import { expectCommonHeaders } from "../support/problem.ts";
import { sendRawRequests, parseAnswers } from "../support/raw.ts";
import { expect, test as base } from "../support/test.ts";

const host = "Host: localhost\r\n";
const head = `${host}Connection: close\r\n\r\n`;
const get = (path: string) => `GET ${path} HTTP/1.1\r\n${host}\r\n`;
const last = `GET /elsewhere HTTP/1.1\r\n${head}`;

/** Makes a gateway of the test's own, with limits that a test can wait for. */
const test = base.extend<{
  gatewayWith: (
    timeouts: GatewayOptions["timeouts"],
    statementTimeoutMilliseconds?: number,
  ) => Promise<Gateway>;
}>({
  gatewayWith: async ({ serve, databaseConfig }, use) => {
    await use((timeouts = {}, statementTimeoutMilliseconds = 5000) =>
      serve({ databaseConfig: { ...databaseConfig, statementTimeoutMilliseconds }, timeouts }),
    );
  },
});

/** The bytes of a client before it falls silent → the statuses of the answers on each listener. */
const slow: [what: string, bytes: string, publicly: number[], internally: number[]][] = [
  ["nothing", "", [], []],
  ["empty lines", "\r\n\r\n", [400], [400]],
  ["half a method", "GE", [400], [400]],
  ["half an unknown method", "BRE", [405], [405]],
  ["a request line", "GET / HTTP/1.1\r\n", [400], [400]],
  ["HTTP/0.9", "GET /\r\n", [400], [400]],
  ["half a head", `GET / HTTP/1.1\r\n${host}X: a`, [400], [400]],
  ["half a second head", `${get("/elsewhere")}GET /`, [404, 400], [404, 400]],
  ["half a body", `GET /elsewhere HTTP/1.1\r\nContent-Length: 9\r\n${host}\r\n{`, [404], [404]],
  [
    "half a chunk",
    `GET /elsewhere HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${host}\r\n9\r\n{`,
    [404],
    [404],
  ],
  ["a whole request", get("/elsewhere"), [404], [404]],
];
/**
 * Times that a test can wait for. What a client has sent is read long before, also on a busy machine: else a whole
 * request would count as half a one.
 */
const short = { headMilliseconds: 1000, requestMilliseconds: 2000, idleMilliseconds: 1500 };

test("a client that sends a part of what it should and no more is answered and cut off", async ({
  gatewayWith,
}) => {
  const { publicUrl, internalUrl } = await gatewayWith(short);
  const ask = async (url: string, bytes: string) => {
    const answers = parseAnswers(await sendRawRequests(url, bytes));
    for (const { headers } of answers) expectCommonHeaders(headers);
    return answers.map(({ status }) => status);
  };
  const answered = slow.map(async ([what, bytes]): Promise<(typeof slow)[number]> => {
    const statuses = Promise.all([ask(publicUrl, bytes), ask(internalUrl, bytes)]);
    return [what, bytes, ...(await statuses)];
  });
  expect(await Promise.all(answered)).toEqual(slow);
});

test("a document that does not come in time is answered 400, and the connection closed", async ({
  gatewayWith,
  tenantOf,
}) => {
  const { key } = await tenantOf();
  const gateway = await gatewayWith(short);
  const fields = `svc-api-key: Bearer ${key}\r\nContent-Type: application/json\r\n${host}`;
  for (const body of ["Content-Length: 99\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\n9\r\n{"]) {
    const answers = parseAnswers(
      await sendRawRequests(gateway.internalUrl, `POST /graphql HTTP/1.1\r\n${fields}${body}`),
    );
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatchObject({ status: 400, headers: { connection: "close" } });
    expectCommonHeaders(answers[0]?.headers ?? {});
  }
});

test("a document that the deadline of the request meets half is answered 400, not 503", async ({
  gatewayWith,
  tenantOf,
}) => {
  const { key } = await tenantOf();
  const gateway = await gatewayWith({}, 1);
  const fields = `svc-api-key: Bearer ${key}\r\nContent-Type: application/json\r\n${host}`;
  const answers = parseAnswers(
    await sendRawRequests(
      gateway.internalUrl,
      `POST /graphql HTTP/1.1\r\n${fields}Content-Length: 99\r\n\r\n{`,
    ),
  );
  expect(answers).toHaveLength(1);
  expect(answers[0]).toMatchObject({ status: 400, headers: { connection: "close" } });
});

test("a Host that is empty, or an odd address, is not too odd for GraphQL; any other name is 421", async ({
  gateway,
  tenantOf,
}) => {
  const { key, projectId } = await tenantOf();
  const fields = `svc-api-key: Bearer ${key}\r\nConnection: close\r\n\r\n`;
  const odd = ["%7f", "xn--", "x:99999", "999.1.1.1", "1.2.3.4.5", "[zz]", "~", "'"];
  for (const name of ["", "127.0.0.1:99999", ...odd]) {
    const request = `GET /graphql?query={projects{id}} HTTP/1.1\r\nHost: ${name}\r\n${fields}`;
    const [answer] = parseAnswers(await sendRawRequests(gateway.internalUrl, request));
    expect(answer?.status, name).toBe(odd.includes(name) ? 421 : 200);
    if (!odd.includes(name)) expect(answer?.body).toContain(projectId);
  }
});

test("a document in broken chunks is answered 400 once", async ({ gateway, tenantOf }) => {
  const { key } = await tenantOf();
  const fields = `svc-api-key: Bearer ${key}\r\nContent-Type: application/json\r\n${host}`;
  const answers = parseAnswers(
    await sendRawRequests(
      gateway.internalUrl,
      `POST /graphql HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${fields}\r\n`,
      "zz\r\n",
    ),
  );
  expect(answers).toHaveLength(1);
  expect(answers[0]).toMatchObject({ status: 400, headers: { connection: "close" } });
});

test("a document that waits for 100 (Continue) is requested when its key is proven", async ({
  gateway,
  tenantOf,
}) => {
  const { key, projectId } = await tenantOf();
  const body = JSON.stringify({ query: "{ projects { id } }" });
  const request = (credential: string) =>
    `POST /graphql HTTP/1.1\r\nsvc-api-key: Bearer ${credential}\r\nExpect: 100-continue\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n${head}`;
  const asked = await sendRawRequests(gateway.internalUrl, request(key), body);
  expect(asked).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  expect(asked).toContain(projectId);
  expect(await sendRawRequests(gateway.internalUrl, request("none"))).toMatch(/^HTTP\/1\.1 401 /);
});

test("clients that reset their connections leave nothing behind, and stop nothing", async ({
  gatewayWith,
  tenantOf,
}) => {
  const { key, projectId, sensorIds } = await tenantOf();
  const gateway = await gatewayWith({});
  const credential = `svc-api-key: Bearer ${key}\r\n`;
  const page = `/api/v0/projects/${projectId}/sensors/${sensorIds[0]}/measurements`;
  const begun = [
    "",
    "GET",
    `GET / HTTP/1.1\r\n${host}`,
    get("/elsewhere"),
    get("/api/v0/projects"),
    `GET ${page}?startAt=2019-01-01&endAt=2020-01-01 HTTP/1.1\r\n${credential}${host}\r\n`,
    `CONNECT a:1 HTTP/1.1\r\n${host}\r\n`,
    `${get("/api/v0/projects")}CONNECT a:1 HTTP/1.1\r\n${host}\r\n`,
    `BREW / HTTP/1.1\r\n${host}\r\n`,
    "BREW",
    `GET / HTTP/1.1\r\nX: ${"x".repeat(20_000)}`,
    `POST /graphql HTTP/1.1\r\nContent-Length: 9\r\n${credential}${host}\r\n{`,
  ];
  for (const url of [gateway.publicUrl, gateway.internalUrl]) {
    for (const bytes of begun) {
      for (const first of [true, false]) await resetAfter(url, bytes, first);
    }
    expect(parseAnswers(await sendRawRequests(url, last))[0]?.status).toBe(404);
  }
  // A stop waits for what is left of any of them.
  await gateway.stop();
});

test("a client that ends in the middle of a request line is answered all the same", async ({
  gateway,
}) => {
  for (const url of [gateway.publicUrl, gateway.internalUrl]) {
    for (const [bytes, expected] of [
      ["#", 405],
      ["BREW", 405],
      ["GE", 400],
      ["BREW /x HTT", 405],
    ] as const) {
      const socket = connect(Number(new URL(url).port), "127.0.0.1").end(bytes);
      const received: Buffer[] = await socket.toArray();
      const answers = parseAnswers(Buffer.concat(received).toString());
      assert.deepEqual(
        answers.map(({ status }) => status),
        [expected],
        bytes,
      );
    }
  }
});

test("a client that keeps a refused connection is cut off: it does not hold up a stop", async ({
  gatewayWith,
}) => {
  const gateway = await gatewayWith({});
  const sockets = await Promise.all(
    [`CONNECT a:1 HTTP/1.1\r\n${host}\r\n`, "hello\r\n\r\n"].map((bytes) =>
      answeredHalf(gateway.publicUrl, bytes),
    ),
  );
  await gateway.stop();
  for (const socket of sockets) socket.destroy();
});

test("a client that takes nothing of an answer is cut off", async () => {
  let closed = false;
  const { url, shutdown } = await startHttpServer(
    (_request, response) => {
      // More than the buffers of a connection: it does not close by itself.
      response.once("close", () => (closed = true));
      response.end(Buffer.alloc(50_000_000));
    },
    { stallMilliseconds: 200 },
  );
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined).pause();
  socket.write(get("/"));
  await expect.poll(() => closed).toBe(true);
  socket.destroy();
  await shutdown(1000);
});

/** Sends bytes and resets the connection, at once or after the first of an answer. */
function resetAfter(url: string, bytes: string, atOnce: boolean): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("error", () => undefined).once("close", () => resolve());
    socket.once("connect", () => {
      socket.write(bytes, () => {
        if (atOnce || !bytes.endsWith("\r\n\r\n")) socket.resetAndDestroy();
        else socket.once("data", () => socket.resetAndDestroy());
      });
    });
  });
}

/** A connection whose client has read its answer and keeps its own side open. */
function answeredHalf(url: string, bytes: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const port = Number(new URL(url).port);
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => {
      socket.write(bytes);
    });
    socket
      .on("error", reject)
      .on("end", () => resolve(socket))
      .resume();
  });
}

test("clients that end their side behind their request are answered, however many come at once", async ({
  gateway,
}) => {
  const { hostname, port } = new URL(gateway.publicUrl);
  const request = "GET /api/v0/projects HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const ask = async () => {
    const socket = connect(Number(port), hostname).end(request);
    return parseAnswers(await text(socket)).map(({ status }) => status);
  };
  const answers = await Promise.all(Array.from({ length: 100 }, ask));
  expect(answers).toEqual(answers.map(() => [401]));
});
