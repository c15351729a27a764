import { Agent, createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";

/*
 * A program: a reverse proxy whose clients share a few connections to the gateway. Arguments: the address of the
 * gateway and the number of connections to it. It prints its own address.
 */

const [address = "", connections = "4"] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections), scheduling: "fifo" });

const server = createServer(({ method = "GET", url = "/", headers }, response) => {
  const options = { method, agent, headers, path: url };
  const upstream = forward(new URL(url, address), options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.on("error", () => response.destroy());
  upstream.end();
});

server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`public http://127.0.0.1:${port}`);
});
process.on("SIGTERM", () => process.exit(0));
