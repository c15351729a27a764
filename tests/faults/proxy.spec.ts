import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type RequestListener,
  type Server,
} from "node:http";
import { request as requestTls } from "node:https";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { test as base } from "playwright/test";
import { expect } from "../support/expect.ts";
import { problemSchema } from "../../src/http/answers/problem-details.ts";
import { hasNginx, type Proxy, type ProxyOptions, startProxy } from "./proxy.ts";

/** A server in place of a gateway, which notes what reaches it. */
interface Upstream {
  readonly address: string;
  readonly requests: { readonly method: string; readonly headers: IncomingHttpHeaders }[];
  connections(): number;
  close(): Promise<void>;
}

const test = base.extend<{
  upstream: (answer: RequestListener) => Promise<Upstream>;
  /** A proxy in front of the same servers at both addresses. */
  proxyOf: (upstreams: readonly Upstream[], listen?: ProxyOptions["listen"]) => Promise<Proxy>;
}>({
  upstream: async ({}, use) => {
    const started: Upstream[] = [];
    await use(async (answer) => {
      const upstream = await startUpstream(answer);
      started.push(upstream);
      return upstream;
    });
    for (const each of started) await each.close();
  },
  proxyOf: async ({}, use) => {
    test.skip(!hasNginx, "nginx is not installed (Debian's package)");
    const started: Proxy[] = [];
    await use(async (upstreams, listen) => {
      const addresses = upstreams.map(({ address }) => address);
      const proxy = await startProxy({
        publicGateways: addresses,
        internalGateways: addresses,
        ...(listen === undefined ? {} : { listen }),
      });
      started.push(proxy);
      return proxy;
    });
    for (const each of started) await each.stop();
  },
});

async function startUpstream(answer: RequestListener): Promise<Upstream> {
  const requests: Upstream["requests"] = [];
  let connections = 0;
  const server: Server = createServer((incoming, response) => {
    requests.push({ method: incoming.method ?? "", headers: incoming.headers });
    answer(incoming, response);
  });
  server.on("connection", () => (connections += 1));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () => connections,
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One request as it is: nothing is decoded. */
async function send(
  url: string,
  {
    method = "GET",
    headers = {},
    agent,
  }: { method?: string; headers?: object; agent?: Agent } = {},
): Promise<Received> {
  const sent = request(url, { method, headers: { ...headers }, agent: agent ?? false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return received(response);
}

async function received(response: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { statusCode = 0, headers } = response;
  return { status: statusCode, headers, body: Buffer.concat(chunks) };
}

/** Everything that comes back for some bytes. */
async function sendRaw(url: string, text: string): Promise<string> {
  const { port } = new URL(url);
  const socket = connect(Number(port), "127.0.0.1").setEncoding("latin1");
  // Not ended: nginx treats an ended client as disconnected.
  socket.write(text);
  let answer = "";
  for await (const chunk of socket) answer += chunk as string;
  return answer;
}

const json: RequestListener = (_request, response) => {
  response
    .writeHead(200, { "Content-Type": "application/json; charset=utf-8" })
    .end(JSON.stringify({ data: Array.from({ length: 500 }, (_, index) => index) }));
};

test("a gateway gets the request as the client sent it, and who sent it, over connections that are kept", async ({
  upstream,
  proxyOf,
}) => {
  const gateway = await upstream(json);
  const proxy = await proxyOf([gateway]);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = {
    "svc-api-key": "Bearer secret",
    "x-request-id": "request-of-a-client",
    range: "bytes=0-9",
    "x-forwarded-for": "10.1.1.1",
    "x-forwarded-proto": "https",
  };
  for (let index = 0; index < 10; index += 1) {
    const { status } = await send(`${proxy.publicUrl}/api/v0/a%2Fb?x=%20`, { headers, agent });
    expect(status).toBe(200);
  }
  agent.destroy();
  // A check that the port is open is a connection of its own, and no request.
  expect(gateway.requests).toHaveLength(10);
  expect(gateway.connections()).toBe(1);
  expect(gateway.requests.at(-1)?.headers).toEqual({
    host: new URL(proxy.publicUrl).host,
    "svc-api-key": "Bearer secret",
    "x-request-id": "request-of-a-client",
    range: "bytes=0-9",
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-host": new URL(proxy.publicUrl).host,
    "x-forwarded-proto": "http",
  });
});

test("pages are compressed where the client takes it, recordings are not", async ({
  upstream,
  proxyOf,
}) => {
  const page = await upstream(json);
  const audio = await upstream((_request, response) => {
    response.writeHead(206, {
      "Content-Type": "audio/flac",
      "Content-Length": 5000,
      "Content-Range": "bytes 0-4999/9000",
    });
    response.end(Buffer.alloc(5000, 7));
  });
  const headers = { "accept-encoding": "gzip" };
  const proxy = await proxyOf([page]);
  const compressed = await send(proxy.publicUrl, { headers });
  expect(compressed.headers["content-encoding"]).toBe("gzip");
  const { body } = await send(proxy.publicUrl);
  expect(gunzipSync(compressed.body).equals(body)).toBe(true);
  expect(compressed.body.length).toBeLessThan(body.length);
  const recording = await send((await proxyOf([audio])).publicUrl, { headers });
  expect(recording).toMatchObject({
    status: 206,
    headers: { "content-length": "5000", "content-range": "bytes 0-4999/9000" },
  });
  expect(recording.headers).not.toHaveProperty("content-encoding");
  expect(recording.body.equals(Buffer.alloc(5000, 7))).toBe(true);
});

test("a large recording for a slow reader passes through memory, and holds its gateway up", async ({
  upstream,
  proxyOf,
}) => {
  const size = 64 * 2 ** 20;
  let written = 0;
  const gateway = await upstream((_request, response) => {
    response.writeHead(200, { "Content-Type": "audio/flac", "Content-Length": size });
    const chunk = Buffer.alloc(2 ** 16, 1);
    const write = () => {
      while (written < size) {
        written += chunk.length;
        if (!response.write(chunk)) {
          response.once("drain", write);
          return;
        }
      }
      response.end();
    };
    write();
  });
  const proxy = await proxyOf([gateway]);
  const sent = request(proxy.publicUrl, { agent: false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  // The client reads nothing until the gateway has stopped to write.
  let before = -1;
  await expect
    .poll(
      () => {
        const stands = written === before;
        before = written;
        return stands;
      },
      { intervals: [500] },
    )
    .toBe(true);
  expect(written).toBeLessThan(size / 2);
  const files = await readdir(proxy.folder, { recursive: true, withFileTypes: true });
  expect(
    files
      .filter((file) => file.isFile())
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["access", "errors", "nginx.pid"]);
  expect((await received(response)).body.length).toBe(size);
});

test("a GET that a gateway drops is sent to another; a POST is sent once", async ({
  upstream,
  proxyOf,
}) => {
  const dropping = await upstream(({ socket }) => socket.destroy());
  const sound = await upstream(json);
  const proxy = await proxyOf([dropping, sound]);
  // A server that has failed is left out for a second: so both kinds begin with both servers.
  const posts: number[] = [];
  while (dropping.requests.length === 0) {
    posts.push((await send(`${proxy.internalUrl}/graphql`, { method: "POST" })).status);
  }
  expect(posts.at(-1)).toBe(503);
  expect(dropping.requests.length + sound.requests.length).toBe(posts.length);
  while (dropping.requests.length === 1) {
    expect((await send(`${proxy.publicUrl}/api/v0/projects`)).status).toBe(200);
  }
  expect(dropping.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
});

test("what a gateway answers is passed on, also its 503", async ({ upstream, proxyOf }) => {
  const answer: RequestListener = (_request, response) =>
    void response.writeHead(503, { "Retry-After": "2" }).end("busy");
  const gateways = [await upstream(answer), await upstream(answer)];
  const proxy = await proxyOf(gateways);
  const { status, headers, body } = await send(proxy.publicUrl);
  expect([status, headers["retry-after"], String(body)]).toEqual([503, "2", "busy"]);
  expect(gateways.flatMap(({ requests }) => requests)).toHaveLength(1);
});

test("the proxy's own answers have the form of the gateway's", async ({ upstream, proxyOf }) => {
  const gateway = await upstream(json);
  const proxy = await proxyOf([gateway]);
  const host = `Host: ${new URL(proxy.publicUrl).host}\r\nConnection: close\r\n`;
  const answers: Record<string, string> = {
    "400 Bad Request": await sendRaw(proxy.publicUrl, "nonsense\r\n\r\n"),
    "405 Not Allowed": await sendRaw(proxy.publicUrl, `TRACE / HTTP/1.1\r\n${host}\r\n`),
    "431 ": await sendRaw(
      proxy.publicUrl,
      `GET / HTTP/1.1\r\n${host}X-Request-Id: too-long-a-head\r\nX: ${"x".repeat(40_000)}\r\n\r\n`,
    ),
  };
  // A transfer coding that nobody knows is no outage.
  const coded = `GET / HTTP/1.1\r\n${host}Transfer-Encoding: x\r\n\r\n`;
  const refused = await sendRaw(proxy.publicUrl, coded);
  expect(refused).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(refused).toContain('"code":"invalid_request"');
  expect(gateway.requests).toEqual([]);
  await gateway.close();
  answers["503 Service Temporarily Unavailable"] = await sendRaw(
    proxy.publicUrl,
    `GET /api/v0/projects?key=value HTTP/1.1\r\n${host}X-Request-Id: of-a-client\r\n\r\n`,
  );
  for (const [status, answer] of Object.entries(answers)) {
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(head.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
    const problem = problemSchema.strict().parse(JSON.parse(body));
    expect(problem.status).toBe(Number(status.slice(0, 3)));
    expect(head).toContain("Content-Type: application/json; charset=utf-8");
    expect(head).toContain("Cache-Control: private, no-store, max-age=0");
    expect(head).toContain("X-Content-Type-Options: nosniff");
    expect(head).toContain(`X-Request-Id: ${problem.requestId}`);
    expect(head).not.toContain("nginx/");
  }
  expect(answers["503 Service Temporarily Unavailable"]).toContain("X-Request-Id: of-a-client");
  expect(answers["503 Service Temporarily Unavailable"]).toContain("Retry-After: 5");
  expect(answers["405 Not Allowed"]).toContain("Allow: GET");
  // No log repeats what was requested.
  for (const name of ["access", "errors"]) {
    expect(await readFile(join(proxy.folder, name), "utf8")).not.toContain("projects");
  }
});

test("the example of TLS serves the same over TLS", async ({ upstream, proxyOf }) => {
  test.skip(!existsSync("/usr/bin/openssl"), "openssl is not installed");
  const gateway = await upstream(json);
  const folder = await mkdtemp(join(tmpdir(), "acoustic-tls-"));
  const [certificate, key] = [join(folder, "certificate"), join(folder, "key")];
  execFileSync(
    "/usr/bin/openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"].concat([
      "-days",
      "2",
      "-keyout",
      key,
      "-out",
      certificate,
    ]),
    { stdio: "ignore" },
  );
  // The proxy runs as another user.
  await Promise.all([chmod(folder, 0o755), chmod(key, 0o644)]);
  const example = await readFile(new URL("../../ops/proxy/tls.conf", import.meta.url), "utf8");
  const proxy = await proxyOf([gateway], (port) =>
    example
      .replace("listen 8443", `listen 127.0.0.1:${port}`)
      .replace("tls/fullchain.pem", certificate)
      .replace("tls/privkey.pem", key),
  );
  const url = proxy.publicUrl.replace("http:", "https:");
  const ca = await readFile(certificate);
  const sent = requestTls(url, { ca, servername: "localhost", agent: false }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const { status, headers } = await received(response);
  expect([status, headers["strict-transport-security"]]).toEqual([200, "max-age=31536000"]);
  expect(gateway.requests.at(-1)?.headers["x-forwarded-proto"]).toBe("https");
  await rm(folder, { recursive: true });
});
