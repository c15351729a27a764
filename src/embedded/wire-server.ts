import { type Server, type Socket, createServer } from "node:net";
import { createFrameReader } from "./wire-frames.ts";
import { terminateMessage } from "./wire-messages.ts";
import type { Session, Turns } from "./wire-sessions.ts";

/**
 * Listens on a local socket and speaks the PostgreSQL wire protocol there. Connections are accepted
 * as soon as this resolves, and their start-up message is answered once `serve` is called: whoever
 * connects while the database starts waits, and is cut off if it does not come up.
 */
export async function openWireServer(path: string): Promise<WireServer> {
  const sockets = new Set<Socket>();
  const arrivals: Socket[] = [];
  let turns: Turns | null = null;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A reset is followed by "close".
    socket.on("error", () => undefined);
    if (turns === null) arrivals.push(socket);
    else converse(socket, turns);
  });
  await listen(server, path);

  return {
    get connections() {
      return sockets.size;
    },
    serve(started) {
      turns = started;
      for (const socket of arrivals.splice(0)) converse(socket, started);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export interface WireServer {
  /** How many there are now. */
  readonly connections: number;
  serve(turns: Turns): void;
  /** Cuts every connection; the socket is gone when this resolves. */
  close(): Promise<void>;
}

function converse(socket: Socket, turns: Turns): void {
  const readFrames = createFrameReader();
  const session: Session = {
    messages: [],
    statements: new Set(),
    reply(parts) {
      if (!socket.writable) return;
      socket.cork();
      for (const part of parts) socket.write(part);
      socket.uncork();
    },
  };

  socket.on("data", (chunk) => {
    try {
      for (const { kind, bytes } of readFrames(chunk)) {
        if (kind === "startup") socket.write(turns.greeting);
        else if (kind === "encryption") socket.write("N");
        // A query of the one backend cannot be interrupted.
        else if (kind === "cancel") socket.end();
        else turns.take(session, bytes);
      }
    } catch {
      socket.destroy();
    }
  });
  // However a connection ends, with or without Terminate, its transaction ends with it.
  socket.on("close", () => turns.take(session, terminateMessage));
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
