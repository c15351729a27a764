import { doublePrecision, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { projects } from "./projects.ts";

/** Sensors; telemetry carries `key`, an integer of ours, and the operator's `id` stands only here. */
export const sensors = pgTable(
  "sensors",
  {
    key: integer().primaryKey().generatedAlwaysAsIdentity(),
    id: text().notNull().unique(),
    projectNo: integer("project_key")
      .notNull()
      .references(() => projects.key),
    name: text().notNull(),
    serialNumber: text(),
    model: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
  },
  // Serves the sensors of a project.
  (table) => [index("sensors_project").on(table.projectNo)],
);
