import { createHash, createHmac } from "node:crypto";
import * as http from "node:http";
import * as https from "node:https";
import { SignatureV4 } from "@smithy/signature-v4";
import type { BucketConfig } from "../config.ts";
import { startTimer } from "../system/start-timer.ts";
import { formatTraceContext } from "../system/tracing/trace-context.ts";
import type { Caller } from "./audio-store.ts";
import { receiveResponse, type S3Response, type S3Timeouts } from "./s3-response.ts";

export interface S3Request {
  readonly method: "GET" | "PUT" | "DELETE";
  /** Absolute, without characters that are escaped. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: SignedBody;
  /** Its signal closes the connection if it is aborted before the body of the answer has been read. */
  readonly caller?: Caller | undefined;
}

export interface SignedBody {
  readonly bytes: Uint8Array;
  readonly sha256: Buffer;
}

/** Sends a signed request (AWS Signature Version 4). Rejects if the object store does not answer in time. */
export type SendS3Request = (request: S3Request) => Promise<RepeatableResponse>;

export interface RepeatableResponse extends S3Response {
  /** True if the request was sent before: it may have been carried out without an answer. */
  readonly isRepeated: boolean;
}

const usualTimeouts: S3Timeouts = { connect: 2000, firstByte: 5000, stall: 30_000 };

/** Sends requests with the credentials of a bucket. No error message has the credentials. */
export function createS3Client(
  { endpoint, region, credentials }: BucketConfig,
  timeouts: S3Timeouts = usualTimeouts,
): SendS3Request {
  const { protocol, hostname, port, host } = new URL(endpoint);
  const { request: open, Agent } = protocol === "https:" ? https : http;
  const agent = new Agent({ keepAlive: true });
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const signer = new SignatureV4({
    service: "s3",
    region,
    credentials: {
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === null ? {} : { sessionToken }),
    },
    sha256: Sha256,
    // For object stores, the path is signed as it is sent. For other services of AWS it is escaped once more.
    uriEscapePath: false,
  });
  const sendOnce = async (request: S3Request, connections: http.Agent | false) => {
    const { method, path, headers = {}, body, caller } = request;
    const signed = await signer.sign({
      method,
      protocol,
      hostname,
      path,
      query: {},
      headers: {
        ...headers,
        host,
        "x-amz-content-sha256": body?.sha256.toString("hex") ?? sha256OfNothing,
        ...(body === undefined ? {} : { "content-length": String(body.bytes.byteLength) }),
      },
    });
    const sent = open({
      agent: connections,
      method,
      host: plainHost(hostname),
      port,
      path,
      // Not signed: a proxy of the same trace replaces it by its own span.
      headers: {
        ...signed.headers,
        ...(caller?.trace && formatTraceContext(caller.trace.context)),
      },
      ...(caller && { signal: caller.signal }),
    });
    const answer = await answerOf(sent, body?.bytes, timeouts);
    return { ...answer, isRepeated: connections === false };
  };
  return async (request) => {
    try {
      return await sendOnce(request, agent);
    } catch (error) {
      // The object store may close an idle connection at the moment when a request is sent over it.
      if (!(error instanceof IdleConnectionClosed)) throw error;
      return sendOnce(request, false);
    }
  };
}

const sha256OfNothing = createHash("sha256").digest("hex");

class IdleConnectionClosed extends Error {}

/** Every event of the request and of its answer has its listener before the request is sent. */
function answerOf(
  request: http.ClientRequest,
  body: Uint8Array | undefined,
  timeouts: S3Timeouts,
): Promise<S3Response> {
  return new Promise((resolve, reject) => {
    let cancel = () => {};
    const expectWithin = (milliseconds: number, message: string) => {
      cancel();
      cancel = startTimer(milliseconds, () => request.destroy(new Error(message)));
    };
    const isSilent = `the object store has not answered in ${timeouts.firstByte / 1000} s`;
    const isFar = `the object store has not been reached in ${timeouts.connect / 1000} s`;
    // An upload that the object store does not read is idle, too.
    request.setTimeout(timeouts.firstByte, () => request.destroy(new Error(isSilent)));
    request.once("socket", (socket) => {
      if (!socket.connecting) return;
      expectWithin(timeouts.connect, isFar);
      socket.once("encrypted" in socket ? "secureConnect" : "connect", () => cancel());
    });
    const whenSent = () => expectWithin(timeouts.firstByte, isSilent);
    request.once("finish", whenSent);
    request.on("error", (error: NodeJS.ErrnoException) => {
      cancel();
      const isClosed = error.code === "ECONNRESET" || error.code === "EPIPE";
      reject(request.reusedSocket && isClosed ? new IdleConnectionClosed(error.message) : error);
    });
    request.once("response", (response) => {
      // An answer may come before the whole upload is sent.
      request.off("finish", whenSent).setTimeout(0);
      cancel();
      resolve(receiveResponse(response, timeouts));
    });
    request.end(body);
  });
}

/** The host without the brackets that an IPv6 address has in a URL. */
function plainHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** The digest in the form that the signer expects; with a secret, a keyed digest. */
class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash =
      secret === undefined ? createHash("sha256") : createHmac("sha256", bytesOf(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytesOf(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
  reset(): void {
    throw new Error("the signer makes a digest for each value");
  }
}

function bytesOf(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
