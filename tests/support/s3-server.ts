import { createHash, createHmac } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { BucketConfig } from "../../src/config.ts";
import { canary } from "./leaks.ts";

/** One request, and whether it was signed with the credentials of the server. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly isSigned: boolean;
}

export interface S3Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/**
 * Answers a request in place of the server. Returns false if the server should. `carryOut` does what the request says,
 * and returns the right answer.
 */
export type Fault = (
  request: SeenRequest,
  response: ServerResponse,
  carryOut: () => S3Answer,
) => boolean;

/** An object store in memory, which does wrong what a test wants it to do wrong. */
export interface S3Server {
  readonly config: BucketConfig;
  readonly objects: Map<string, Buffer>;
  readonly seen: SeenRequest[];
  /** The paths of objects that are being sent. */
  readonly reading: ReadonlyMap<ServerResponse, string>;
  /** Emits `object` for each one that is stored. */
  readonly stored: EventEmitter;
  fault: Fault | null;
  close(): Promise<void>;
}

/** Nothing that is said or logged may have any of these. */
const credentials = {
  accessKeyId: `AKIA-${canary}`,
  secretAccessKey: `secret/${canary}+x=`,
  sessionToken: `token/${canary}==`,
};

export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const seen: SeenRequest[] = [];
  const reading = new Map<ServerResponse, string>();
  const stored = new EventEmitter();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const { method = "", url: path = "", headers } = request;
      const isSigned = headers.authorization === signatureOf(request, body);
      const found = { method, path, headers, isSigned };
      seen.push(found);
      if (method === "GET") reading.set(response, path);
      response.once("close", () => reading.delete(response));
      const carryOut = () =>
        isSigned ? answer(objects, found, body) : errorAnswer(403, "SignatureDoesNotMatch");
      if (faulty.fault?.(found, response, carryOut) !== true) send(response, carryOut());
      if (method === "PUT") stored.emit("object");
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const faulty: S3Server = {
    config: {
      bucket: "acoustic",
      prefix: "recordings",
      endpoint: `http://127.0.0.1:${port}`,
      region: "eu-west-1",
      credentials,
    },
    objects,
    seen,
    reading,
    stored,
    fault: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return faulty;
}

export function answerError(response: ServerResponse, status: number, code: string): void {
  send(response, errorAnswer(status, code));
}

export function send(response: ServerResponse, { status, headers, body }: S3Answer): void {
  response.writeHead(status, headers).end(body);
}

/** An error as S3 words it. It repeats credentials, as those of S3 do. */
function errorAnswer(status: number, code: string): S3Answer {
  const text =
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${canary}</Message>` +
    `<AWSAccessKeyId>${credentials.accessKeyId}</AWSAccessKeyId></Error>`;
  return { status, headers: { "content-type": "application/xml" }, body: Buffer.from(text) };
}

function answer(
  objects: Map<string, Buffer>,
  { method, path, headers }: SeenRequest,
  body: Buffer,
): S3Answer {
  const nothing = Buffer.alloc(0);
  const object = objects.get(path);
  if (method === "PUT") {
    if (headers["if-none-match"] === "*" && object !== undefined) {
      return errorAnswer(412, "PreconditionFailed");
    }
    const checksum = createHash("sha256").update(body).digest("base64");
    if (headers["x-amz-checksum-sha256"] !== checksum) return errorAnswer(400, "BadDigest");
    objects.set(path, body);
    return {
      status: 200,
      headers: { etag: tagOf(body), "x-amz-checksum-sha256": checksum },
      body: nothing,
    };
  }
  if (method === "DELETE") {
    objects.delete(path);
    return { status: 204, headers: {}, body: nothing };
  }
  if (object === undefined) return errorAnswer(404, "NoSuchKey");
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
  if (first === undefined) {
    const length = { "content-length": object.length };
    return { status: 200, headers: { etag: tagOf(object), ...length }, body: object };
  }
  const part = object.subarray(Number(first), Number(last) + 1);
  const place = `bytes ${first}-${last}/${object.length}`;
  return {
    status: 206,
    headers: { etag: tagOf(object), "content-length": part.length, "content-range": place },
    body: part,
  };
}

/** Worked out once for an object: each download of a long one would hold the process of gateway and store. */
function tagOf(content: Buffer): string {
  const known = tags.get(content) ?? `"${createHash("md5").update(content).digest("hex")}"`;
  tags.set(content, known);
  return known;
}

const tags = new WeakMap<Buffer, string>();

/** The expected header `Authorization`: AWS Signature Version 4, worked out from its description. */
function signatureOf({ method, url = "", headers }: IncomingMessage, body: Buffer): string {
  const hmac = (key: string | Buffer, text: string) =>
    createHmac("sha256", key).update(text).digest();
  const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
  const time = String(headers["x-amz-date"]);
  const scope = `${time.slice(0, 8)}/eu-west-1/s3/aws4_request`;
  const names = /SignedHeaders=([^,]*)/.exec(headers.authorization ?? "")?.[1]?.split(";") ?? [];
  // Whatever a proxy could change to another effect is signed.
  const needed = Object.keys(headers).filter(
    (name) =>
      name === "host" || name === "range" || name === "if-none-match" || name.startsWith("x-amz-"),
  );
  if (!needed.every((name) => names.includes(name))) return "not signed as a whole";
  const canonical = [
    method,
    url,
    "",
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    "",
    names.join(";"),
    sha256(body),
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = ["eu-west-1", "s3", "aws4_request"].reduce(
    hmac,
    hmac(`AWS4${credentials.secretAccessKey}`, time.slice(0, 8)),
  );
  return (
    `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope}, ` +
    `SignedHeaders=${names.join(";")}, Signature=${hmac(key, toSign).toString("hex")}`
  );
}
