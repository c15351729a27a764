import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { sensors } from "./sensors.ts";

/** FLAC recordings (RFC 9639). One belongs to the sample of the same sensor and second. */
export const recordings = pgTable(
  "recordings",
  {
    sensorNo: integer("sensor_key")
      .notNull()
      .references(() => sensors.key),
    datetime: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** Name of the object in the audio store. */
    objectName: text().notNull(),
    byteLength: bigint({ mode: "number" }).notNull(),
    /** Of the whole object, hexadecimal: tells whether an import brings other bytes. */
    sha256: text().notNull(),
    sampleRateHertz: integer().notNull(),
    channels: smallint().notNull(),
    bitsPerSample: smallint().notNull(),
    totalSamples: bigint({ mode: "number" }).notNull(),
    importedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** Null: kept without end. */
    retainUntil: timestamp({ withTimezone: true, precision: 3 }),
    /** When a download found no object; null: not known to be gone. */
    missingSince: timestamp({ withTimezone: true, precision: 3 }),
  },
  (table) => [
    primaryKey({ columns: [table.sensorNo, table.datetime] }),
    // Serves the removal of what is past its retention.
    index("recordings_retention").on(table.retainUntil),
  ],
);
