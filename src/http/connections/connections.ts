import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Connection {
  /** The last request, until it has arrived whole and is answered. */
  latest: IncomingMessage | null;
  /** Unfinished responses, in the order of their requests. */
  readonly responses: Set<ServerResponse>;
}

export type Connections = ReadonlyMap<Socket, Readonly<Connection>>;

/** Tracks the connections that a server accepts from now on. */
export function trackConnections(server: Server): Connections {
  const connections = new Map<Socket, Connection>();
  server.on("connection", (socket) => {
    // A connection that is read by a new parser is emitted again.
    if (connections.has(socket)) return;
    const responses = new Set<ServerResponse>();
    connections.set(socket, { latest: null, responses });
    socket.once("close", () => {
      connections.delete(socket);
      // Node emits `close` only for the response that owns the socket. Pipelined responses behind it
      // have to end as well, or their work would go on.
      setImmediate(() => {
        for (const response of responses) response.emit("close");
      });
    });
  });
  server.prependListener("request", (request, response) => {
    const connection = connections.get(request.socket);
    if (connection === undefined) return;
    connection.latest = request;
    connection.responses.add(response);
    // Otherwise an idle connection would keep all objects of its last request in memory.
    const forget = () => {
      const isOver = request.complete && !connection.responses.has(response);
      if (isOver && connection.latest === request) connection.latest = null;
    };
    // It runs before all other listeners, so that they get the remaining responses.
    response.prependOnceListener("close", () => {
      connection.responses.delete(response);
      forget();
    });
    request.once("close", forget);
  });
  return connections;
}
