import type { Readable } from "node:stream";

/**
 * Stores recordings as objects under names that the service chooses. An object is whole or missing. A
 * folder is one such store; a bucket of an object store could be another.
 *
 * Every function rejects with an error for which `isAudioStoreUnavailable` is true if the store itself
 * cannot be used. Only a store that can be used says that an object is missing: a disk that is not
 * mounted has lost no recording.
 */
export interface AudioStore {
  /**
   * Creates the store if there is none; call it before `put`. Rejects, and creates nothing, if there
   * is none although `hasObjects` says that the database has objects in it.
   */
  begin(hasObjects: () => Promise<boolean>): Promise<void>;
  /** Stores an object durably. If it fails, call `remove` later: parts of the object may remain. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Opens an object, or only the bytes of `range`, for reading. */
  open(name: string, range?: ByteRange): Promise<OpenedObject | "missing">;
  /** Removes an object and the remains of an interrupted `put` of it, if there are any. */
  remove(name: string): Promise<void>;
  /** Resolves if the store can be read, or if there is none and `hasObjects` says that none is needed. */
  check(hasObjects: () => Promise<boolean>): Promise<void>;
}

/** Offsets of the first and the last byte, from 0, both included (RFC 9110). */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface OpenedObject {
  /** Size of the whole object, also if a range was asked for. */
  readonly byteLength: number;
  /** Gives all bytes that were asked for, or an error. Destroy it to close its file. */
  readonly stream: Readable;
}

/** A name cannot be a path, even if somebody else wrote the row that contains it. */
export function isObjectName(name: string): boolean {
  return /^[0-9a-z][0-9a-z-]{7,99}$/.test(name);
}

export function audioStoreUnavailable(cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  return Object.assign(new Error(`The audio store cannot be used: ${message}`, { cause }), {
    code,
  });
}

export function isAudioStoreUnavailable(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === code;
}

const code = "AUDIO_STORE_UNAVAILABLE";
