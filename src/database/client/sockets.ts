/*
 * This file opens the sockets of the driver, for two reasons. The driver reconnects without a pause to an address that
 * accepts connections and closes them, like a proxy whose server is down (porsager/postgres#1193), or to a standby that
 * it refuses. The driver has no deadline for the answer of a frozen server.
 */

import { connect, type Socket } from "node:net";

/** The sockets of one pool. */
export type Sockets = ReturnType<typeof createSockets>;

/** A local socket, or a port of a host. */
export type SocketTarget =
  | { readonly path: string }
  | { readonly host: string; readonly port: number };

/** Makes the sockets for the driver. Of several targets, the next one follows when a connection to one has ended. */
export function createSockets(
  targets: readonly [SocketTarget, ...SocketTarget[]],
  clock: () => number = () => performance.now(),
) {
  const traffic = new Map<Socket, Traffic>();
  let newest: Socket | null = null;
  let mayOpenAt = -Infinity;
  let index = 0;
  let isClosed = false;
  // Not by events: the driver removes every listener when it starts TLS.
  const forgetEnded = () => {
    for (const [socket, { openedAt }] of traffic) {
      if (!socket.destroyed) continue;
      traffic.delete(socket);
      mayOpenAt = Math.max(mayOpenAt, openedAt + pauseMilliseconds);
    }
  };
  const poll = () => {
    forgetEnded();
    for (const [socket, known] of traffic) traffic.set(socket, trafficOf(socket, known, clock()));
  };
  const polling = setInterval(poll, 250).unref();
  return {
    /** For the driver's option `socket`: makes the socket of each connection. */
    async open(): Promise<Socket> {
      if (newest?.destroyed === true) {
        index = (index + 1) % targets.length;
        newest = null;
      }
      forgetEnded();
      const pause = Math.ceil(mayOpenAt - clock());
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      // With several hosts, the driver would connect again without end, also after its end.
      if (isClosed) throw new Error("the pool is closed");
      const target = targets[index] ?? targets[0];
      const socket = connect(target);
      newest = socket;
      const openedAt = clock();
      traffic.set(socket, { openedAt, read: 0, written: 0, isAwaited: true, since: openedAt });
      if (targets.length > 1) setTimeout(passOver, silentMilliseconds, socket).unref();
      if (!("host" in target)) return socket;
      // For TLS, the driver reads host and port from the socket.
      const { host, port } = target;
      return Object.assign(socket, { host, port });
    },
    /** Destroys the connections that have received nothing for at least this time. */
    destroySilentFor(milliseconds: number) {
      poll();
      const message = "the server was silent for too long";
      for (const [socket, { since }] of traffic) {
        if (clock() - since < milliseconds) continue;
        socket.destroy(Object.assign(new Error(message), { code: "ETIMEDOUT" }));
      }
    },
    /** Destroys the connections that are open now. */
    destroyAll() {
      const message = "the connection was closed: its server does not answer";
      for (const socket of traffic.keys()) {
        socket.destroy(Object.assign(new Error(message), { code: "ECONNABORTED" }));
      }
    },
    close() {
      isClosed = true;
      clearInterval(polling);
      for (const socket of traffic.keys()) socket.destroy();
    },
  };
}

/** After this time without an answer, the next of several hosts is tried; the driver would fail the statement. */
const silentMilliseconds = 1000;

function passOver(socket: Socket): void {
  if (socket.bytesRead > 0 || socket.destroyed) return;
  socket.destroy(Object.assign(new Error("the host does not answer"), { code: "ETIMEDOUT" }));
}

/** The shortest time from a connection that has ended, because it was refused or is a standby's, to the next one. */
const pauseMilliseconds = 250;

/** The counts of octets that a socket has read and written. `since` is the last read, or the first write after it. */
interface Traffic {
  readonly openedAt: number;
  readonly read: number;
  readonly written: number;
  readonly isAwaited: boolean;
  readonly since: number;
}

function trafficOf(socket: Socket, known: Traffic, now: number): Traffic {
  const { bytesRead: read, bytesWritten: written } = socket;
  if (read !== known.read) return { ...known, read, written, isAwaited: false, since: now };
  // Further writes do not prolong the wait for an answer.
  if (written === known.written || known.isAwaited) return known;
  return { ...known, read, written, isAwaited: true, since: now };
}
