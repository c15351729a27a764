import { once } from "node:events";
import { createServer } from "node:net";

/**
 * A port on which nobody listens, below those that connections and listeners on port 0 are given: so nobody else takes
 * it while a server is away.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
