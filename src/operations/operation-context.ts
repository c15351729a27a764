import type { Database } from "#database/client/pool.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Principal } from "#auth/principal.ts";
import type { ReadBudget } from "./read-budget.ts";
import type { Log } from "#log.ts";

/** What every loader of one request reads with: the database, who is asking, and when. */
export interface Reader {
  readonly db: Database;
  readonly principal: Principal;
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
