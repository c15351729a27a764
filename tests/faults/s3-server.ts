import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { BucketConfig } from "#config.ts";
import { canary } from "../support/leaks.ts";

/** One request, and whether it was signed with the credentials of the server. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly isSigned: boolean;
}

/** Answers a request in place of the server. Returns false if the server should. */
export type Fault = (request: SeenRequest, response: ServerResponse) => boolean;

/** An object store in memory that does what a test wants it to do wrong. */
export interface FaultyS3 {
  readonly config: BucketConfig;
  readonly objects: Map<string, Buffer>;
  readonly seen: SeenRequest[];
  fault: Fault | null;
  close(): Promise<void>;
}

/** Nothing that is said or logged may have any of these. */
const credentials = {
  accessKeyId: `AKIA-${canary}`,
  secretAccessKey: `secret/${canary}+x=`,
  sessionToken: `token/${canary}==`,
};

export async function startFaultyS3(): Promise<FaultyS3> {
  const objects = new Map<string, Buffer>();
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      const { method = "", url: path = "", headers } = request;
      const isSigned = headers.authorization === signatureOf(request, body);
      const found = { method, path, headers, isSigned };
      seen.push(found);
      if (faulty.fault?.(found, response) === true) return;
      if (!isSigned) answerError(response, 403, "SignatureDoesNotMatch");
      else answer(objects, found, body, response);
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const faulty: FaultyS3 = {
    config: {
      bucket: "acoustic",
      prefix: "recordings",
      endpoint: `http://127.0.0.1:${port}`,
      region: "eu-west-1",
      credentials,
    },
    objects,
    seen,
    fault: null,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return faulty;
}

/** An error as S3 words it. It repeats credentials, as those of S3 do. */
export function answerError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${canary}</Message>` +
      `<AWSAccessKeyId>${credentials.accessKeyId}</AWSAccessKeyId></Error>`,
  );
}

function answer(
  objects: Map<string, Buffer>,
  { method, path, headers }: SeenRequest,
  body: Buffer,
  response: ServerResponse,
): void {
  const object = objects.get(path);
  if (method === "PUT") {
    if (headers["if-none-match"] === "*" && object !== undefined) {
      answerError(response, 412, "PreconditionFailed");
      return;
    }
    const checksum = createHash("sha256").update(body).digest("base64");
    if (headers["x-amz-checksum-sha256"] !== checksum) {
      answerError(response, 400, "BadDigest");
      return;
    }
    objects.set(path, body);
    response.writeHead(200, { "x-amz-checksum-sha256": checksum }).end();
  } else if (method === "DELETE") {
    objects.delete(path);
    response.writeHead(204).end();
  } else if (object === undefined) {
    answerError(response, 404, "NoSuchKey");
  } else {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? [];
    if (first === undefined) {
      response.writeHead(200, { "content-length": object.length }).end(object);
      return;
    }
    const part = object.subarray(Number(first), Number(last) + 1);
    response.writeHead(206, {
      "content-length": part.length,
      "content-range": `bytes ${first}-${last}/${object.length}`,
    });
    response.end(part);
  }
}

/** What the header `Authorization` must be: AWS Signature Version 4, worked out from its description. */
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
