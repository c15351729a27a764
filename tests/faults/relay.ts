import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A way to the server that can be broken: it passes on, swallows all that comes, closes at once, or cuts a connection
 * after a row of more than a kilobyte, before the end of its statement.
 */
export interface Relay {
  readonly url: string;
  readonly port: number;
  /** How many connections it has closed at once, or cut. */
  readonly closed: number;
  set(mode: "pass" | "swallow" | "close" | "cut"): void;
  close(): Promise<void>;
}

export async function createRelay(port: number, host = "127.0.0.1"): Promise<Relay> {
  let mode: Parameters<Relay["set"]>[0] = "pass";
  let closed = 0;
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).once("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    if (mode === "close") {
      closed += 1;
      // Orderly, as a proxy does: for the driver it is not an error.
      near.resume().end();
      return;
    }
    const far = keep(connect(port, host));
    const pass = (from: Socket, to: Socket) => {
      // Bytes that were dropped are lost, so their connection never works again, as after a firewall has forgotten
      // it.
      let isLost = mode === "swallow";
      const endOfLongRow = readMessages();
      from.on("data", (chunk: Buffer) => {
        const end = from === far ? endOfLongRow(chunk) : null;
        isLost ||= mode === "swallow";
        if (isLost) return;
        if (mode !== "cut" || end === null) {
          to.write(chunk);
          return;
        }
        isLost = true;
        closed += 1;
        to.end(chunk.subarray(0, end), () => from.destroy());
      });
      from.once("close", () => to.destroy());
    };
    pass(near, far);
    pass(far, near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    url: `postgres://postgres@127.0.0.1:${address.port}/postgres`,
    port: address.port,
    get closed() {
      return closed;
    },
    set: (next) => {
      mode = next;
      if (next === "close") for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Reads what a server sends. The function returns where the first long row ends in a piece; null: none does. */
function readMessages(): (piece: Buffer) => number | null {
  let unread = Buffer.alloc(0);
  return (piece) => {
    const before = unread.length;
    unread = Buffer.concat([unread, piece]);
    let at = 0;
    let found: number | null = null;
    while (unread.length >= at + 5) {
      const end = at + 1 + unread.readInt32BE(at + 1);
      if (end > unread.length) break;
      if (unread.toString("latin1", at, at + 1) === "D" && end - at > 1024) found ??= end - before;
      at = end;
    }
    unread = unread.subarray(at);
    return found;
  };
}
