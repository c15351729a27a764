import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The open connections of a server, each with its unfinished responses in the order of their requests. */
export type Connections = ReadonlyMap<Socket, ReadonlySet<ServerResponse>>;

/** Tracks the connections that a server accepts from now on. */
export function trackConnections(server: Server): Connections {
  const connections = new Map<Socket, Set<ServerResponse>>();
  server.on("connection", (socket) => {
    const responses = new Set<ServerResponse>();
    connections.set(socket, responses);
    socket.once("close", () => {
      connections.delete(socket);
      // Node emits `close` for the response that owns the socket alone. Pipelined responses behind it
      // have to end as well, or their work would go on.
      setImmediate(() => {
        for (const response of responses) response.emit("close");
      });
    });
  });
  server.prependListener("request", (request, response) => {
    const responses = connections.get(request.socket);
    responses?.add(response);
    // First of all listeners, so that the others see what is left.
    response.prependOnceListener("close", () => responses?.delete(response));
  });
  return connections;
}
