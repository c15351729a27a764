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
    await response.text();
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
        requireObjectStore(response);
        return (await response.text()).trim();
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
        await requireStatus(response, [range === undefined ? 200 : 206]);
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
function requireObjectStore({ headers, close }: S3Response): void {
  if (headers.etag !== undefined) return;
  close();
  throw new Error("the answer does not come from an object store");
}

function openBody(response: S3Response, range?: ByteRange): OpenedObject {
  requireObjectStore(response);
  const { headers, body, close } = response;
  const length = Number(headers["content-length"]);
  const byteLength = range === undefined ? length : byteLengthOf(headers, range);
  const wanted = range === undefined ? byteLength : range.last + 1 - range.first;
  if (Number.isSafeInteger(byteLength) && length === wanted) {
    return { byteLength, chunks: readChunks(body), close };
  }
  close();
  throw new Error("the object store did not send what was requested, or not its length");
}

/** The length of the whole object; NaN if the answer has another range. */
function byteLengthOf({ "content-range": field = "" }: S3Response["headers"], range: ByteRange) {
  const sent = /^bytes ([0-9]+-[0-9]+)\/([0-9]+)$/.exec(field);
  return sent?.[1] === `${range.first}-${range.last}` ? Number(sent[2]) : NaN;
}

async function* readChunks(body: S3Response["body"]): AsyncGenerator<Buffer, void> {
  try {
    yield* body;
  } catch (error) {
    throw audioStoreUnavailable(error);
  }
}
