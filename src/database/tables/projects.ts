import { sql } from "drizzle-orm";
import { check, doublePrecision, integer, pgTable, smallint, text } from "drizzle-orm/pg-core";
import { classificationModels } from "./classification-models.ts";

/** Projects. Clients know them by the operator's `id`; other tables refer to `projectNo`. */
export const projects = pgTable(
  "projects",
  {
    projectNo: integer("key").primaryKey().generatedAlwaysAsIdentity(),
    id: text().notNull().unique(),
    name: text().notNull(),
    description: text(),
    /** As the operator wrote it. It may be no known zone: then the service answers 503. */
    timezone: text().notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** The model whose classifications are served; null for none. */
    classificationModelNo: integer("classification_model_key").references(
      () => classificationModels.modelNo,
    ),
    minConfidence: doublePrecision().notNull().default(0),
    /** The interval of the samples, where the operator declares it; that of a sensor comes first. */
    intervalSeconds: integer(),
    /** When the periods of the noise indicators begin, in minutes after local midnight: all of them or none. */
    dayFromMinute: smallint(),
    eveningFromMinute: smallint(),
    nightFromMinute: smallint(),
    /** How long samples and recordings are kept, as ISO 8601 durations of whole days or more; null: without end. */
    samplesRetention: text(),
    recordingsRetention: text(),
    /**
     * JSON of a list of criteria, in order: a request reads all of a project or none, so they have no rows. As text, a
     * row of a backup stays flat.
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
