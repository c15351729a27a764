import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Calls `use` with the address of a server on a free port that answers so. */
export async function withServer(
  answer: RequestListener,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer({ maxHeaderSize: 65_536 }, answer);
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
