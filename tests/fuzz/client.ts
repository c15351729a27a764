import { Agent, type IncomingMessage, request } from "node:http";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

export type Field = readonly [name: string, value: string];

export interface Sent {
  readonly method: string;
  /** The target of the request line. */
  readonly target: string;
  /** As they are written, in this order; `Host` comes before them. */
  readonly fields: readonly Field[];
  readonly body: string | null;
}

export interface Received {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As it was before it was compressed. */
  readonly body: Buffer;
}

export interface Client {
  /** Rejects where no whole answer comes before the deadline. */
  send(sent: Sent): Promise<Received>;
  close(): void;
}

/** A client of one listener that keeps its connections, and lets nothing wait longer than is promised. */
export function createClient(url: string, deadlineMilliseconds: number): Client {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true });
  return {
    send: ({ method, target, fields, body }) =>
      new Promise((resolve, reject) => {
        const length: Field[] =
          body === null ? [] : [["Content-Length", String(Buffer.byteLength(body))]];
        const headers = [["Host", "localhost"] as const, ...fields, ...length].flat();
        const outgoing = request({ agent, hostname, port, method, path: target, headers });
        const late = new Error(`no whole answer within ${deadlineMilliseconds} ms`);
        const deadline = setTimeout(() => outgoing.destroy(late), deadlineMilliseconds);
        const end = (finish: () => void) => {
          clearTimeout(deadline);
          finish();
        };
        const drop = (cause: Error) =>
          end(() => reject(new Error(`no answer: ${cause.message}`, { cause })));
        outgoing.once("error", drop);
        outgoing.once("response", (incoming: IncomingMessage) => {
          const pieces: Buffer[] = [];
          incoming.on("data", (piece: Buffer) => pieces.push(piece));
          incoming.once("error", drop);
          incoming.once("end", () =>
            end(() =>
              resolve({
                status: incoming.statusCode ?? 0,
                headers: incoming.headers as Record<string, string>,
                body: decode(Buffer.concat(pieces), incoming.headers["content-encoding"]),
              }),
            ),
          );
        });
        outgoing.end(body ?? undefined);
      }),
    close: () => agent.destroy(),
  };
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
};

function decode(body: Buffer, encoding: string | undefined): Buffer {
  const decoder = encoding === undefined ? undefined : decoders[encoding];
  return decoder === undefined ? body : decoder(body);
}
