import { integer, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";
import { levelColumns } from "./level-columns.ts";
import { sensors } from "./sensors.ts";

/**
 * Acoustic samples, at most one per sensor and second. Levels are hundredths of a dB; a null level was not reported
 * by the meter. Samples arrive in time order across all sensors, so the rows of one sensor are scattered over the
 * heap. Therefore the index of the primary key also INCLUDEs every level, and a page is read from the index alone.
 * The table has a partition for each month (UTC). Hand-written migrations declare both, because Drizzle cannot.
 */
export const samples = pgTable(
  "samples",
  {
    sensorNo: integer("sensor_key")
      .notNull()
      .references(() => sensors.sensorNo),
    /** Start of the sample's interval. */
    datetime: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    ...levelColumns(),
    /** The limit and the label that the sensor stored at collection. v0 does not serve them. */
    collectedLimit: smallint(),
    collectedClassification: text(),
  },
  (table) => [primaryKey({ name: "samples_pkey", columns: [table.sensorNo, table.datetime] })],
);
