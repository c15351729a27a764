import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { KeyId } from "../../../acoustics/ids.ts";
import { apiKeyProjects, apiKeySensors } from "../../tables/api-keys.ts";

/**
 * Decides which project data a query reads: the projects and sensors allowed to an API key, or everything, for the
 * operator's commands. Statements read the grants of the key themselves, so a change takes effect at the next one.
 */
export type Grants = KeyId | typeof everything;

/** No key has this id. */
export const everything = "*";

/*
 * Conditions on a row of the outer query. They name the columns of that row with their table in plain text: in a
 * query of one table, Drizzle omits the table, and inside the subquery the bare name would be another column.
 */

/** Holds for a row of `projects` that may be read. */
export function projectIsGranted(grants: Placeholder): SQL {
  return orEverything(grants, projectNoIsGranted(grants, sql`projects.key`));
}

/** Holds for a row of `sensors` that a key may read: the sensor and its project are allowed. */
export function sensorIsGranted(keyId: Placeholder): SQL {
  return sql`(${sensorNoIsGranted(keyId, sql`sensors.key`)}
    and ${projectNoIsGranted(keyId, sql`sensors.project_key`)})`;
}

/** Holds for the number of a sensor whose telemetry may be read. The project was checked before. */
export function telemetryIsGranted(grants: Placeholder, sensorNo: SQL): SQL {
  return orEverything(grants, sensorNoIsGranted(grants, sensorNo));
}

function orEverything(grants: Placeholder, isGranted: SQL): SQL {
  return sql`(${grants} = ${sql.raw(`'${everything}'`)} or ${isGranted})`;
}

function projectNoIsGranted(keyId: Placeholder, projectNo: SQL): SQL {
  return sql`exists (select from ${apiKeyProjects} granted
    where granted.key_id = ${keyId} and granted.project_key = ${projectNo})`;
}

function sensorNoIsGranted(keyId: Placeholder, sensorNo: SQL): SQL {
  return sql`exists (select from ${apiKeySensors} granted
    where granted.key_id = ${keyId} and granted.sensor_key = ${sensorNo})`;
}
