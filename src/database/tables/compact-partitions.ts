import { boolean, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * The partitions of samples whose index was built anew after their time had passed. An import into such a partition
 * clears the mark, and a later round of maintenance makes it compact again.
 */
export const compactPartitions = pgTable("compact_partitions", {
  name: text().primaryKey(),
  isCompact: boolean().notNull(),
  compactedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
});
