import {
  bigint,
  boolean,
  customType,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { projects, sensors } from "./sites.ts";

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
});

/** API keys. Of the key itself, only the SHA-256 is stored. */
export const apiKeys = pgTable("api_keys", {
  id: text().primaryKey(),
  secretHash: bytea().notNull(),
  name: text().notNull(),
  scopes: text().array().notNull(),
  createdAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  expiresAt: timestamp({ withTimezone: true, precision: 3 }),
  revokedAt: timestamp({ withTimezone: true, precision: 3 }),
  /**
   * The minute of the last request with the key in force; null if there was none. It is written some time after the
   * request.
   */
  lastUsedAt: timestamp({ withTimezone: true, precision: 0 }),
  /** True: the key gets each sensor that is added to one of its projects. */
  allSensors: boolean().notNull(),
  /** The key that `acoustic key rotate` made in its place. Keys are never deleted. */
  replacedBy: text(),
});

/** The projects that an API key may read. */
export const apiKeyProjects = pgTable(
  "api_key_projects",
  {
    keyId: text()
      .notNull()
      .references(() => apiKeys.id),
    projectNo: integer()
      .notNull()
      .references(() => projects.projectNo),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.projectNo] })],
);

/** The sensors that an API key may read, if it may also read their project. */
export const apiKeySensors = pgTable(
  "api_key_sensors",
  {
    keyId: text()
      .notNull()
      .references(() => apiKeys.id),
    sensorNo: integer()
      .notNull()
      .references(() => sensors.sensorNo),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.sensorNo] })],
);

/**
 * The requests of each API key in its current minute, as `rate-limiter-flexible` counts them: its columns, its order.
 * The table is not logged (a hand-written line of the migration): after a crash of the database, minutes begin again.
 */
export const keyRequests = pgTable("key_requests", {
  key: text().primaryKey(),
  points: integer().notNull(),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: "number" }).notNull(),
});
