import { once } from "node:events";
import { createServer } from "node:net";

/** Those that this worker has given: whoever was given one may not listen on it yet, or not at the moment. */
const given = new Set<number>();

/**
 * A port on which nobody listens, below those that connections and listeners on port 0 are given: so nobody else takes
 * it while a server is away. Other workers of the run are given others.
 */
export async function freePort(): Promise<number> {
  const worker = Number(process.env["TEST_PARALLEL_INDEX"] ?? 0) % workers;
  for (;;) {
    const port = 15_000 + workers * Math.floor(Math.random() * (15_000 / workers)) + worker;
    if (given.has(port)) continue;
    given.add(port);
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

const workers = 20;
