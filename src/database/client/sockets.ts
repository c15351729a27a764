import { connect, type Socket } from "node:net";

/** The sockets of one pool. */
export interface Sockets {
  /** The driver's option `socket`: makes the socket of each connection. */
  open(options: SocketTarget): Promise<Socket>;
  /** Destroys the connections over which nothing has come for at least this time. */
  destroySilentFor(milliseconds: number): void;
  destroyAll(): void;
}

/** The driver's options. The lists of hosts and of ports are equally long. */
export interface SocketTarget {
  readonly host: readonly string[];
  readonly port: readonly number[];
  readonly path?: string | false | undefined;
}

/**
 * Makes the sockets in place of the driver, for two reasons. The driver reconnects without a pause to an address that
 * accepts connections and closes them, like a proxy whose server is down (porsager/postgres#1193). And it
 * waits for ever for the answer of a frozen server.
 */
export function createSockets(clock: () => number = () => performance.now()): Sockets {
  const traffic = new Map<Socket, Traffic>();
  let notBefore = 0;
  let opened = 0;
  // Counters are polled, because the driver removes every listener when it starts TLS.
  const poll = () => {
    for (const [socket, known] of traffic) {
      if (socket.destroyed) traffic.delete(socket);
      else traffic.set(socket, trafficOf(socket, known, clock()));
    }
  };
  const polling = setInterval(poll, 250).unref();
  return {
    async open({ host, port, path }) {
      const pause = notBefore - clock();
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      const index = opened++ % host.length;
      const target =
        typeof path === "string" ? { path } : { host: host[index] ?? "", port: port[index] ?? 0 };
      // The driver gets the socket while it connects: a rejection here would cost the pool a connection.
      const socket = connect(target);
      traffic.set(socket, { read: 0, written: 0, isAwaited: true, since: clock() });
      socket.once("close", () => {
        if (socket.bytesRead === 0) notBefore = clock() + 250;
      });
      // For TLS, the driver reads host and port from the socket.
      return Object.assign(socket, "host" in target ? target : {});
    },
    destroySilentFor(milliseconds) {
      poll();
      const message = "the server was silent for too long";
      for (const [socket, { since }] of traffic) {
        if (clock() - since < milliseconds) continue;
        socket.destroy(Object.assign(new Error(message), { code: "ETIMEDOUT" }));
      }
    },
    destroyAll() {
      clearInterval(polling);
      for (const socket of traffic.keys()) socket.destroy();
    },
  };
}

/** What has passed over a socket, in octets. `since` is the last read, or the first write after it. */
interface Traffic {
  readonly read: number;
  readonly written: number;
  readonly isAwaited: boolean;
  readonly since: number;
}

function trafficOf(socket: Socket, known: Traffic, now: number): Traffic {
  const { bytesRead: read, bytesWritten: written } = socket;
  if (read !== known.read) return { read, written, isAwaited: false, since: now };
  // Further writes do not prolong the wait for an answer.
  if (written === known.written || known.isAwaited) return known;
  return { read, written, isAwaited: true, since: now };
}
