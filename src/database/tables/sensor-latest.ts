import { integer, pgTable, timestamp } from "drizzle-orm/pg-core";
import { levelColumns } from "./level-columns.ts";
import { sensors } from "./sensors.ts";

/**
 * The newest stored sample of each sensor, whatever its contract says. A sensor without samples has no row. It is
 * written in the transaction that writes or removes the samples.
 */
export const sensorLatest = pgTable("sensor_latest", {
  sensorNo: integer("sensor_key")
    .primaryKey()
    .references(() => sensors.sensorNo),
  datetime: timestamp({ withTimezone: true, precision: 0 }).notNull(),
  ...levelColumns(),
});
