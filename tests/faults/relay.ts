import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A way to the server that can be broken: it passes on, swallows all that comes, or closes at once. */
export interface Relay {
  readonly url: string;
  readonly port: number;
  /** How many connections it has closed at once. */
  readonly closed: number;
  set(mode: "pass" | "swallow" | "close"): void;
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
      // Orderly, as a proxy does: the driver takes it for no error.
      near.resume().end();
      return;
    }
    const far = keep(connect(port, host));
    const pass = (from: Socket, to: Socket) => {
      // Bytes that were dropped are lost, so their connection never works again, as after a firewall has forgotten
      // it.
      let isLost = mode === "swallow";
      from.on("data", (chunk) => {
        isLost ||= mode === "swallow";
        if (!isLost) to.write(chunk);
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
