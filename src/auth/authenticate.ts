import { createHash, timingSafeEqual } from "node:crypto";
import { selectApiKey } from "#database/queries/api-keys.ts";
import type { Database } from "#database/client/pool.ts";
import { parseApiKey, type PresentedKey } from "./api-key.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { isScope } from "./scopes.ts";
import { createPrincipal, type Principal } from "./principal.ts";

/**
 * The key in the values of the header `svc-api-key`, or null: missing, repeated and malformed are not
 * told apart. Asks no database, so that what is no key costs next to nothing.
 */
export function readPresentedKey(headerValues: readonly string[]): PresentedKey | null {
  const [value, ...others] = headerValues;
  const token = others.length === 0 ? /^bearer (?<token>\S+)$/i.exec(value ?? "") : null;
  const key = parseApiKey(token?.groups?.["token"] ?? "");
  return key && { id: key.id, hash: createHash("sha256").update(key.text).digest() };
}

/**
 * The principal behind a presented key, or null where it is not in force: unknown, expired and revoked are
 * not told apart. Costs one statement and one comparison, whether its id exists or not.
 */
export async function authenticate(
  db: Database,
  { id, hash }: PresentedKey,
  now: Instant,
): Promise<Principal | null> {
  const stored = await selectApiKey(db, id);
  const matches = timingSafeEqual(hash, stored?.secretHash ?? hashOfNoKey);
  const isExpired = stored !== null && stored.expiresAt !== null && stored.expiresAt <= now;
  return stored !== null && matches && !isExpired && !stored.isRevoked
    ? createPrincipal(id, stored.scopes.filter(isScope))
    : null;
}

/** Compared with where there is no such key; no text hashes to it. */
const hashOfNoKey = Buffer.alloc(32);
