import { sql } from "drizzle-orm";
import {
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

/** The names of classification models. Classifications refer to them by number. */
export const classificationModels = pgTable("classification_models", {
  modelNo: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
});

/*
 * The newest version of a site is its configuration. Columns of projects and sensors repeat what statements list, join
 * or search by; only `apply` writes them, with the version.
 */

/** Projects. Clients name them by the operator's `id`; other tables refer to `projectNo`. */
export const projects = pgTable(
  "projects",
  {
    projectNo: integer().primaryKey().generatedAlwaysAsIdentity(),
    id: text().notNull().unique(),
    name: text().notNull(),
    description: text(),
    /** The text of the site file. It may be an unknown zone: then the server answers 503. */
    timezone: text().notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** The model whose classifications are served; null for none. */
    modelNo: integer().references(() => classificationModels.modelNo),
    minConfidence: doublePrecision().notNull().default(0),
    /** The interval of the samples, if the operator declares it; that of a sensor has precedence. */
    intervalSeconds: integer(),
    /** The contract, bounds included. They are unchecked: an invalid one is answered with 503. */
    contractStartAt: timestamp({ withTimezone: true, precision: 3 }),
    contractEndAt: timestamp({ withTimezone: true, precision: 3 }),
    /** How long samples and recordings are kept, as ISO 8601 durations of whole days or more; null: without end. */
    samplesRetention: text(),
    recordingsRetention: text(),
  },
  (table) => [check("projects_interval", sql`${table.intervalSeconds} between 1 and 86400`)],
);

/** Sensors. Clients name them by the operator's `id`; telemetry refers to `sensorNo`, which has 4 bytes in each row. */
export const sensors = pgTable(
  "sensors",
  {
    sensorNo: integer().primaryKey().generatedAlwaysAsIdentity(),
    id: text().notNull().unique(),
    projectNo: integer()
      .notNull()
      .references(() => projects.projectNo),
    name: text().notNull(),
    serialNumber: text(),
    model: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** The interval of the samples, if the operator declares it. */
    intervalSeconds: integer(),
    /** The last instant at which it measures, if the operator declares it. */
    endAt: timestamp({ withTimezone: true, precision: 3 }),
  },
  (table) => [
    // For the sensors of a project.
    index("sensors_project").on(table.projectNo),
    check("sensors_interval", sql`${table.intervalSeconds} between 1 and 86400`),
  ],
);

/**
 * The configuration of a project from one change to the next, the newest one until now (docs/contract.md, P7). Rows are
 * never changed.
 */
export const siteVersions = pgTable(
  "site_versions",
  {
    projectNo: integer()
      .notNull()
      .references(() => projects.projectNo),
    /** From 1. */
    version: integer().notNull(),
    appliedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /** JSON of the whole site (`StoredSite`). As text, a row of a backup has no nested values. */
    site: text().notNull(),
    /** SHA-256 of `site`, by which its parsed rules are cached. */
    digest: text().notNull(),
    /** Paths of the changed members. */
    changes: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectNo, table.version] }),
    check("site_versions_site", sql`json_typeof(${table.site}::json) = 'object'`),
  ],
);
