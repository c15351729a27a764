import { connect as connectSocket, type Socket } from "node:net";

/** The sockets of one pool. */
export interface Sockets {
  /** What the driver asks for each connection it makes. */
  open(options: SocketTarget): Promise<Socket>;
  /** Throws away every connection over which nothing has come for at least so long. */
  destroySilentFor(milliseconds: number): void;
  /** Throws all of them away. */
  destroyAll(): void;
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
export function createSockets(clock: () => number = () => performance.now()): Sockets {
  const traffic = new Map<Socket, Traffic>();
  let notBefore = 0;
  let opened = 0;
  // Counters are looked at from time to time, for over TLS the driver takes every listener away.
  const look = () => {
    for (const [socket, known] of traffic) {
      if (socket.destroyed) traffic.delete(socket);
      else traffic.set(socket, trafficOf(socket, known, clock()));
    }
    if (traffic.size === 0) {
      clearInterval(looking);
      looking = undefined;
    }
  };
  let looking: NodeJS.Timeout | undefined;
  return {
    async open({ host, port, path }) {
      const pause = notBefore - clock();
      // Keeps no process alive that ends its pool meanwhile.
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      const place = opened % host.length;
      opened += 1;
      const address = { host: host[place] ?? "", port: port[place] ?? 0 };
      const socket = connectSocket(typeof path === "string" ? { path } : address);
      traffic.set(socket, { read: 0, written: 0, isResting: false, since: clock() });
      looking ??= setInterval(look, lookMilliseconds).unref();
      socket.once("close", () => {
        if (socket.bytesRead === 0) notBefore = clock() + pauseMilliseconds;
      });
      // For TLS the driver asks the socket where it leads.
      return Object.assign(socket, typeof path === "string" ? {} : address);
    },
    destroySilentFor(milliseconds) {
      look();
      for (const [socket, { since }] of traffic) {
        if (clock() - since >= milliseconds) socket.destroy(silentError());
      }
    },
    destroyAll() {
      for (const socket of traffic.keys()) socket.destroy();
      look();
    },
  };
}

/** What has passed over a connection, in octets. */
interface Traffic {
  readonly read: number;
  readonly written: number;
  /** Nothing was written since something was read. */
  readonly isResting: boolean;
  /** When something was last read, or written over it at rest. */
  readonly since: number;
}

/** What is written while an answer is waited for does not make the wait a new one. */
function trafficOf(socket: Socket, known: Traffic, now: number): Traffic {
  const { bytesRead: read, bytesWritten: written } = socket;
  if (read !== known.read) return { read, written, isResting: true, since: now };
  if (written === known.written) return known;
  return { read, written, isResting: false, since: known.isResting ? now : known.since };
}

/** Less than what a statement is given beyond its time; see `lifeline.ts`. */
const lookMilliseconds = 250;

const pauseMilliseconds = 250;

function silentError(): Error {
  return Object.assign(new Error("the server was silent for too long"), { code: "ETIMEDOUT" });
}
