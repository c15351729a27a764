import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Connections } from "./connections.ts";

/**
 * The returned function accepts no further connection, answers every request that has arrived, and closes each
 * connection after its last answer, at the latest after `deadlineMilliseconds`; then it resolves. Node's own `close`
 * lets a kept connection send requests without end, and cuts answers to slow readers.
 */
export function createShutdown(server: Server, connections: Connections) {
  let isStopping = false;
  server.prependListener("request", (_request, response) => {
    if (isStopping) response.setHeader("Connection", "close");
  });
  return async (deadlineMilliseconds: number): Promise<void> => {
    isStopping = true;
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(server, () => resolve());
    });
    const deadline = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy();
    }, deadlineMilliseconds);
    for (const { responses } of connections.values()) {
      const last = [...responses].at(-1);
      if (last?.headersSent === false) last.setHeader("Connection", "close");
    }
    // A request that has arrived on an idle connection is read before the connection is closed.
    await nextTurn();
    await nextTurn();
    for (const [socket, { responses }] of connections) {
      const last = [...responses].at(-1);
      if (last === undefined) socket.destroySoon();
      else last.once("close", () => socket.destroySoon());
    }
    await closed;
    clearTimeout(deadline);
    // Ends the timer by which the server checks its connections for timeouts.
    server.close();
  };
}
