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

/** FLAC recordings (RFC 9639). A recording belongs to the sample of the same sensor and second. */
export const recordings = pgTable(
  "recordings",
  {
    sensorNo: integer("sensor_key")
      .notNull()
      .references(() => sensors.sensorNo),
    datetime: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    /** Name of the object in the audio store. */
    objectName: text().notNull(),
    byteLength: bigint({ mode: "number" }).notNull(),
    /** The SHA-256 of the whole object, hexadecimal. An import compares it with that of its file. */
    sha256: text().notNull(),
    sampleRateHertz: integer().notNull(),
    channels: smallint().notNull(),
    bitsPerSample: smallint().notNull(),
    totalSamples: bigint({ mode: "number" }).notNull(),
    importedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** Null if the recording is kept without end. */
    retainUntil: timestamp({ withTimezone: true, precision: 3 }),
    /** When a download did not find the object; null if none has failed. */
    missingSince: timestamp({ withTimezone: true, precision: 3 }),
  },
  (table) => [
    primaryKey({ columns: [table.sensorNo, table.datetime] }),
    // For the removal of recordings whose retention has ended.
    index("recordings_retention").on(table.retainUntil),
  ],
);
