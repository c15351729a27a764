import type { IncomingMessage, RequestListener, Server } from "node:http";

/**
 * Lets requests wait that `isKnown` does not tell, such as those without a key; the others are worked on at once. Those that wait
 * begin first in first out, in each turn of the event loop as many as two milliseconds allow.
 *
 * A turn accepts one connection. In a turn that did, only one of those that wait begins: the next connection to accept may be that
 * of a known key, behind a thousand others, and with long turns it would wait for minutes.
 */
export function letUnknownWait(
  server: Server,
  listener: RequestListener,
  isKnown: (request: IncomingMessage) => boolean,
): RequestListener {
  const waiting: Parameters<RequestListener>[] = [];
  let hasAccepted = false;
  server.on("connection", () => (hasAccepted = true));
  const work = () => {
    const until = performance.now() + (hasAccepted ? 0 : turnMilliseconds);
    hasAccepted = false;
    let begun = 0;
    do {
      const next = waiting[begun];
      begun += 1;
      // The connection of one that waits may have ended.
      if (next !== undefined && !next[0].socket.destroyed) listener(...next);
    } while (begun < waiting.length && performance.now() < until);
    waiting.splice(0, begun);
    if (waiting.length > 0) setImmediate(work);
  };
  return (request, response) => {
    if (isKnown(request)) return listener(request, response);
    waiting.push([request, response]);
    if (waiting.length === 1) setImmediate(work);
  };
}

const turnMilliseconds = 2;
