import type { ServerResponse } from "node:http";

/** Answers with a whole text and its length. `headers` has its media type. */
export function sendText(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): void {
  const body = Buffer.from(text);
  response.writeHead(status, { ...headers, "Content-Length": body.length }).end(body);
}
