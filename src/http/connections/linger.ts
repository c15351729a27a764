import type { Socket } from "node:net";

/**
 * Ends a connection after a last text, and discards further bytes of its client: the kernel resets a connection that is
 * closed with unread bytes, and the client might lose its answer. After two seconds or 16 MiB the client is
 * disconnected.
 */
export function linger(socket: Socket, lastText = ""): void {
  const bytesBefore = socket.bytesRead;
  const endAt = performance.now() + lingerMilliseconds;
  socket.end(lastText);
  const timer = setInterval(() => {
    const isLate = performance.now() >= endAt;
    if (isLate || socket.bytesRead - bytesBefore > lingerBytes) socket.destroy();
  }, checkMilliseconds);
  socket.once("close", () => clearInterval(timer));
}

const lingerMilliseconds = 2000;
const lingerBytes = 16 * 2 ** 20;
const checkMilliseconds = 100;
