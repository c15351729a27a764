import { connect as connectSocket, type Socket } from "node:net";

/** The sockets of one pool. */
export interface Sockets {
  /** What the driver asks for each connection it makes. */
  open(options: SocketTarget): Promise<Socket>;
  /** Throws away every connection over which an answer has been waited for at least so long. */
  cutSilentFor(milliseconds: number): void;
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
  /** Since when an answer is waited for; null while none is. */
  const waitingSince = new Map<Socket, number | null>();
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
      waitingSince.set(socket, performance.now());
      socket.on("data", () => {
        hasHeard = true;
        waitingSince.set(socket, null);
      });
      onWrite(socket, () => {
        if (waitingSince.get(socket) === null) waitingSince.set(socket, performance.now());
      });
      socket.once("close", () => {
        waitingSince.delete(socket);
        if (!hasHeard) notBefore = performance.now() + pauseMilliseconds;
      });
      // For TLS the driver asks the socket where it leads.
      return Object.assign(socket, typeof path === "string" ? {} : address);
    },
    cutSilentFor(milliseconds) {
      const before = performance.now() - milliseconds;
      for (const [socket, since] of waitingSince) {
        if (since !== null && since <= before) socket.destroy(silentError());
      }
    },
    cutAll() {
      for (const socket of waitingSince.keys()) socket.destroy();
    },
  };
}

const pauseMilliseconds = 250;

/** Tells of each piece that is written, before it is. */
function onWrite(socket: Socket, tell: () => void): void {
  const write = socket.write.bind(socket) as (...piece: unknown[]) => boolean;
  socket.write = (...piece: unknown[]) => {
    tell();
    return write(...piece);
  };
}

function silentError(): Error {
  return Object.assign(new Error("the server was silent for too long"), { code: "ETIMEDOUT" });
}
