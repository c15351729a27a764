import { sql } from "drizzle-orm";
import type { KeyId } from "../../../acoustics/ids.ts";
import { formatInstant, type Instant } from "../../../acoustics/time/instant.ts";
import { clockTolerance } from "../../client/clock-tolerance.ts";
import {
  arrayLiteral,
  type Database,
  defineStatement,
  textArrayLiteral,
} from "../../client/statement.ts";
import { apiKeys } from "../../tables/api-keys.ts";

/**
 * Writes when keys, also revoked ones, were last used. A later stored time stays, because several servers write; one in
 * the future is that of a wrong clock.
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

/** Citus locks the rows in no defined order. If two servers wait for each other, one fails and writes again later. */
const lastUsedOfKeys = defineStatement<{ ids: string; seconds: string }, never>(
  "update-last-used",
  (value) => sql`
    update ${apiKeys} set last_used_at = used.at
    from (
      select id, to_timestamp(second) as at
      from unnest(${value("ids")}::text[], ${value("seconds")}::bigint[]) as used (id, second)
    ) used
    where api_keys.id = used.id and (api_keys.last_used_at is null or api_keys.last_used_at < used.at
      or api_keys.last_used_at > statement_timestamp() + ${clockTolerance})`,
);

/** An API key in force that has an end. */
export interface ExpiringKey {
  readonly id: string;
  readonly name: string;
  /** Unix seconds. */
  readonly expiresAt: number;
}

/** The API keys in force, and those of them that end by `warningEnd` without a key in their place. */
export async function selectKeyFigures(
  database: Database,
  { now, warningEnd }: { readonly now: Instant; readonly warningEnd: Instant },
): Promise<{ readonly active: number; readonly expiring: readonly ExpiringKey[] }> {
  const [row] = await keyFigures(database, {
    now: formatInstant(now),
    warningEnd: formatInstant(warningEnd),
  });
  return row ?? { active: 0, expiring: [] };
}

const keyFigures = defineStatement<
  { now: string; warningEnd: string },
  { active: number; expiring: readonly ExpiringKey[] }
>(
  "select-key-figures",
  (value) => sql`
    select count(*)::integer as active,
      coalesce(json_agg(json_build_object('id', ${apiKeys.id}, 'name', ${apiKeys.name},
          'expiresAt', date_part('epoch', ${apiKeys.expiresAt})) order by ${apiKeys.expiresAt}, ${apiKeys.id} collate "C")
        filter (where ${apiKeys.expiresAt} <= ${value("warningEnd")}::timestamptz and ${apiKeys.replacedBy} is null),
        '[]') as expiring
    from ${apiKeys}
    where ${apiKeys.revokedAt} is null
      and (${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > ${value("now")}::timestamptz)`,
);
