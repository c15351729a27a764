import { sql } from "drizzle-orm";
import { boolean, check, pgTable, uuid } from "drizzle-orm/pg-core";

/**
 * The id of the audio store that holds the objects of this database: one row at most, and none until the
 * first store is begun. The id never changes. The store has it in its marker.
 */
export const audioStore = pgTable(
  "audio_store",
  {
    isOnly: boolean().primaryKey().default(true),
    id: uuid().notNull(),
  },
  (table) => [check("audio_store_one_row", sql`${table.isOnly}`)],
);
