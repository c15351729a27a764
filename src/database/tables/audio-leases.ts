import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { apiKeys } from "./api-keys.ts";
import { sensors } from "./sensors.ts";

/**
 * Leases: each permits one API key to download the recordings of one page of one sensor, as the operation
 * that issued it. A lease covers a recording if it lists the recording's second with the digest of its
 * bytes. So it does not cover a recording that has been replaced since.
 */
export const audioLeases = pgTable(
  "audio_leases",
  {
    sensorNo: integer("sensor_key")
      .notNull()
      .references(() => sensors.sensorNo),
    id: uuid().notNull(),
    keyId: text()
      .notNull()
      .references(() => apiKeys.id),
    operation: text({ enum: ["measurements", "events"] }).notNull(),
    recordingDatetimes: timestamp({ withTimezone: true, precision: 0 })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** First 16 hexadecimal digits of each recording's SHA-256, in the order of the seconds. */
    recordingDigests: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    issuedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    expiresAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sensorNo, table.id] }),
    // For the removal of expired leases.
    index("audio_leases_expiry").on(table.expiresAt),
  ],
);
