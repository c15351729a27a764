import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { apiKeyProjects, apiKeySensors } from "../../tables/api-keys.ts";

/**
 * What a principal may read: the projects and sensors allowed to its API key. Every query of project data for a
 * request takes them as an argument. The statement itself reads the allowed projects and sensors, so a
 * change takes effect at the next statement. Queries that take a `Queryable` are the operator's: they see everything.
 */
export type Grants = string & { readonly __grants: "allowed projects and sensors" };

/** The grants of the operator's commands, which read the telemetry of every sensor. No key has this id. */
export const everything = "*" as string as Grants;

/*
 * Conditions on a row of the outer query. They name the columns of that row with their table in plain text: in a
 * query of one table, Drizzle omits the table, and inside the subquery the bare name would be another column.
 */

/** Holds for a row of `projects` that the principal may read. */
export function projectIsGranted(grants: Placeholder): SQL {
  return sql`exists (select from ${apiKeyProjects} granted
    where granted.key_id = ${grants} and granted.project_key = projects.key)`;
}

/** Holds for a row of `sensors` that the principal may read: the sensor and its project are allowed. */
export function sensorIsGranted(grants: Placeholder): SQL {
  return sql`(${sensorNoIsGranted(grants, sql`sensors.key`)}
    and exists (select from ${apiKeyProjects} granted
      where granted.key_id = ${grants} and granted.project_key = sensors.project_key))`;
}

/** Holds for the number of a sensor whose telemetry may be read: of an allowed one, or of any for `everything`. */
export function telemetryIsGranted(grants: Placeholder, sensorNo: SQL): SQL {
  return sql`(${grants} = ${sql.raw(`'${everything}'`)} or ${sensorNoIsGranted(grants, sensorNo)})`;
}

/** Holds for the number of an allowed sensor. The caller has checked the project. */
export function sensorNoIsGranted(grants: Placeholder, sensorNo: SQL): SQL {
  return sql`exists (select from ${apiKeySensors} granted
    where granted.key_id = ${grants} and granted.sensor_key = ${sensorNo})`;
}
