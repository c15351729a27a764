import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { startHttpServer } from "../support/http-server.ts";
import { parseAnswers } from "../support/raw.ts";
import { expect, test } from "../support/test.ts";

const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
const longAfterTheTest = 300_000;

/** A connection that was answered once, and is kept. */
async function keptConnection(url: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", noDelay: true });
  socket.write(request);
  const [first] = (await once(socket, "data")) as [Buffer];
  expect(parseAnswers(first.toString())).toMatchObject([{ status: 200, body: "ok" }]);
  return socket;
}

test("a connection that sends request after request gets Connection: close, and does not delay the stop", async () => {
  const { url, shutdown } = await startHttpServer((_request, response) => response.end("ok"));
  const socket = await keptConnection(url);
  const received: Buffer[] = [];
  let stopping: Promise<void> | undefined;
  socket.on("data", (chunk: Buffer) => {
    received.push(chunk);
    if (received.length === 3) stopping = shutdown(longAfterTheTest);
    socket.write(request);
  });
  socket.write(request);
  await once(socket, "close");
  await stopping;
  const answers = parseAnswers(Buffer.concat(received).toString());
  const last = answers.pop();
  expect(answers.length).toBeGreaterThanOrEqual(3);
  expect(new Set(answers.map(({ headers }) => headers["connection"]))).toEqual(
    new Set(["keep-alive"]),
  );
  expect(last).toMatchObject({ status: 200, body: "ok", headers: { connection: "close" } });
});

test("a connection without a request ends at once", async () => {
  const { url, shutdown } = await startHttpServer((_request, response) => response.end("ok"));
  const silent = connect(Number(new URL(url).port), "127.0.0.1");
  await once(silent, "connect");
  const sockets = [await keptConnection(url), silent];
  const ended = sockets.map((socket) => once(socket.resume(), "close"));
  await shutdown(longAfterTheTest);
  await Promise.all(ended);
});

test("a request that lies unread when the stop begins is answered", async () => {
  const { url, shutdown } = await startHttpServer((_request, response) => response.end("ok"));
  const socket = await keptConnection(url);
  const received = socket.toArray();
  socket.write(request);
  await shutdown(longAfterTheTest);
  expect(parseAnswers(Buffer.concat(await received).toString())).toMatchObject([
    { status: 200, body: "ok", headers: { connection: "close" } },
  ]);
});

test("an answer that is on its way to a slow reader arrives whole", async () => {
  // More than the buffers of a connection.
  const body = Buffer.alloc(50_000_000, "x");
  let begun: () => void;
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const { url, shutdown } = await startHttpServer((_request, response) => {
    response.writeHead(200, { "Content-Length": body.length }).end(body);
    begun();
  });
  const socket = connect(Number(new URL(url).port), "127.0.0.1").pause();
  socket.write(request);
  await isBegun;
  const stopping = shutdown(longAfterTheTest);
  const received: Buffer[] = await socket.toArray();
  await stopping;
  expect(Buffer.concat(received).length).toBeGreaterThan(body.length);
});

test("requests that wait behind each other on one connection are all answered", async () => {
  const waiting: (() => void)[] = [];
  const { url, shutdown } = await startHttpServer((_request, response) => {
    waiting.push(() => response.end("ok"));
  });
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const received = socket.toArray();
  socket.write(request.repeat(3));
  await expect.poll(() => waiting.length).toBe(3);
  const stopping = shutdown(longAfterTheTest);
  for (const answer of waiting) answer();
  await stopping;
  const answers = parseAnswers(Buffer.concat(await received).toString());
  expect(answers.map(({ headers }) => headers["connection"])).toEqual([
    "keep-alive",
    "keep-alive",
    "close",
  ]);
});

test("a client that takes nothing is cut off when the time of the stop is up", async () => {
  const { url, shutdown } = await startHttpServer((_request, response) =>
    response.end(Buffer.alloc(50_000_000)),
  );
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => undefined).pause();
  socket.write(request);
  await once(socket, "readable");
  await shutdown(100);
  socket.destroy();
});
