import type { Socket } from "node:net";

/**
 * Keeps the turns of the event loop short. Node accepts one connection in each turn: while a thousand connections have
 * a request for each, the next connection would wait for a thousand of long turns.
 */
export interface Turns {
  /** Notes that this turn has accepted a connection. */
  noteAccepted(): void;
  /**
   * Calls `begin` at once on a trusted connection. Others wait and take turns, two milliseconds in each turn. Meanwhile
   * nothing is read from them: Node closes a connection whose client has ended before the answer is begun.
   */
  take(socket: Socket, begin: () => void): void;
  /** Begins what waits of a connection: the parser refuses what follows. */
  beginAll(socket: Socket): void;
  /** Trusts a connection on which this key is in force; of each key at most 64 at a time. */
  trust(socket: Socket, keyId: string): void;
}

export function createTurns(): Turns {
  /** The requests that wait, by connection, in the order of their turns. */
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
    const until = performance.now() + (hasAccepted ? 0 : turnMilliseconds);
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
    noteAccepted() {
      hasAccepted = true;
    },
    take(socket, begin) {
      const requests = waiting.get(socket) ?? [];
      const hasRoom = requests.length > 0 || waiting.size < connectionsBound;
      if (trusted.has(socket) || !hasRoom) return begin();
      // At the end of a request, the parser has the connection read on.
      if (requests.length === 0) process.nextTick(pause, socket);
      requests.push(begin);
      waiting.set(socket, requests);
      if (requests.length > requestsBound) return beginAll(socket);
      if (!isScheduled) setImmediate(run);
      isScheduled = true;
    },
    beginAll,
    trust(socket, keyId) {
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

const turnMilliseconds = 2;

const trustedBound = 64;

/** The requests of further connections begin at once. */
const connectionsBound = 4096;

/** A connection with more waiting requests has them begin at once: a client that pipelines must not fill the memory. */
const requestsBound = 16;
