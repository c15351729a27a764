import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/**
 * Objects of the audio store that no recording refers to: an import adds an object here before it stores
 * it, and a replaced or expired recording leaves its object here. So no object is lost when an import or a removal is
 * interrupted, and the store, which several databases may share, need not be searched.
 */
export const unclaimedObjects = pgTable(
  "unclaimed_objects",
  {
    name: text().primaryKey(),
    /** The object is removed at this time or later. */
    removeAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  // For the removal of due objects.
  (table) => [index("unclaimed_objects_removal").on(table.removeAt)],
);
