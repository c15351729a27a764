import type { IncomingMessage } from "node:http";

/** Reads a body; null beyond `bytesBound`. Rejects when the signal is aborted or the connection ends first. */
export function readBody(
  request: IncomingMessage,
  bytesBound: number,
  signal: AbortSignal,
): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    let parts: Buffer[] = [];
    let length = 0;
    request.on("data", (part: Buffer) => {
      length += part.length;
      if (length > bytesBound) {
        parts = [];
        resolve(null);
      } else {
        parts.push(part);
      }
    });
    request.once("end", () => resolve(Buffer.concat(parts)));
    request.once("error", reject);
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
