import { integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { sensors } from "./sensors.ts";

/**
 * The first second for which a sample with an equivalent level of a weighting is stored, for each sensor. Most meters
 * report one weighting of three: that the others have no sample would else take a search through all of them. A
 * sample that was replaced may have lost its level, so a row says where to look, and no row that there is nothing to
 * find.
 */
export const reportedWeightings = pgTable(
  "reported_weightings",
  {
    sensorNo: integer("sensor_key")
      .notNull()
      .references(() => sensors.sensorNo),
    /** `A`, `C` or `Z`. */
    weighting: text().notNull(),
    firstAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sensorNo, table.weighting] })],
);
