import type { Socket } from "node:net";

export type RequestPacing = ReturnType<typeof createRequestPacing>;

/**
 * Keeps the iterations of the event loop short. Node accepts one connection in each iteration: while a thousand
 * connections have a request each, the next connection would wait for a thousand long iterations.
 */
export function createRequestPacing() {
  /** Waiting requests by connection, in the order in which they begin. */
  const waiting = new Map<Socket, (() => void)[]>();
  let isScheduled = false;
  let hasAccepted = false;
  const trusted = new WeakSet<Socket>();
  const trustedOfKey = new Map<string, number>();
  const pause = (socket: Socket) => {
    if (waiting.has(socket)) socket.pause();
  };
  const beginAll = (socket: Socket) => {
    const requests = waiting.get(socket) ?? [];
    if (waiting.delete(socket)) socket.resume();
    for (const begin of requests) begin();
  };
  const run = () => {
    const until = performance.now() + (hasAccepted ? 0 : iterationMilliseconds);
    hasAccepted = false;
    for (const [socket, requests] of waiting) {
      const begin = requests.shift();
      waiting.delete(socket);
      if (!socket.destroyed) {
        if (requests.length > 0) waiting.set(socket, requests);
        else socket.resume();
        begin?.();
      }
      if (performance.now() >= until) break;
    }
    isScheduled = waiting.size > 0;
    if (isScheduled) setImmediate(run);
  };
  return {
    /** Call it for each accepted connection. */
    connectionAccepted() {
      hasAccepted = true;
    },
    /**
     * Calls `begin` at once on a trusted connection. Other connections take turns, two milliseconds in each iteration,
     * and are not read meanwhile: Node closes a connection whose client has ended before the answer begins.
     */
    schedule(socket: Socket, begin: () => void): void {
      const requests = waiting.get(socket) ?? [];
      const hasRoom = requests.length > 0 || waiting.size < connectionsBound;
      if (trusted.has(socket) || !hasRoom) return begin();
      // The parser resumes reading at the end of a request.
      if (requests.length === 0) process.nextTick(pause, socket);
      requests.push(begin);
      waiting.set(socket, requests);
      if (requests.length > requestsBound) return beginAll(socket);
      if (!isScheduled) setImmediate(run);
      isScheduled = true;
    },
    /** Begins the waiting requests of a connection. */
    beginAll,
    /** Trusts a connection of a key in force; at most 64 of a key at a time. */
    trust(socket: Socket, keyId: string) {
      const count = trustedOfKey.get(keyId) ?? 0;
      if (trusted.has(socket) || socket.destroyed || count >= trustedBound) return;
      trusted.add(socket);
      trustedOfKey.set(keyId, count + 1);
      socket.once("close", () => {
        const left = (trustedOfKey.get(keyId) ?? 1) - 1;
        if (left === 0) trustedOfKey.delete(keyId);
        else trustedOfKey.set(keyId, left);
      });
    },
  };
}

const iterationMilliseconds = 2;

const trustedBound = 64;

/** If more connections wait, further requests begin at once. */
const connectionsBound = 4096;

/** If more requests of a connection wait, they begin at once: a client that pipelines must not fill the memory. */
const requestsBound = 16;
