import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { type PresentedKey, readPresentedKey } from "./authenticate.ts";

/** The keys that were lately in force. Whether one still is, each request finds out anew. */
export interface ProvenKeys {
  has(key: PresentedKey): boolean;
  add(key: PresentedKey): void;
  delete(key: PresentedKey): void;
}

export function createProvenKeys(): ProvenKeys {
  const hashes = new LRUCache<string, true>({ max: keysBound });
  const nameOf = ({ hash }: PresentedKey) => hash.toString("base64");
  return {
    has: (key) => hashes.get(nameOf(key)) === true,
    add: (key) => void hashes.set(nameOf(key), true),
    delete: (key) => void hashes.delete(nameOf(key)),
  };
}

const keysBound = 10_000;

/** Whether a request presents a key that was lately in force. */
export function presentsProvenKey(proven: ProvenKeys, request: IncomingMessage): boolean {
  const key = readPresentedKey(request.headersDistinct["svc-api-key"]);
  return key !== null && proven.has(key);
}
