import { date, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { projects } from "./projects.ts";

/** Local dates on which windows with the day `holiday` start. */
export const holidays = pgTable(
  "holidays",
  {
    projectKey: integer()
      .notNull()
      .references(() => projects.key),
    date: date({ mode: "string" }).notNull(),
    name: text(),
  },
  (table) => [primaryKey({ columns: [table.projectKey, table.date] })],
);
