import { connect as connectSocket, type Socket } from "node:net";

/** The sockets of one pool. */
export interface Sockets {
  /** What the driver asks for each connection it makes. */
  open(options: SocketTarget): Promise<Socket>;
  /** Throws away every connection over which nothing has come since then. */
  cutSilentSince(instant: number): void;
  /** Throws all of them away. */
  cutAll(): void;
}

/** The driver's options; hosts and ports are lists of one length. */
export interface SocketTarget {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path?: string | false | undefined;
}

/**
 * Makes the driver's sockets, because it makes its own without a pause where an address accepts connections
 * and closes them, as a proxy does whose server is down. After a connection over which nothing
 * ever came the next one waits. A socket is handed over while it connects: the driver forgets a
 * connection of its pool whose socket cannot be made.
 */
export function createSockets(): Sockets {
  const heardAt = new Map<Socket, number>();
  let notBefore = 0;
  let opened = 0;
  return {
    async open({ host, port, path }) {
      const pause = notBefore - performance.now();
      // Keeps no process alive that ends its pool meanwhile.
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      const place = opened % host.length;
      opened += 1;
      const address = { host: host[place] ?? "", port: port[place] ?? 0 };
      const socket = connectSocket(typeof path === "string" ? { path } : address);
      let hasHeard = false;
      heardAt.set(socket, performance.now());
      socket.on("data", () => {
        hasHeard = true;
        heardAt.set(socket, performance.now());
      });
      socket.once("close", () => {
        heardAt.delete(socket);
        if (!hasHeard) notBefore = performance.now() + pauseMilliseconds;
      });
      // For TLS the driver asks the socket where it leads.
      return Object.assign(socket, typeof path === "string" ? {} : address);
    },
    cutSilentSince(instant) {
      for (const [socket, at] of heardAt) {
        if (at < instant) socket.destroy(silentError());
      }
    },
    cutAll() {
      for (const socket of heardAt.keys()) socket.destroy();
    },
  };
}

const pauseMilliseconds = 250;

function silentError(): Error {
  return Object.assign(new Error("the server was silent for too long"), { code: "ETIMEDOUT" });
}
