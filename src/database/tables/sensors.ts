import { sql } from "drizzle-orm";
import { check, doublePrecision, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { projects } from "./projects.ts";

/** Sensors. Clients know them by the operator's `id`; telemetry refers to `sensorNo`, which takes 4 bytes a row. */
export const sensors = pgTable(
  "sensors",
  {
    sensorNo: integer("key").primaryKey().generatedAlwaysAsIdentity(),
    id: text().notNull().unique(),
    projectNo: integer("project_key")
      .notNull()
      .references(() => projects.projectNo),
    name: text().notNull(),
    serialNumber: text(),
    model: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** The interval of the samples, where the operator declares it. */
    intervalSeconds: integer(),
  },
  (table) => [
    // For the sensors of a project.
    index("sensors_project").on(table.projectNo),
    check("sensors_interval", sql`${table.intervalSeconds} between 1 and 86400`),
  ],
);
