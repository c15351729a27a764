import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type BegunHead, followHead } from "./begun-head.ts";

/** An open connection, and what of it is not answered yet. */
export interface Connection {
  /** The request that was begun last, if any; its body may still be on its way. */
  latest: IncomingMessage | null;
  /** Answers that are not finished, in the order of their requests. */
  readonly underWay: Set<ServerResponse>;
  /** What has come of the next request. */
  readonly head: BegunHead;
}

/** The open connections of a server, from now on. */
export function followConnections(server: Server): ReadonlyMap<Socket, Connection> {
  const connections = new Map<Socket, Connection>();
  server.on("connection", (socket) => {
    const underWay = new Set<ServerResponse>();
    const head = followHead();
    connections.set(socket, { latest: null, underWay, head });
    // The parser reads first.
    socket.on("data", head.taken);
    socket.once("close", () => {
      connections.delete(socket);
      // Answers that still stand behind another one hear nothing of it from the server, and whoever
      // waits for their end would wait for ever.
      setImmediate(() => {
        for (const response of underWay) response.emit("close");
      });
    });
  });
  server.prependListener("request", (request, response) => {
    const connection = connections.get(request.socket);
    if (connection === undefined) return;
    connection.latest = request;
    connection.head.completed(request);
    connection.underWay.add(response);
    // Before whoever waits for its end looks at what is left.
    response.prependOnceListener("close", () => connection.underWay.delete(response));
  });
  return connections;
}
