import { sql } from "drizzle-orm";
import type { KeyId } from "#acoustics/ids.ts";
import { formatInstant, type Instant } from "#acoustics/time/instant.ts";
import { arrayLiteral, textArrayLiteral } from "#database/client/array-literal.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { keyRequests } from "#database/tables/key-requests.ts";

/** A process asks for some requests of a key's minute. */
export interface KeyRequestsWanted {
  readonly keyId: KeyId;
  /** When the minute begins, if none is in progress. */
  readonly now: Instant;
  readonly wanted: number;
}

/** What a process got of a key's minute. */
export interface KeyRequestsGranted {
  readonly startedAt: Instant;
  readonly granted: number;
  /** What all processes have got of this minute, this grant included. */
  readonly taken: number;
}

/**
 * Takes requests of several keys from their minutes: as many as are wanted, or what is left of `perMinute`. A minute ends 60 seconds after it
 * began; the next one begins at `now`. Sends one statement. The rows are locked in the order of their keys, so that
 * processes do not deadlock.
 */
export async function takeKeyRequests(
  database: Database,
  perMinute: number,
  asked: readonly KeyRequestsWanted[],
): Promise<Map<KeyId, KeyRequestsGranted>> {
  if (asked.length === 0) return new Map();
  const rows = await takenRequests(database, {
    perMinute,
    keyIds: textArrayLiteral(asked.map(({ keyId }) => keyId)),
    starts: textArrayLiteral(asked.map(({ now }) => formatInstant(now))),
    wanted: arrayLiteral(asked.map(({ wanted }) => wanted)),
  });
  return new Map(rows.map(({ keyId, ...granted }) => [keyId, granted]));
}

const takenRequests = defineStatement<
  { perMinute: number; keyIds: string; starts: string; wanted: string },
  { keyId: KeyId } & KeyRequestsGranted
>("take-key-requests", (value) => {
  const perMinute = sql`${value("perMinute")}::integer`;
  const isInProgress = sql`counted.started_at - excluded.started_at < interval '1 minute'
    and excluded.started_at - counted.started_at < interval '1 minute'`;
  // Another process may have a smaller quota: what is taken stays taken.
  const left = sql`greatest(0, least(excluded.taken, ${perMinute} - counted.taken))`;
  return sql`
    insert into ${keyRequests} as counted (key_id, started_at, taken, granted)
    select key_id, started_at, least(wanted, ${perMinute}), least(wanted, ${perMinute})
    from unnest(${value("keyIds")}::text[], ${value("starts")}::timestamptz[], ${value("wanted")}::integer[])
      as asked (key_id, started_at, wanted)
    order by key_id
    on conflict (key_id) do update set
      started_at = case when ${isInProgress} then counted.started_at else excluded.started_at end,
      taken = case when ${isInProgress} then counted.taken + ${left} else excluded.taken end,
      granted = case when ${isInProgress} then ${left} else excluded.taken end
    returning key_id as "keyId", (extract(epoch from started_at) * 1000)::float8 as "startedAt", taken, granted`;
});

/** Deletes the minutes that began before an instant. Passes over those that a process is counting in. */
export async function deleteKeyRequests(database: Database, before: Instant): Promise<void> {
  await oldKeyRequests(database, { before: formatInstant(before) });
}

const oldKeyRequests = defineStatement<{ before: string }, never>(
  "delete-key-requests",
  (value) => sql`
    delete from ${keyRequests} where key_id in (
      select key_id from ${keyRequests}
      where started_at < ${value("before")}::timestamptz for update skip locked)`,
);
