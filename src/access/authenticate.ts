import { createHash, timingSafeEqual } from "node:crypto";
import { selectApiKey } from "#database/api-keys.ts";
import type { Database } from "#database/connect.ts";
import { parseApiKey } from "#domain/api-key.ts";
import type { Instant } from "#domain/instant.ts";
import { isScope } from "#domain/scope.ts";
import { createViewer, type Viewer } from "#domain/viewer.ts";

/**
 * The viewer behind the values of the header `svc-api-key`, or null where there is no key in force:
 * missing, repeated, malformed, unknown, expired and revoked are not told apart. A well-formed key
 * costs one statement, one hash and one comparison, whether its id exists or not.
 */
export async function authenticate(
  db: Database,
  headerValues: readonly string[],
  now: Instant,
): Promise<Viewer | null> {
  const [value, ...others] = headerValues;
  const token = others.length === 0 ? /^bearer (?<token>\S+)$/i.exec(value ?? "") : null;
  const key = parseApiKey(token?.groups?.["token"] ?? "");
  if (key === null) return null;

  const stored = await selectApiKey(db, key.id);
  const matches = timingSafeEqual(
    createHash("sha256").update(key.text).digest(),
    stored?.secretHash ?? hashOfNoKey,
  );
  const isExpired = stored !== null && stored.expiresAt !== null && stored.expiresAt <= now;
  return stored !== null && matches && !isExpired && !stored.isRevoked
    ? createViewer(key.id, stored.scopes.filter(isScope))
    : null;
}

/** Compared with where there is no such key; no text hashes to it. */
const hashOfNoKey = Buffer.alloc(32);
