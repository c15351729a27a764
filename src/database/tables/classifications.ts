import {
  doublePrecision,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { classificationModels } from "./classification-models.ts";
import { sensors } from "./sensors.ts";

/**
 * What a model heard at a sensor and second, with its confidence from 0 to 1. As for samples, the
 * primary key INCLUDEs all that a page reads (in a migration of its own).
 */
export const classifications = pgTable(
  "classifications",
  {
    sensorNo: integer("sensor_key")
      .notNull()
      .references(() => sensors.key),
    datetime: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    modelNo: integer("model_key")
      .notNull()
      .references(() => classificationModels.key),
    label: text().notNull(),
    confidence: doublePrecision().notNull(),
  },
  (table) => [
    // Model before time: a page reads one model over a range.
    primaryKey({
      name: "classifications_pkey",
      columns: [table.sensorNo, table.modelNo, table.datetime, table.label],
    }),
  ],
);
