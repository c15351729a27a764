import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { apiKeyProjects, apiKeySensors } from "#database/tables/api-keys.ts";

/**
 * What a principal may read: the allowed projects and sensors of its key. They are read in the statement that
 * uses them, so that a change takes effect at the next statement. A query of project data cannot be written without.
 */
export type Grants = string & { readonly __grants: "allowed projects and sensors" };

/*
 * Conditions on the rows of an outer query, for a placeholder of `Grants`. Columns of the outer query are written
 * out with their table: Drizzle leaves the table away in a query of one table, and inside a subquery
 * the bare name would be that of another.
 */

/** Holds for the rows of `projects` that the principal may read. */
export function projectIsGranted(grants: Placeholder): SQL {
  return sql`exists (select from ${apiKeyProjects} granted
    where granted.key_id = ${grants} and granted.project_key = projects.key)`;
}

/** Holds for the rows of `sensors` that the principal may read, their project being allowed as well. */
export function sensorIsGranted(grants: Placeholder): SQL {
  return sql`(${sensorNoIsGranted(grants, sql`sensors.key`)}
    and exists (select from ${apiKeyProjects} granted
      where granted.key_id = ${grants} and granted.project_key = sensors.project_key))`;
}

/** Holds for a sensor's key that the principal may read; the project is for the caller to have checked. */
export function sensorNoIsGranted(grants: Placeholder, sensorNo: SQL): SQL {
  return sql`exists (select from ${apiKeySensors} granted
    where granted.key_id = ${grants} and granted.sensor_key = ${sensorNo})`;
}
