import { createHash, timingSafeEqual } from "node:crypto";
import type { KeyId } from "../acoustics/ids.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import type { Database } from "../database/client/statement.ts";
import { selectApiKey } from "../database/queries/keys/api-keys.ts";
import { parseApiKey } from "./api-key.ts";
import type { Principal } from "./principal.ts";
import { isScope } from "./scopes.ts";

/** An API key in a request. Its form is valid; it may not be in force. */
export interface PresentedKey {
  readonly id: KeyId;
  /** SHA-256 of the whole key. The key itself is not kept. */
  readonly hash: Buffer;
}

/** The key in the values of `svc-api-key`; null: missing, repeated or malformed, at no cost for the database. */
export function readPresentedKey(headerValues: readonly string[] = []): PresentedKey | null {
  const [value = "", ...others] = headerValues;
  const token = others.length === 0 ? /^bearer (?<token>\S+)$/i.exec(value) : null;
  const key = parseApiKey(token?.groups?.["token"] ?? "");
  return key && { id: key.id, hash: createHash("sha256").update(key.text).digest() };
}

/** The principal of a presented key; null: unknown, expired or revoked, each after one statement and one comparison. */
export async function authenticate(
  database: Database,
  { id, hash }: PresentedKey,
  now: Instant,
): Promise<Principal | null> {
  const stored = await selectApiKey(database, id);
  const matches = timingSafeEqual(hash, stored?.secretHash ?? hashOfNoKey);
  const isExpired = stored !== null && stored.expiresAt !== null && stored.expiresAt <= now;
  return stored !== null && matches && !isExpired && !stored.isRevoked
    ? {
        keyId: id,
        name: stored.name,
        expiresAt: stored.expiresAt,
        scopes: new Set(stored.scopes.filter(isScope)),
      }
    : null;
}

/** Compared if the id is unknown. It is not the hash of a key. */
const hashOfNoKey = Buffer.alloc(32);
