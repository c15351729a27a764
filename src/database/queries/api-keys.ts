import { sql } from "drizzle-orm";
import type { KeyId } from "#acoustics/ids.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { apiKeys } from "#database/tables/api-keys.ts";

/** What is stored of a key: all that decides whether it is in force, and its scopes as text. */
export interface StoredApiKey {
  readonly secretHash: Buffer;
  readonly scopes: readonly string[];
  readonly expiresAt: Instant | null;
  readonly isRevoked: boolean;
}

/** The stored key of an id, or null. One statement, whether it exists or not. */
export async function selectApiKey(db: Database, id: KeyId): Promise<StoredApiKey | null> {
  const [row] = await keyById(db, { id });
  return row ?? null;
}

const keyById = defineStatement<{ id: string }, StoredApiKey>(
  "select-api-key",
  (value) => sql`
    select ${apiKeys.secretHash} as "secretHash", to_json(${apiKeys.scopes}) as scopes,
      (extract(epoch from ${apiKeys.expiresAt}) * 1000)::float8 as "expiresAt",
      ${apiKeys.revokedAt} is not null as "isRevoked"
    from ${apiKeys} where ${apiKeys.id} = ${value("id")}`,
);
