import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { apiKeyProjects, apiKeySensors } from "#database/tables/api-keys.ts";

/*
 * Conditions on the rows of an outer query, for the value that will stand at `grants`. The query's
 * columns are written out with their table: Drizzle leaves the table away in a query of one table,
 * and inside a subquery the bare name would then be that of another.
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
