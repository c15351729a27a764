import type { Readable } from "node:stream";

/**
 * Where the recordings lie: objects under names that are chosen here, whole or not there at all. A
 * folder is one such store, a bucket of an object store could be another.
 *
 * Every function rejects with an error that `isAudioStoreUnavailable` knows where the store itself
 * cannot be used. That there is no object of a name is an answer, and only a store that does answer
 * gives it: a disk that is not mounted has lost no recording.
 */
export interface AudioStore {
  /**
   * Makes the store where there is none yet; asked for before `put`, which works in a store only.
   * Rejects, and makes nothing, where there is none although `hasObjects` tells of objects in it.
   */
  begin(hasObjects: () => Promise<boolean>): Promise<void>;
  /**
   * Stores an object durably; until it is whole nothing lies under its name. Where it fails, something may: it
   * is to be removed later.
   */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Opens an object for reading, or only the bytes of `range`. */
  open(name: string, range?: ByteRange): Promise<OpenedObject | "missing">;
  /** Removes an object and what an interrupted `put` of it left; that there is none is fine. */
  remove(name: string): Promise<void>;
  /** Resolves where the store can be read, also where there is none and `hasObjects` tells of no object. */
  check(hasObjects: () => Promise<boolean>): Promise<void>;
}

/** Offsets of the first and the last byte, counted from 0, as in RFC 9110: both are included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

export interface OpenedObject {
  /** Of the whole object, whatever range was asked for. */
  readonly byteLength: number;
  /**
   * The bytes asked for, all of them, or an error: it never just ends before. Whoever destroys it
   * gives back what it holds, read from or not.
   */
  readonly stream: Readable;
}

/** Names of objects are ours: nothing of them is a path, whoever wrote the row they stand in. */
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
