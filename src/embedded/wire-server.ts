import { once } from "node:events";
import { type Socket, createServer } from "node:net";
import type { Session, SessionQueue } from "./session-queue.ts";
import { commandStartupMessage, createMessageReader, terminateMessage } from "./wire-protocol.ts";

/**
 * Listens on a local socket and speaks PostgreSQL's wire protocol there. Connections are accepted once
 * this resolves, and answered once `serve` is called: a client that connects while the database starts
 * waits, and its connection closes if the start fails.
 */
export async function openWireServer(path: string) {
  const sockets = new Set<Socket>();
  const commands = new Set<Socket>();
  const unanswered: Socket[] = [];
  let queue: SessionQueue | null = null;

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      commands.delete(socket);
    });
    // "close" follows every error.
    socket.on("error", () => undefined);
    if (queue === null) unanswered.push(socket);
    else serveConnection(socket, queue, commands);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      resolve();
    });
  });

  return {
    /** Resolves when no command is connected. */
    async commandsEnded() {
      for (;;) {
        const [command] = commands;
        if (command === undefined) return;
        await once(command, "close");
      }
    },
    serve(started: SessionQueue) {
      queue = started;
      for (const socket of unanswered.splice(0)) serveConnection(socket, started, commands);
    },
    /** Closes every connection; the socket is gone when this resolves. */
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function serveConnection(socket: Socket, queue: SessionQueue, commands: Set<Socket>): void {
  const readMessages = createMessageReader();
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
      for (const { kind, bytes } of readMessages(chunk)) {
        if (kind === "startup") {
          if (bytes.equals(commandStartupMessage)) commands.add(socket);
          socket.write(queue.greeting);
        } else if (kind === "encryption") socket.write("N");
        // The only backend cannot be interrupted in a query.
        else if (kind === "cancel") socket.end();
        else queue.receive(session, bytes);
      }
    } catch {
      socket.destroy();
    }
  });
  // A connection that ends without Terminate also ends its transaction.
  socket.on("close", () => queue.receive(session, terminateMessage));
}
