import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Connection } from "./connections.ts";

/** Stops a server; resolves once its last connection has ended, cut after so many milliseconds. */
export type StopServer = (cutAfterMilliseconds: number) => Promise<void>;

/**
 * A stop that cuts no request which has reached the server: nobody new is let in, what has arrived is
 * answered, the last answer of a connection says that it is, and the connection ends with it: what is
 * asked behind such an answer is to be asked again, as its `Connection: close` says. Node's
 * own stop lets connections that are kept alive ask on for ever, and closes those whose answer is
 * still on its way to a slow reader.
 */
export function createStop(
  server: Server,
  connections: ReadonlyMap<Socket, Connection>,
): StopServer {
  let isStopping = false;
  const endAfter = (socket: Socket, response: ServerResponse) => {
    if (!response.headersSent) response.setHeader("Connection", "close");
    response.once("close", () => endIfIdle(socket));
  };
  const endIfIdle = (socket: Socket) => {
    if (connections.get(socket)?.underWay.size === 0) socket.destroySoon();
  };
  server.prependListener("request", (request, response) => {
    if (isStopping) endAfter(request.socket, response);
  });

  return async (cutAfterMilliseconds) => {
    isStopping = true;
    const closed = new Promise<void>((resolve) => {
      // The server's own `close` would end idle connections, those it takes for idle among them.
      NetServer.prototype.close.call(server, () => resolve());
    });
    const cut = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy();
    }, cutAfterMilliseconds);
    for (const [socket, { underWay }] of connections) {
      const last = [...underWay].at(-1);
      if (last !== undefined) endAfter(socket, last);
    }
    // What lies unread in a connection that seems idle, or is held back, is a request that has arrived.
    for (const socket of connections.keys()) socket.resume();
    await nextTurn();
    await nextTurn();
    for (const socket of connections.keys()) endIfIdle(socket);
    await closed;
    clearTimeout(cut);
    // Nothing is left to close: this ends its looking after timeouts.
    server.close();
  };
}
