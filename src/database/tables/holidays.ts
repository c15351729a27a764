import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { projects } from "./projects.ts";

/** Local dates on which windows with the day `holiday` start. */
export const holidays = pgTable(
  "holidays",
  {
    projectNo: integer("project_key")
      .notNull()
      .references(() => projects.key),
    date: date({ mode: "string" }).notNull(),
    name: text(),
  },
  (table) => [primaryKey({ columns: [table.projectNo, table.date] })],
);
