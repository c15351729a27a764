import { createHash } from "node:crypto";
import type { BucketConfig } from "../config.ts";
import {
  audioStoreUnavailable,
  type ByteRange,
  markerName,
  objectPath,
  type ObjectStore,
  type OpenedObject,
} from "./audio-store.ts";
import { createS3Client, type S3Request } from "./s3-request.ts";
import type { S3Response, S3Timeouts } from "./s3-response.ts";

/*
 * An object of S3 has the path that it would have in a folder, below the prefix, and the bucket is a part of the path.
 * Every object is stored with one request, which has its SHA-256 and does not replace an object.
 *
 * Only a 404 with the code `NoSuchKey` means that an object is missing. A missing bucket, a page of a proxy, a refusal
 * and a failure do not mean that the object is missing.
 */

/** Keeps objects in a bucket of an object store that speaks the protocol of S3. */
export function createS3Store(config: BucketConfig, timeouts?: S3Timeouts): ObjectStore {
  const { bucket, prefix } = config;
  const send = createS3Client(config, timeouts);
  const root = prefix === "" ? bucket : `${bucket}/${prefix}`;
  const request = (path: string, options: Omit<S3Request, "path">) =>
    send({ path: `/${root}/${path}`, ...options });
  /** True if the object has exactly these bytes. */
  const has = async (path: string, bytes: Uint8Array, sha256: Buffer): Promise<boolean> => {
    const response = await request(path, { method: "GET" });
    if (await isNoSuchKey(response)) return false;
    await requireStatus(response, [200]);
    const opened = openBody(response);
    if (opened.byteLength !== bytes.byteLength) {
      opened.close();
      return false;
    }
    const hash = createHash("sha256");
    for await (const chunk of opened.chunks) hash.update(chunk);
    return hash.digest().equals(sha256);
  };
  /** Resolves to false if an object of that name exists and `replaces` is not set. */
  const put = async (path: string, bytes: Uint8Array, replaces: boolean): Promise<boolean> => {
    const sha256 = createHash("sha256").update(bytes).digest();
    const checksum = sha256.toString("base64");
    const response = await request(path, {
      method: "PUT",
      body: { bytes, sha256 },
      headers: {
        "x-amz-checksum-sha256": checksum,
        ...(replaces ? {} : { "if-none-match": "*" }),
      },
    });
    if (!replaces && response.status === 412) {
      await response.text();
      return response.isRepeated && (await has(path, bytes, sha256));
    }
    await requireStatus(response, [200]);
    // An object store sends nothing after an upload. A proxy may send a page.
    const sent = await response.text();
    if (sent !== "" && response.headers.etag === undefined) throw new Error(noObjectStore);
    requireObjectStore(response);
    const { "x-amz-checksum-sha256": stored = checksum } = response.headers;
    if (stored !== checksum)
      throw new Error("the object store has stored other bytes than were sent");
    return true;
  };
  return {
    location: `s3://${root}`,
    markerLocation: `the object s3://${root}/${markerName}`,
    readMarker: (caller) =>
      orUnavailable(async () => {
        const response = await request(markerName, { method: "GET", caller });
        if (await isNoSuchKey(response)) return null;
        await requireStatus(response, [200]);
        const text = await response.text();
        requireObjectStore(response);
        return text.trim();
      }),
    writeMarker: (text, { replaces }) =>
      orUnavailable(async () => {
        await put(markerName, Buffer.from(`${text}\n`), replaces);
      }),
    put: (name, content) =>
      orUnavailable(async () => {
        if (await put(objectPath(name), content, false)) return;
        throw new Error("the object store has an object of that name already");
      }),
    open: (name, range, caller) =>
      orUnavailable(async () => {
        const response = await request(objectPath(name), {
          method: "GET",
          caller,
          headers: range === undefined ? {} : { range: `bytes=${range.first}-${range.last}` },
        });
        if (await isNoSuchKey(response)) return "missing";
        // A server may answer a range with more bytes than requested (RFC 9110, 14.2).
        await requireStatus(response, range === undefined ? [200] : [206, 200]);
        return openBody(response, range);
      }),
    remove: (name) =>
      orUnavailable(async () => {
        const response = await request(objectPath(name), { method: "DELETE" });
        if (await isNoSuchKey(response)) return;
        await requireStatus(response, [200, 204]);
        await response.text();
      }),
  };
}

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw audioStoreUnavailable(error);
  }
}

async function isNoSuchKey(response: S3Response): Promise<boolean> {
  if (response.status !== 404) return false;
  const code = await readErrorCode(response);
  if (code === "NoSuchKey") return true;
  throw refusal(response, code);
}

/** Closes the response and throws if it has another status. Refusals may repeat credentials: only the code is used. */
async function requireStatus(response: S3Response, expected: readonly number[]): Promise<void> {
  if (!expected.includes(response.status)) throw refusal(response, await readErrorCode(response));
}

function refusal({ status }: S3Response, code: string | null): Error {
  return new Error(`the object store answered ${status}${code === null ? "" : ` ${code}`}`);
}

/** The code of an error of S3, a word of letters; null for any other body. */
async function readErrorCode(response: S3Response): Promise<string | null> {
  const text = await response.text().catch(() => "");
  return /<Error>[^]*?<Code>([A-Za-z]{1,64})<\/Code>/.exec(text)?.[1] ?? null;
}

/** A proxy may answer 200 with a page of its own. Object stores send an entity tag. */
function requireObjectStore({ headers }: S3Response): void {
  const { etag, "content-type": type = "" } = headers;
  if (etag === undefined && /^text\/html\b/i.test(type)) throw new Error(noObjectStore);
}

const noObjectStore = "the answer does not come from an object store";

function openBody(response: S3Response, range?: ByteRange): OpenedObject {
  const { status, headers, body, close } = response;
  try {
    requireObjectStore(response);
    const sent = status === 206 ? sentRange(headers) : wholeRange(headers);
    const { first, last } = range ?? sent;
    if (first < sent.first || last > sent.last) {
      throw new Error("the object store sent another range than was requested");
    }
    const part = { skipped: first - sent.first, length: last + 1 - first };
    return { byteLength: sent.byteLength, chunks: partOf(body, part), close };
  } catch (error) {
    close();
    throw error;
  }
}

interface SentRange extends ByteRange {
  /** The length of the whole object. */
  readonly byteLength: number;
}

function wholeRange({ "content-length": length = "" }: S3Response["headers"]): SentRange {
  if (!/^[0-9]{1,15}$/.test(length)) {
    throw new Error("the object store does not report the length of the object");
  }
  return { first: 0, last: Number(length) - 1, byteLength: Number(length) };
}

function sentRange({ "content-range": field = "" }: S3Response["headers"]): SentRange {
  const found = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(field);
  if (found === null) throw new Error("the object store does not report the range that it sent");
  const [first = 0, last = 0, byteLength = 0] = found.slice(1).map(Number);
  return { first, last, byteLength };
}

/** Yields exactly this part of a body, or throws. */
async function* partOf(
  body: AsyncIterable<Buffer>,
  { skipped, length }: { skipped: number; length: number },
): AsyncGenerator<Buffer, void> {
  let position = -skipped;
  try {
    for await (const chunk of body) {
      const from = Math.max(0, -position);
      const wanted = chunk.subarray(from, Math.max(from, length - position));
      position += chunk.length;
      if (wanted.length > 0) yield wanted;
      // Further bytes were not requested.
      if (position > length) return;
    }
  } catch (error) {
    throw audioStoreUnavailable(error);
  }
  if (position < length) throw audioStoreUnavailable("an object ended early");
}
