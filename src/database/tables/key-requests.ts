import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * The requests of each API key in its current minute, counted by all processes together. A process takes some
 * requests of a key's quota in advance, so `taken` may be ahead of the answers. The table is not logged (a
 * hand-written line of the migration): after a crash of the database, minutes begin anew. No foreign key: what is
 * counted here holds up nobody who changes a key.
 */
export const keyRequests = pgTable("key_requests", {
  keyId: text().primaryKey(),
  /** The first request of the minute, on the clock of its process. */
  startedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  taken: integer().notNull(),
  /** How many of them the last process took: an update can return only what it stores. */
  granted: integer().notNull(),
});
