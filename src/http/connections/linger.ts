import type { Socket } from "node:net";

/**
 * Ends a connection after a last text, and reads what its client still sends for a while: closed with unread bytes,
 * the kernel would reset the connection, and the client might never read its answer. A client that sends on is cut,
 * after two seconds or 16 MiB.
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
