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
 * The labels that a model gave to the sound of one sensor and second, with a confidence from 0 to 1. The index of the
 * primary key also INCLUDEs the confidence, so that a page is read from the index alone; a hand-written
 * migration declares this, because Drizzle cannot.
 */
export const classifications = pgTable(
  "classifications",
  {
    sensorNo: integer("sensor_key")
      .notNull()
      .references(() => sensors.sensorNo),
    datetime: timestamp({ withTimezone: true, precision: 0 }).notNull(),
    modelNo: integer("model_key")
      .notNull()
      .references(() => classificationModels.modelNo),
    label: text().notNull(),
    confidence: doublePrecision().notNull(),
  },
  (table) => [
    // The model comes before the time: a page reads a range of time of one model.
    primaryKey({
      name: "classifications_pkey",
      columns: [table.sensorNo, table.modelNo, table.datetime, table.label],
    }),
  ],
);
