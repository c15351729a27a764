import { integer, pgTable, timestamp } from "drizzle-orm/pg-core";

/**
 * The interval of the samples of each sensor that declares none, as a round of maintenance inferred it: for the
 * metrics, which read no samples. No foreign key: what is noted here holds up nobody who removes a sensor.
 */
export const sensorIntervals = pgTable("sensor_intervals", {
  sensorNo: integer("sensor_key").primaryKey(),
  seconds: integer().notNull(),
  /** The newest sample that it was inferred from. */
  newestAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
});
