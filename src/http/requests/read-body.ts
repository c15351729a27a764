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

/** True if the client sends its body only after an interim response. HTTP/1.0 has none (RFC 9110, 10.1.1). */
export function isWaitingToContinue({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === "1.1" && headers.expect?.toLowerCase() === "100-continue";
}
