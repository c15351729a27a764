import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "../support/expect.ts";
import { trackConnections } from "../../src/http/connections/connections.ts";

test("a kept connection forgets a request that has arrived whole and is answered", async () => {
  const server = createServer((request, response) => {
    // The first request is answered after its body, the second one before it.
    if (request.url === "/after") request.resume().once("end", () => response.end("a"));
    else setImmediate(() => response.end("b"));
  });
  const connections = trackConnections(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const post = (path: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n`;
  try {
    client.write(post("/after"));
    const [, response] = await once(server, "request");
    const [connection] = connections.values();
    expect(connection?.latest?.url).toBe("/after");
    client.write("body");
    await once(response, "close");
    expect(connection?.latest).toBeNull();
    client.write(post("/before"));
    const [request, early] = await once(server, "request");
    await once(early, "close");
    expect(connection?.latest?.url).toBe("/before");
    client.write("body");
    await once(request.resume(), "close");
    expect(connection?.latest).toBeNull();
    expect(connection?.responses.size).toBe(0);
  } finally {
    client.destroy();
    server.close();
  }
});
