import { bigint, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/**
 * How many rows and recordings all processes have imported since the database was made, by kind and result: for the
 * metrics. The counts are written with what they count.
 */
export const importCounts = pgTable(
  "import_counts",
  {
    kind: text().notNull(),
    result: text().notNull(),
    rows: bigint({ mode: "number" }).notNull(),
    /** The end of the last import of this kind, also of one without rows of this result. */
    lastAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.result] })],
);
