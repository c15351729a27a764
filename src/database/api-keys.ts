import { eq } from "drizzle-orm";
import type { KeyId } from "#domain/api-key.ts";
import type { Queryable } from "./connect.ts";
import { apiKeys } from "./tables/api-keys.ts";

/** What is stored of a key: all that decides whether it is in force, and its scopes as text. */
export type StoredApiKey = Pick<
  typeof apiKeys.$inferSelect,
  "secretHash" | "scopes" | "expiresAt" | "revokedAt"
>;

/** The stored key of an id, or null. One statement, whether it exists or not. */
export async function selectApiKey(db: Queryable, id: KeyId): Promise<StoredApiKey | null> {
  const [row] = await db
    .select({
      secretHash: apiKeys.secretHash,
      scopes: apiKeys.scopes,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .where(eq(apiKeys.id, id));
  return row ?? null;
}
