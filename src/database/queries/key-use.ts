import { sql } from "drizzle-orm";
import type { KeyId } from "#acoustics/ids.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { arrayLiteral, textArrayLiteral } from "#database/client/array-literal.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { apiKeys } from "#database/tables/api-keys.ts";

/**
 * Writes when API keys were last used, where that is later than what is stored: several servers write, each of its own
 * requests. A key that was revoked since is written as well.
 */
export async function updateLastUsed(
  database: Database,
  lastUsed: ReadonlyMap<KeyId, Instant>,
): Promise<void> {
  if (lastUsed.size === 0) return;
  await lastUsedOfKeys(database, {
    ids: textArrayLiteral([...lastUsed.keys()]),
    seconds: arrayLiteral([...lastUsed.values()].map((instant) => Math.floor(instant / 1000))),
  });
}

/** The rows are locked in the order of their ids, so that two servers do not wait for each other. */
const lastUsedOfKeys = defineStatement<{ ids: string; seconds: string }, never>(
  "update-last-used",
  (value) => sql`
    with used as (
      select id, to_timestamp(second) as at
      from unnest(${value("ids")}::text[], ${value("seconds")}::bigint[]) as used (id, second)
    ), locked as (
      select api_keys.id, used.at from ${apiKeys} join used on used.id = api_keys.id
      where api_keys.last_used_at is null or api_keys.last_used_at < used.at
      order by api_keys.id for no key update of api_keys
    )
    update ${apiKeys} set last_used_at = locked.at from locked
    where api_keys.id = locked.id`,
);
