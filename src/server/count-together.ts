import { createSharedRateLimit, type SharedRateLimit } from "#auth/shared-rate-limit.ts";
import type { OpenDatabase } from "#database/client/open-database.ts";
import type { StatementObserver } from "#database/client/statement-observer.ts";
import { jobSession } from "#database/client/statement.ts";
import { deleteKeyRequests, takeKeyRequests } from "#database/queries/key-requests.ts";

/**
 * The quota of keys, counted in the database by all processes together. Now and then, rows of keys that have ended
 * are deleted.
 */
export function countTogether(
  perMinute: number,
  database: Pick<OpenDatabase, "sessionFor">,
  observer: StatementObserver,
): SharedRateLimit {
  const session = database.sessionFor({
    ...jobSession,
    observer,
    signal: new AbortController().signal,
  });
  let deleteAt = 0;
  return createSharedRateLimit(perMinute, {
    async take(asked) {
      const granted = await takeKeyRequests(session, perMinute, asked);
      if (performance.now() >= deleteAt) {
        deleteAt = performance.now() + pauseMilliseconds;
        // It is tried again later; the observer has logged the failure.
        deleteKeyRequests(session).catch(() => undefined);
      }
      return granted;
    },
  });
}

const pauseMilliseconds = 10 * 60_000;
