import { sql } from "drizzle-orm";
import {
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";

/** The names of classification models. Classifications refer to them by number. */
export const classificationModels = pgTable("classification_models", {
  modelNo: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
});

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
    /** When the periods of the noise indicators begin, in minutes after local midnight: all of them or none. */
    dayFromMinute: smallint(),
    eveningFromMinute: smallint(),
    nightFromMinute: smallint(),
    /** How long samples and recordings are kept, as ISO 8601 durations of whole days or more; null: without end. */
    samplesRetention: text(),
    recordingsRetention: text(),
    /**
     * JSON of a list of criteria, in order. A request reads all or none. As text, a row of a backup has no nested
     * values.
     */
    criteria: text().notNull().default("[]"),
  },
  (table) => [
    check("projects_criteria", sql`json_typeof(${table.criteria}::json) = 'array'`),
    check("projects_interval", sql`${table.intervalSeconds} between 1 and 86400`),
    check(
      "projects_periods",
      sql`case num_nulls(${table.dayFromMinute}, ${table.eveningFromMinute}, ${table.nightFromMinute})
        when 3 then true
        when 0 then 0 <= ${table.dayFromMinute} and ${table.dayFromMinute} < ${table.eveningFromMinute}
          and ${table.eveningFromMinute} < ${table.nightFromMinute} and ${table.nightFromMinute} < 1440
        else false end`,
    ),
  ],
);

/** The contract period of a project, bounds included. They are unchecked: an invalid one is answered with 503. */
export const contracts = pgTable("contracts", {
  projectNo: integer()
    .primaryKey()
    .references(() => projects.projectNo),
  startAt: timestamp({ withTimezone: true, precision: 3 }),
  endAt: timestamp({ withTimezone: true, precision: 3 }),
});

/** The holidays of a project, as local dates: limit windows for the day `holiday` start on them. */
export const holidays = pgTable(
  "holidays",
  {
    projectNo: integer()
      .notNull()
      .references(() => projects.projectNo),
    date: date({ mode: "string" }).notNull(),
    name: text(),
  },
  (table) => [primaryKey({ columns: [table.projectNo, table.date] })],
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

export const limitRuleKind = pgEnum("limit_rule_kind", ["exception", "window", "default"]);

/**
 * The limits of a project (`sensor_no` is null) or of one of its sensors: one row per rule, ordered by
 * `position` within each kind. Levels are hundredths of a dB. A null level means that the rule does not
 * apply to that weighting.
 */
export const limitRules = pgTable(
  "limit_rules",
  {
    ruleNo: integer().primaryKey().generatedAlwaysAsIdentity(),
    projectNo: integer()
      .notNull()
      .references(() => projects.projectNo),
    sensorNo: integer().references(() => sensors.sensorNo),
    kind: limitRuleKind().notNull(),
    position: integer().notNull(),
    /** The next three columns belong to an exception. */
    name: text(),
    startAt: timestamp({ withTimezone: true, precision: 3 }),
    endAt: timestamp({ withTimezone: true, precision: 3 }),
    /** The next three columns belong to a window: weekdays or `holiday`, and minutes after local midnight. */
    days: text().array(),
    fromMinute: smallint(),
    toMinute: smallint(),
    levelA: smallint(),
    levelC: smallint(),
    levelZ: smallint(),
  },
  (table) => [
    // The rules of a project and its sensors are read together.
    index("limit_rules_project").on(table.projectNo, table.sensorNo),
    check(
      "limit_rules_shape",
      sql`case ${table.kind}
        when 'exception' then ${table.startAt} is not null and ${table.endAt} is not null
        when 'window' then ${table.days} is not null and ${table.fromMinute} is not null and ${table.toMinute} is not null
        else true end`,
    ),
  ],
);

/**
 * The inferred interval of the samples of each sensor without a declared one. A round of maintenance writes it for the
 * metrics, which read no samples. There is no foreign key, so that a row here does not block the removal of a sensor.
 */
export const sensorIntervals = pgTable("sensor_intervals", {
  sensorNo: integer().primaryKey(),
  seconds: integer().notNull(),
  /** The newest sample that it was inferred from. */
  newestAt: timestamp({ withTimezone: true, precision: 0 }).notNull(),
});

/** The configuration of a project from one change to the next (docs/contract.md, P7). Rows are never changed. */
export const siteVersions = pgTable(
  "site_versions",
  {
    projectNo: integer()
      .notNull()
      .references(() => projects.projectNo),
    /** From 1. */
    version: integer().notNull(),
    appliedAt: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    /**
     * JSON of the member `project` of a site file. As text, it keeps its order, and a row of a backup has no nested
     * values.
     */
    site: text().notNull(),
    /** Paths of the changed members. */
    changes: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectNo, table.version] }),
    check("site_versions_site", sql`json_typeof(${table.site}::json) = 'object'`),
  ],
);
