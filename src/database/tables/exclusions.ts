import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { sensors } from "./sensors.ts";

/**
 * Stretches of time whose samples do not count, with the reason: thunder, a calibration (docs/contract.md, P6). Several
 * may overlap.
 */
export const exclusions = pgTable(
  "exclusions",
  {
    sensorNo: integer("sensor_key")
      .notNull()
      .references(() => sensors.sensorNo),
    startAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** Outside. */
    endAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    reason: text().notNull(),
    note: text(),
  },
  (table) => [
    primaryKey({ columns: [table.sensorNo, table.startAt, table.endAt, table.reason] }),
    check("exclusions_length", sql`${table.startAt} < ${table.endAt}`),
  ],
);
