import type { Instant } from "#acoustics/time/instant.ts";
import type { AudioStore } from "#audio/audio-store.ts";
import type { Principal } from "#auth/principal.ts";
import type { Database } from "#database/client/statement.ts";
import type { RequestContext } from "#http/request-context.ts";
import type { Log } from "#log.ts";
import type { ReadBudget } from "./read-budget.ts";

/** What the operations of every request need of the server. */
export interface OperationServices {
  /** The handle for the statements of one request. */
  readonly databaseFor: (context: RequestContext) => Database;
  readonly store: AudioStore;
  /** How long an audio lease is valid. */
  readonly leaseSeconds: number;
  /** Called for each audio lease that is issued. */
  readonly leaseIssued: () => void;
}

/** What the operations of one request work with. */
export interface OperationContext extends Pick<OperationServices, "leaseSeconds" | "leaseIssued"> {
  readonly database: Database;
  readonly principal: Principal;
  /** One instant for the whole request. */
  readonly now: Instant;
  readonly log: Log;
  readonly requestId: string;
  /** What the request may still read. */
  readonly budget: ReadBudget;
}
