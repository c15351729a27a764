import { connect } from "node:net";
import { startupMessage } from "./wire-protocol.ts";
import { hasErrorCode } from "../system/error-code.ts";

/**
 * Connects to the owner's socket and waits until the database answers: it may still be starting. Null if no process
 * listens, or if the owner ended before it answered. Throws if the socket cannot be used, and the reason of `signal` if
 * that is aborted first.
 */
export function joinOwner(socketPath: string, signal: AbortSignal): Promise<OwnerLink | null> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path: socketPath });
    const abort = () => socket.destroy();
    signal.addEventListener("abort", abort);
    const lost = new Promise<void>((ended) => socket.once("close", () => ended()));
    socket.once("connect", () => socket.write(startupMessage));
    socket.once("data", () => {
      signal.removeEventListener("abort", abort);
      // Stays open, because it ends with the owner; it does not keep this process running.
      socket.resume();
      socket.unref();
      resolve({ lost, leave: () => socket.destroy() });
    });
    socket.once("close", () => {
      signal.removeEventListener("abort", abort);
      if (signal.aborted) reject(signal.reason);
      else resolve(null);
    });
    socket.on("error", (error) => {
      if (!hasErrorCode(error, ...absenceCodes)) reject(error);
    });
  });
}

export interface OwnerLink {
  /** Resolves when the owner ends its database, or after `leave`. */
  readonly lost: Promise<void>;
  leave(): void;
}

/** No socket, a socket whose process has ended, or one that ended during the conversation. */
const absenceCodes = ["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE"];
