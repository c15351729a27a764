import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  pgEnum,
  pgTable,
  smallint,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { projects } from "./projects.ts";
import { sensors } from "./sensors.ts";

export const limitRuleKind = pgEnum("limit_rule_kind", ["exception", "window", "default"]);

/**
 * The limits of a project (`sensor_key` is null) or of one of its sensors: one row per rule, ordered by
 * `position` within each kind. Levels are hundredths of a dB. A null level means that the rule does not
 * apply to that weighting.
 */
export const limitRules = pgTable(
  "limit_rules",
  {
    ruleNo: integer("key").primaryKey().generatedAlwaysAsIdentity(),
    projectNo: integer("project_key")
      .notNull()
      .references(() => projects.projectNo),
    sensorNo: integer("sensor_key").references(() => sensors.sensorNo),
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
