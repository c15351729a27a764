import type { KeyId } from "../acoustics/ids.ts";
import { isPrintableInstant } from "../acoustics/time/instant.ts";
import type { Queryable } from "../database/client/pool.ts";
import { lockApiKey, replaceApiKey } from "../database/queries/keys/api-keys.ts";
import { lockSites } from "../database/queries/sites/sites.ts";
import type { ApiKey } from "./api-key.ts";
import { storeNewKey } from "./issue-key.ts";
import { wasReplaced } from "./key-issues.ts";

export type RotatedKey =
  | {
      readonly ok: true;
      readonly key: ApiKey;
      /** When the old key stops. */
      readonly oldEndsAt: Date;
    }
  | { readonly ok: false; readonly issues: readonly string[] };

/**
 * Replaces a key by a new one with the same name, scopes, grants and end. The old key stops after the grace, or at its
 * own end if that is earlier; without a grace it is revoked at once. A key that has ended or was rotated is refused.
 */
export function rotateKey(
  db: Queryable,
  id: KeyId,
  graceMilliseconds: number,
  now: Date,
): Promise<RotatedKey> {
  return db.transaction(async (transaction): Promise<RotatedKey> => {
    // For the reason, see `createApiKey`.
    await lockSites(transaction);
    const old = await lockApiKey(transaction, id);
    if (old === null) return refuse(`there is no key ${id}`);
    if (old.replacedBy !== null) return refuse(wasReplaced(id, old.replacedBy));
    if (old.revokedAt !== null) return refuse(`the key ${id} is revoked; create a new one`);
    if (old.expiresAt !== null && old.expiresAt <= now) {
      return refuse(`the key ${id} has expired; set a new end with acoustic key update`);
    }
    const graceEnd = now.getTime() + graceMilliseconds;
    if (!isPrintableInstant(graceEnd)) return refuse("the grace is too long");
    const { name, scopes, expiresAt, allSensors } = old;
    const properties = { name, scopes, createdAt: now, expiresAt, allSensors };
    const key = await storeNewKey(transaction, properties, old);
    if (graceMilliseconds === 0) {
      await replaceApiKey(transaction, id, { replacedBy: key.id, revokedAt: now });
      return { ok: true, key, oldEndsAt: now };
    }
    const oldEndsAt = new Date(Math.min(graceEnd, old.expiresAt?.getTime() ?? Infinity));
    await replaceApiKey(transaction, id, { replacedBy: key.id, expiresAt: oldEndsAt });
    return { ok: true, key, oldEndsAt };
  });
}

const refuse = (issue: string) => ({ ok: false, issues: [issue] }) as const;
