import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { apiKeys } from "./api-keys.ts";
import { sensors } from "./sites.ts";

/** FLAC recordings (RFC 9639). A recording belongs to the sample of the same sensor and second. */
export const recordings = pgTable(
  "recordings",
  {
    sensorNo: integer()
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

/**
 * Leases: each permits one API key to download the recordings of one page of one sensor, for the operation that issued
 * it. A lease covers a recording if it lists the recording's second with the digest of its bytes. A recording that was
 * replaced later has another digest, so the lease does not cover it.
 */
export const audioLeases = pgTable(
  "audio_leases",
  {
    sensorNo: integer()
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

/**
 * Objects of the audio store without a recording: an import adds an object here before it stores it, and the object of
 * a replaced or expired recording is added here. No object is lost when an import or a removal is interrupted, and the
 * store, which several databases may share, need not be searched.
 */
export const unclaimedObjects = pgTable(
  "unclaimed_objects",
  {
    name: text().primaryKey(),
    /** The object is removed at this time or later. */
    removeAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  },
  // For the removal of due objects.
  (table) => [index("unclaimed_objects_removal").on(table.removeAt)],
);

/** The id of the audio store of this database, as in the store's marker: one row at most. It never changes. */
export const audioStore = pgTable(
  "audio_store",
  {
    isOnly: boolean().primaryKey().default(true),
    id: uuid().notNull(),
  },
  (table) => [check("audio_store_one_row", sql`${table.isOnly}`)],
);
