import type { ServerResponse } from "node:http";

/** Answers with a whole text and its length. `headers` names its media type. */
export function sendText(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): void {
  const body = Buffer.from(text);
  response.writeHead(status, { ...headers, "Content-Length": body.length }).end(body);
}

/** Answers 200 with a value as JSON. */
export function sendJson(response: ServerResponse, value: unknown): void {
  const text = JSON.stringify(value);
  const length = Buffer.byteLength(text);
  response.writeHead(200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": length,
  });
  // Without the flush, Node copies header and body into one text before it sends them.
  response.cork();
  response.flushHeaders();
  // A text of one-byte characters needs no encoding.
  response.end(text, length === text.length ? "latin1" : "utf8");
}
