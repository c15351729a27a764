import { hasErrorCode } from "../system/error-code.ts";
import type { TraceContext } from "../system/tracing/trace-context.ts";

/**
 * The recordings of a database, as objects whose names the server chooses. An object is whole or missing.
 *
 * Every function rejects with an error for which `isAudioStoreUnavailable` is true if the store itself cannot be used,
 * or is not the store of the database. Only the store of the database reports a missing object: if a disk is not
 * mounted, no recording is lost.
 */
export interface AudioStore {
  /** Makes this the store of the database if it has none yet; call it before `put`. */
  begin(): Promise<void>;
  /** Stores an object durably. If it fails, call `remove` later: parts of the object may remain. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Opens an object, or only the bytes of `range`, for reading. */
  open(name: string, range?: ByteRange, caller?: Caller): Promise<OpenedObject | "missing">;
  /** The same for an object whose content is recorded. No reader gets a whole object with another content. */
  openRecorded(
    object: RecordedContent,
    range: ByteRange | null,
    caller: Caller,
  ): Promise<OpenedObject | "missing">;
  /** Removes an object and the remains of an interrupted `put` of it, if there are any. */
  remove(name: string): Promise<void>;
  /** Resolves if this is the store of the database and can be read, or if the database needs none yet. */
  check(): Promise<void>;
}

/**
 * A folder, or a bucket of an object store, without the id of its database. It rejects with the errors of an
 * `AudioStore`.
 */
export interface ObjectStore {
  /** For messages, for example `/srv/audio` or `s3://bucket/prefix`. */
  readonly location: string;
  readonly markerLocation: string;
  /** The text of the marker; null if there is none. */
  readMarker(caller?: Caller): Promise<string | null>;
  /** Writes the marker, and creates a missing folder. Without `replaces`, a marker of another process stays. */
  writeMarker(text: string, options: { readonly replaces: boolean }): Promise<void>;
  put(name: string, content: Uint8Array): Promise<void>;
  open(name: string, range?: ByteRange, caller?: Caller): Promise<OpenedObject | "missing">;
  remove(name: string): Promise<void>;
}

/** A whole file is in memory while it is checked and stored, and while it is restored from a backup. */
export const greatestFileBytes = 256 * 1024 * 1024;

/** The request for which an object is read. */
export interface Caller {
  /** Aborted when the caller no longer waits for the object. */
  readonly signal: AbortSignal;
  /** The trace that goes on in the object store; null: none. */
  readonly trace: { readonly context: TraceContext } | null;
}

/** The name of the marker: a file in a folder, an object in a bucket. */
export const markerName = "acoustic-audio-store";

/** The record of an object in the database. */
export interface RecordedContent {
  readonly objectName: string;
  readonly byteLength: number;
  /** SHA-256 of the whole object, hexadecimal. */
  readonly sha256: string;
}

/** Offsets of the first and the last byte, from 0, both included (RFC 9110). */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** An object that is being read. A failure is thrown to the reader of the next chunk: it has no events. */
export interface OpenedObject {
  /** Size of the whole object, also if a range was requested. */
  readonly byteLength: number;
  /** All requested bytes, or an error. They can be read once; leaving the loop closes the object. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Closes the file or the connection. Does nothing if it is closed already. */
  close(): void;
}

/** The size of an object. */
export async function measureObject(
  store: Pick<ObjectStore, "open">,
  name: string,
): Promise<number | "missing"> {
  const opened = await store.open(name);
  if (opened === "missing") return "missing";
  opened.close();
  return opened.byteLength;
}

/** The path of an object below its store, in a folder that is named after the first two characters. */
export function objectPath(name: string): string {
  // A name cannot be a path, even if somebody else wrote the row that contains it.
  if (!/^[0-9a-z][0-9a-z-]{7,99}$/.test(name)) {
    throw new Error("This is no name of an object of the audio store");
  }
  return `${name.slice(0, 2)}/${name}`;
}

export function audioStoreUnavailable(cause: unknown): Error {
  if (isAudioStoreUnavailable(cause)) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return Object.assign(new Error(`The audio store cannot be used: ${message}`, { cause }), {
    code,
  });
}

export function isAudioStoreUnavailable(error: unknown): error is Error {
  return hasErrorCode(error, code);
}

const code = "AUDIO_STORE_UNAVAILABLE";
