/*
 * This file opens the sockets of the driver, for three reasons. The driver reconnects without a pause to an address
 * that accepts connections and closes them, like a proxy whose server is down (porsager/postgres#1193). The driver has
 * no deadline for the answer of a frozen server. For each connection, it tries several hosts one after the other.
 */

import { connect, Socket } from "node:net";

/** The sockets of one pool. */
export type Sockets = ReturnType<typeof createSockets>;

/** A local socket, or a port of a host. */
export type SocketTarget =
  | { readonly path: string }
  | { readonly host: string; readonly port: number };

/** Makes the sockets for the driver. `choose` resolves to the next address; its error fails the connection. */
export function createSockets(
  choose: () => Promise<SocketTarget>,
  clock: () => number = () => performance.now(),
) {
  const traffic = new Map<Socket, Traffic>();
  let notBefore = 0;
  // Counters are polled, because the driver removes every listener when it starts TLS.
  const poll = () => {
    for (const [socket, known] of traffic) {
      if (socket.destroyed) traffic.delete(socket);
      else traffic.set(socket, trafficOf(socket, known, clock()));
    }
  };
  const polling = setInterval(poll, 250).unref();
  return {
    /** For the driver's option `socket`: makes the socket of each connection. */
    async open(): Promise<Socket> {
      const pause = notBefore - clock();
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      const target = await choose().catch((error: unknown) => ({ error: error as Error }));
      // The driver always gets a socket, before it is connected: after a rejection here, the pool would have one
      // connection less.
      if ("error" in target) return failedSocket(target.error);
      const socket = connect(target);
      traffic.set(socket, { read: 0, written: 0, isAwaited: true, since: clock() });
      socket.once("close", () => {
        if (socket.bytesRead === 0) notBefore = clock() + 250;
      });
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
      const message = "the connection was closed: its server is not the one to use any more";
      for (const socket of traffic.keys()) {
        socket.destroy(Object.assign(new Error(message), { code: "ECONNABORTED" }));
      }
    },
    close() {
      clearInterval(polling);
      for (const socket of traffic.keys()) socket.destroy();
    },
  };
}

/** A socket that fails when the driver has added its listeners. */
function failedSocket(error: Error): Socket {
  const socket = new Socket();
  setImmediate(() => socket.destroy(error));
  return socket;
}

/** The counts of octets that a socket has read and written. `since` is the last read, or the first write after it. */
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
