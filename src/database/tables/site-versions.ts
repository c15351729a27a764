import { integer, json, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { projects } from "./projects.ts";

/**
 * The configuration of each project as it was in force, from one change to the next (docs/contract.md, P7). A row is
 * never changed, nor removed but with its project.
 */
export const siteVersions = pgTable(
  "site_versions",
  {
    projectNo: integer("project_key")
      .notNull()
      .references(() => projects.projectNo),
    /** From 1. */
    version: integer().notNull(),
    appliedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** The member `project` of a site file, with the order of its members: so no `jsonb`. */
    site: json().notNull(),
    /** Paths of what was changed; none where the version is what was found in force. */
    changes: text().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectNo, table.version] })],
);
