import { createServer, type RequestListener, type Server } from "node:http";
import type { Log } from "#log.ts";
import { answerRawFailures } from "./raw-answers.ts";

/** How long a connection is waited for. */
export interface ConnectionTimeouts {
  /** For the whole head of a request, from its first byte or from the connection. */
  readonly headMilliseconds: number;
  /** For a whole request, its body included. */
  readonly requestMilliseconds: number;
  /** For the next request, once one was answered. */
  readonly idleMilliseconds: number;
  /** For the client to take any of an answer, or to send any of a request. */
  readonly stallMilliseconds: number;
}

/** A server whose every answer is the listener's own or has its form. Not yet listening. */
export function createHttpServer(
  listener: RequestListener,
  log: Log,
  timeouts: ConnectionTimeouts,
): Server {
  const shortest = Math.min(timeouts.headMilliseconds, timeouts.requestMilliseconds);
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      // A missing Host is answered in our own words.
      requireHostHeader: false,
      headersTimeout: timeouts.headMilliseconds,
      requestTimeout: timeouts.requestMilliseconds,
      keepAliveTimeout: timeouts.idleMilliseconds,
      connectionsCheckingInterval: Math.min(1000, shortest),
    },
    listener,
  );
  // Fields beyond a maximum would be dropped in silence, a second key among them; their size bounds them.
  server.maxHeadersCount = 0;
  server.timeout = timeouts.stallMilliseconds;
  answerRawFailures(server, log);
  // Expectations are ignored: nothing but the answer itself leaves a listener.
  for (const expectation of ["checkExpectation", "checkContinue"]) {
    server.on(expectation, (request, response) => server.emit("request", request, response));
  }
  return server;
}
