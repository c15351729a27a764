import { createServer, type RequestListener } from "node:http";
import { answerClientErrors, type ClientErrorOptions } from "./client-errors.ts";
import { trackConnections } from "./connections.ts";
import { closeAfterEarlyAnswers } from "./early-answers.ts";
import { ignoreUpgrades } from "./ignored-upgrades.ts";
import { headBytesBound } from "../requests/request-checks.ts";
import { createShutdown } from "./shutdown.ts";

/** The times after which a connection is closed, in milliseconds. */
export interface ConnectionTimeouts {
  /** The whole head of a request, from its first byte or from the start of the connection. */
  readonly headMilliseconds: number;
  /** A whole request with its body. */
  readonly requestMilliseconds: number;
  /** The pause until the next request on a kept connection. */
  readonly idleMilliseconds: number;
  /** The longest time in which a client neither reads a part of an answer nor sends a part of a request. */
  readonly stallMilliseconds: number;
}

export type HttpServer = ReturnType<typeof createHttpServer>;

/** Every answer of the server comes from `listener` or has the same form. The server does not listen yet. */
export function createHttpServer(
  listener: RequestListener,
  { timeouts, ...options }: ClientErrorOptions & { readonly timeouts: ConnectionTimeouts },
) {
  const shortest = Math.min(timeouts.headMilliseconds, timeouts.requestMilliseconds);
  const server = createServer({
    // Larger than our own bound, so that `refuseMalformed` answers a head that is a little too long.
    maxHeaderSize: 4 * headBytesBound,
    // `refuseMalformed` also answers a missing Host.
    requireHostHeader: false,
    headersTimeout: timeouts.headMilliseconds,
    requestTimeout: timeouts.requestMilliseconds,
    keepAliveTimeout: timeouts.idleMilliseconds,
    connectionsCheckingInterval: Math.min(1000, shortest),
  });
  // Node would drop header fields beyond a maximum, a second key among them. Their size is bounded instead.
  server.maxHeadersCount = 0;
  server.timeout = timeouts.stallMilliseconds;
  server.on("connection", options.pacing.connectionAccepted);
  closeAfterEarlyAnswers(server, listener);
  const connections = trackConnections(server);
  answerClientErrors(server, connections, options);
  ignoreUpgrades(server, connections);
  // An unknown `Expect` is ignored (docs/contract.md, 2.2).
  for (const expectation of ["checkExpectation", "checkContinue"]) {
    server.on(expectation, (request, response) => server.emit("request", request, response));
  }
  return { server, shutdown: createShutdown(server, connections) };
}
