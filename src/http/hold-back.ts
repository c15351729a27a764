import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** When a refused client may come again, as its answer says. */
export const retrySeconds = 2;

/**
 * Reads nothing more from a connection whose request was refused for most of the time it was told to wait.
 * Who waits does not notice. Who asks again at once would be refused again, and a thousand of these
 * would leave no time for the requests that were admitted.
 */
export function holdBack(
  { socket }: IncomingMessage,
  response: ServerResponse,
  lane: string,
): void {
  response.once("close", () => {
    if (socket.destroyed) return;
    socket.pause();
    const goOn = () => {
      readAgain.set(socket, lane);
      socket.resume();
      // What lies there is read before this turn of the event loop ends.
      setImmediate(() => readAgain.delete(socket));
    };
    // Of chance length, so that those that were refused together do not come together again.
    setTimeout(goOn, retrySeconds * 1000 * (0.5 + Math.random() / 2)).unref();
  });
}

/**
 * Whether a request came before its connection was read again: it was there the moment it was. That of another
 * lane did not: a proxy sends the requests of many over one connection.
 */
export function cameEarly({ socket }: IncomingMessage, lane: string): boolean {
  return readAgain.get(socket) === lane;
}

/** Connections that are being read again, with the lane of the request that was refused. */
const readAgain = new WeakMap<Socket, string>();
