import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { projects } from "./projects.ts";

/** The holidays of a project, as local dates: limit windows for the day `holiday` start on them. */
export const holidays = pgTable(
  "holidays",
  {
    projectNo: integer("project_key")
      .notNull()
      .references(() => projects.projectNo),
    date: date({ mode: "string" }).notNull(),
    name: text(),
  },
  (table) => [primaryKey({ columns: [table.projectNo, table.date] })],
);
