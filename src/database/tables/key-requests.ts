import { bigint, integer, pgTable, text } from "drizzle-orm/pg-core";

/**
 * The requests of each API key in its current minute, as `rate-limiter-flexible` counts them: its columns, its order.
 * The table is not logged (a hand-written line of the migration): after a crash of the database, minutes begin again.
 */
export const keyRequests = pgTable("key_requests", {
  key: text().primaryKey(),
  points: integer().notNull(),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: "number" }).notNull(),
});
