import { connect } from "node:net";
import { startupMessage } from "./wire-messages.ts";

/**
 * Connects to the database that another process runs and waits until it answers: it may still be
 * starting. Null where nobody listens, or where the process ended before it answered. Throws where
 * the socket cannot be used, and the reason of `signal` where that ends the waiting.
 */
export function visitRunningDatabase(
  socketPath: string,
  signal: AbortSignal,
): Promise<Visit | null> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path: socketPath });
    const giveUp = () => socket.destroy();
    signal.addEventListener("abort", giveUp);
    const lost = new Promise<void>((ended) => socket.once("close", () => ended()));
    socket.once("connect", () => socket.write(startupMessage));
    socket.once("data", () => {
      signal.removeEventListener("abort", giveUp);
      // Kept open, for its end tells that the other process has ended; it keeps nothing alive.
      socket.resume();
      socket.unref();
      resolve({ lost, end: () => socket.destroy() });
    });
    socket.once("close", () => {
      signal.removeEventListener("abort", giveUp);
      if (signal.aborted) reject(signal.reason);
      else resolve(null);
    });
    socket.on("error", (error) => {
      if (!isEnding(error)) reject(error);
    });
  });
}

export interface Visit {
  /** Resolves when the other process ends its database, or when the visit is ended here. */
  readonly lost: Promise<void>;
  end(): void;
}

/** Whether somebody listens on a local socket, as opposed to having left it behind. */
export function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path: socketPath });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error) => {
      if (isEnding(error)) resolve(false);
      else reject(error);
    });
  });
}

/** No socket, a socket of a process that is gone, or one that went while it was being used. */
function isEnding(error: Error): boolean {
  return "code" in error && endingCodes.has(String(error.code));
}

const endingCodes = new Set(["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE"]);
