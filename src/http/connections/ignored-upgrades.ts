import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Connections } from "./connections.ts";

/**
 * Answers a request with `Upgrade` as one without it (RFC 9110, 7.8), and what is pipelined behind it. Node's parser
 * skips the rest of a packet behind such a request, unless the server takes the connection. So the server takes it, and
 * a new parser reads the request again without the field, once the requests before it are answered.
 */
export function ignoreUpgrades(server: Server, connections: Connections): void {
  server.on("upgrade", (request, socket: Socket, rest: Buffer) => {
    const unread = [headWithoutUpgrade(request), rest];
    const keep = (chunk: Buffer) => {
      unread.push(chunk);
      socket.pause();
    };
    // Nobody else listens to the socket until it has a parser again, and pacing may resume it.
    const disconnect = () => socket.destroy();
    socket.on("data", keep).on("error", disconnect).on("timeout", disconnect).pause();
    const readAgain = () => {
      if (!socket.writable) return;
      socket.off("data", keep).off("error", disconnect).off("timeout", disconnect);
      for (const chunk of unread.toReversed()) socket.unshift(chunk);
      server.emit("connection", socket);
      socket.resume();
    };
    const before = [...(connections.get(socket)?.responses ?? [])].at(-1);
    if (before === undefined) readAgain();
    else before.once("close", readAgain);
  });
}

function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const fields = rawHeaders.flatMap((name, index) =>
    index % 2 === 1 || name.toLowerCase() === "upgrade"
      ? []
      : `${name}: ${rawHeaders[index + 1]}\r\n`,
  );
  return Buffer.from(`${method} ${url} HTTP/${httpVersion}\r\n${fields.join("")}\r\n`, "latin1");
}
