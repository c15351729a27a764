import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** When a refused client may come again, as its answer says. */
export const retrySeconds = 2;

/**
 * Reads nothing more from a connection whose request was refused, for most of the time it was told to
 * wait, and half of what a request may take at most. Who waits does not notice. Who asks again at once
 * would be refused again, and a thousand of these would leave no time for the requests that were admitted.
 */
export function holdBack(
  { socket }: IncomingMessage,
  response: ServerResponse,
  lane: string,
  deadlineMilliseconds: number,
): void {
  response.once("close", () => {
    if (socket.destroyed) return;
    socket.pause();
    const longest = Math.min(retrySeconds * 1000, deadlineMilliseconds / 2);
    // Of chance length, so that those that were refused together do not come together again.
    const milliseconds = longest * (0.5 + Math.random() / 2);
    const goOn = () => {
      readAgain.set(socket, { lane, milliseconds });
      socket.resume();
      // What lies there is read before this turn of the event loop ends.
      setImmediate(() => readAgain.delete(socket));
    };
    setTimeout(goOn, milliseconds).unref();
  });
}

/**
 * Whether a request came before its connection was read again: it was there the moment it was. That of another
 * lane did not: a proxy sends the requests of many over one connection.
 */
export function cameEarly({ socket }: IncomingMessage, lane: string): boolean {
  return readAgain.get(socket)?.lane === lane;
}

/** How long a request may have lain unread; its client has waited as long. */
export function unreadMilliseconds({ socket }: IncomingMessage): number {
  return readAgain.get(socket)?.milliseconds ?? 0;
}

/** Connections that are being read again, with the lane of the request that was refused, and how long they were not. */
const readAgain = new WeakMap<Socket, { readonly lane: string; readonly milliseconds: number }>();
