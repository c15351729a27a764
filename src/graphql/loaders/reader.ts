import type { Database } from "#database/connect.ts";
import type { Instant } from "#domain/instant.ts";
import type { Viewer } from "#domain/viewer.ts";
import type { ReadBudget } from "#graphql/read-budget.ts";
import type { Log } from "#log.ts";

/** What every loader of one request reads with: the database, who is asking, and when. */
export interface Reader {
  readonly db: Database;
  readonly viewer: Viewer;
  /** One instant for the whole request. */
  readonly now: Instant;
  /** How long a lease issued by this request is valid. */
  readonly leaseSeconds: number;
  readonly log: Log;
  readonly requestId: string;
  /** Told of each audio lease that is issued. */
  readonly leaseIssued: () => void;
  /** What the request may still read. */
  readonly budget: ReadBudget;
}
