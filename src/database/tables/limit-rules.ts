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
 * The limits of a project (`sensor_key` null) or of one of its sensors, one row an entry, in the
 * order of `position` within their kind. Levels are hundredths of a dB; null: the entry says nothing
 * of that weighting.
 */
export const limitRules = pgTable(
  "limit_rules",
  {
    key: integer().primaryKey().generatedAlwaysAsIdentity(),
    projectNo: integer("project_key")
      .notNull()
      .references(() => projects.key),
    sensorNo: integer("sensor_key").references(() => sensors.key),
    kind: limitRuleKind().notNull(),
    position: integer().notNull(),
    /** Of an exception. */
    name: text(),
    startAt: timestamp({ withTimezone: true, precision: 3 }),
    endAt: timestamp({ withTimezone: true, precision: 3 }),
    /** Of a window: weekdays and `holiday`, and minutes after local midnight. */
    days: text().array(),
    fromMinute: smallint(),
    toMinute: smallint(),
    levelA: smallint(),
    levelC: smallint(),
    levelZ: smallint(),
  },
  (table) => [
    // Serves all the rules of a project and its sensors, which are read together.
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
