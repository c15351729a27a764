import { integer, pgTable, primaryKey, smallint, text, timestamp } from "drizzle-orm/pg-core";
import { sensors } from "./sensors.ts";

/**
 * Acoustic samples, at most one a sensor and second. Levels are hundredths of a dB; null: the meter
 * did not report it. Rows arrive in time order across all sensors, so the heap scatters one
 * sensor's day; the primary key therefore INCLUDEs every level (in a migration of its own) and a
 * page is read from that index alone.
 */
export const samples = pgTable(
  "samples",
  {
    sensorNo: integer("sensor_key")
      .notNull()
      .references(() => sensors.key),
    /** Start of the sample's interval. */
    datetime: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    laeq: smallint(),
    lceq: smallint(),
    lzeq: smallint(),
    lafmax: smallint(),
    lafmin: smallint(),
    lcpeak: smallint(),
    la10: smallint(),
    la50: smallint(),
    la90: smallint(),
    /** Limit and label as the sensor stored them when it collected; kept, not served by v0. */
    collectedLimit: smallint(),
    collectedClassification: text(),
  },
  (table) => [primaryKey({ name: "samples_pkey", columns: [table.sensorNo, table.datetime] })],
);
