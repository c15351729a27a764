import type { Queryable } from "#database/connect.ts";
import type { Instant } from "#domain/instant.ts";
import type { Viewer } from "#domain/viewer.ts";

/** What every loader of one request reads with: the database, who is asking, and when. */
export interface Reader {
  readonly db: Queryable;
  readonly viewer: Viewer;
  /** One instant for the whole request. */
  readonly now: Instant;
}
