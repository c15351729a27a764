import { sql } from "drizzle-orm";
import { check, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
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
    /** JSON of the member `project` of a site file. As text, it keeps its order, and a row of a backup stays flat. */
    site: text().notNull(),
    /** Paths of what was changed; none where the version is what was found in force. */
    changes: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectNo, table.version] }),
    check("site_versions_site", sql`json_typeof(${table.site}::json) = 'object'`),
  ],
);
