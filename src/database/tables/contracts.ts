import { integer, pgTable, timestamp } from "drizzle-orm/pg-core";
import { projects } from "./projects.ts";

/**
 * The contract period of a project; both bounds are inside it. The bounds are nullable and unchecked on purpose: with
 * an invalid configuration, the service answers 503.
 */
export const contracts = pgTable("contracts", {
  projectNo: integer("project_key")
    .primaryKey()
    .references(() => projects.projectNo),
  startAt: timestamp({ withTimezone: true, precision: 3 }),
  endAt: timestamp({ withTimezone: true, precision: 3 }),
});
