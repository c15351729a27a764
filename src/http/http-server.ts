import { createServer, type RequestListener, type Server } from "node:http";
import { mostHeadOctets } from "./begun-head.ts";
import { followConnections } from "./connections.ts";
import { answerRawFailures, type RawAnswerOptions } from "./client-errors.ts";
import { createStop, type StopServer } from "./shutdown.ts";

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

export interface HttpServer {
  readonly server: Server;
  readonly stop: StopServer;
}

export interface HttpServerOptions extends RawAnswerOptions {
  readonly timeouts: ConnectionTimeouts;
}

/** A server whose every answer is the listener's own or has its form. Not yet listening. */
export function createHttpServer(
  listener: RequestListener,
  { timeouts, ...options }: HttpServerOptions,
): HttpServer {
  const shortest = Math.min(timeouts.headMilliseconds, timeouts.requestMilliseconds);
  const server = createServer(
    {
      // More than a head may hold: one that is too long, but not by far, is known before it is refused.
      maxHeaderSize: 4 * mostHeadOctets,
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
  const connections = followConnections(server);
  answerRawFailures(server, connections, options);
  // Expectations are ignored: nothing but the answer itself leaves a listener.
  for (const expectation of ["checkExpectation", "checkContinue"]) {
    server.on(expectation, (request, response) => server.emit("request", request, response));
  }
  return { server, stop: createStop(server, connections) };
}
