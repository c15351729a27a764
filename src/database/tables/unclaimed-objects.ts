import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Objects of the audio store that no recording names: not yet, for one is written down here before it
 * is stored, or no longer. So none is forgotten, however an import or a removal ends, and the store
 * need never be searched; another database may keep its recordings in the same one.
 */
export const unclaimedObjects = pgTable(
  "unclaimed_objects",
  {
    name: text().primaryKey(),
    /** From when on it is to be removed. */
    removeAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  // Serves the removal of what is due.
  (table) => [index("unclaimed_objects_removal").on(table.removeAt)],
);
