import { integer, pgTable, timestamp } from "drizzle-orm/pg-core";
import { projects } from "./projects.ts";

/**
 * The contract period of a project, both bounds inside. Nullable and unchecked on purpose: the
 * service has to meet an invalid configuration and answer 503.
 */
export const contracts = pgTable("contracts", {
  projectNo: integer("project_key")
    .primaryKey()
    .references(() => projects.key),
  startAt: timestamp({ withTimezone: true, precision: 3 }),
  endAt: timestamp({ withTimezone: true, precision: 3 }),
});
