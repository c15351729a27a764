import { sql } from "drizzle-orm";
import type { KeyId } from "#acoustics/ids.ts";
import { formatInstant, type Instant } from "#acoustics/time/instant.ts";
import { arrayLiteral, textArrayLiteral } from "#database/client/array-literal.ts";
import {
  type Database,
  defineStatement,
  type StatementValues,
} from "#database/client/statement.ts";
import { keyRequests } from "#database/tables/key-requests.ts";

/** A process asks for some requests of a key's minute. */
export interface KeyRequestsWanted {
  readonly keyId: KeyId;
  readonly wanted: number;
}

/** What a process got of a key's minute. */
export interface KeyRequestsGranted {
  /** How long ago the minute began. */
  readonly elapsedMilliseconds: number;
  readonly granted: number;
  /** What all processes have got of this minute, this grant included. */
  readonly taken: number;
}

/**
 * Takes requests of several keys from their minutes: as many as are wanted, or what is left of `perMinute`. A minute
 * ends 60 seconds after it began; the next one begins with the next call. `now` is null for the clock of the
 * database, which all processes have in common. Sends one statement. The rows are locked in the order of their keys,
 * so that processes do not deadlock.
 */
export async function takeKeyRequests(
  database: Database,
  perMinute: number,
  asked: readonly KeyRequestsWanted[],
  now: Instant | null = null,
): Promise<Map<KeyId, KeyRequestsGranted>> {
  if (asked.length === 0) return new Map();
  const rows = await takenRequests(database, {
    perMinute,
    now: now === null ? null : formatInstant(now),
    keyIds: textArrayLiteral(asked.map(({ keyId }) => keyId)),
    wanted: arrayLiteral(asked.map(({ wanted }) => wanted)),
  });
  return new Map(rows.map(({ keyId, ...granted }) => [keyId, granted]));
}

const takenRequests = defineStatement<
  { perMinute: number; now: string | null; keyIds: string; wanted: string },
  { keyId: KeyId } & KeyRequestsGranted
>("take-key-requests", (value) => {
  const perMinute = sql`${value("perMinute")}::integer`;
  const now = sql`coalesce(${value("now")}::timestamptz, now())`;
  const isInProgress = sql`counted.started_at - excluded.started_at < interval '1 minute'
    and excluded.started_at - counted.started_at < interval '1 minute'`;
  // Another process may have a smaller quota: what is taken stays taken.
  const left = sql`greatest(0, least(excluded.taken, ${perMinute} - counted.taken))`;
  return sql`
    insert into ${keyRequests} as counted (key_id, started_at, taken, granted)
    select key_id, ${now}, least(wanted, ${perMinute}), least(wanted, ${perMinute})
    from unnest(${value("keyIds")}::text[], ${value("wanted")}::integer[]) as asked (key_id, wanted)
    order by key_id
    on conflict (key_id) do update set
      started_at = case when ${isInProgress} then counted.started_at else excluded.started_at end,
      taken = case when ${isInProgress} then counted.taken + ${left} else excluded.taken end,
      granted = case when ${isInProgress} then ${left} else excluded.taken end
    returning key_id as "keyId", taken, granted,
      greatest(0, extract(epoch from ${now} - started_at) * 1000)::float8 as "elapsedMilliseconds"`;
});

/** Deletes the minutes that ended long ago. Passes over those that a process is counting in. */
export async function deleteKeyRequests(database: Database): Promise<void> {
  await oldKeyRequests(database, {});
}

const oldKeyRequests = defineStatement<StatementValues, never>(
  "delete-key-requests",
  () => sql`
    delete from ${keyRequests} where key_id in (
      select key_id from ${keyRequests}
      where started_at < now() - interval '10 minutes' for update skip locked)`,
);
