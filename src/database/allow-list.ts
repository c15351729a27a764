import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { AllowList } from "#domain/viewer.ts";
import { apiKeyProjects, apiKeySensors } from "./tables/api-keys.ts";

/** Holds for the projects that the viewer may read. */
export function projectIsAllowed(allowList: AllowList, projectKey: AnyColumn): SQL {
  return sql`exists (select from ${apiKeyProjects}
    where ${apiKeyProjects.keyId} = ${allowList} and ${apiKeyProjects.projectKey} = ${projectKey})`;
}

/** Holds for the sensors that the viewer may read; their project has to be allowed as well. */
export function sensorIsAllowed(allowList: AllowList, sensorKey: AnyColumn | SQL): SQL {
  return sql`exists (select from ${apiKeySensors}
    where ${apiKeySensors.keyId} = ${allowList} and ${apiKeySensors.sensorKey} = ${sensorKey})`;
}
