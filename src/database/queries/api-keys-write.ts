import { and, eq, isNull, sql } from "drizzle-orm";
import type { KeyId } from "#acoustics/ids.ts";
import type { Queryable } from "#database/client/pool.ts";
import { apiKeyProjects, apiKeys, apiKeySensors } from "#database/tables/api-keys.ts";
import { projects } from "#database/tables/projects.ts";
import { sensors } from "#database/tables/sensors.ts";

/** A key as it is listed; nothing of its secret. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Ids of the allowed projects, in the order of their bytes. */
  readonly projects: readonly string[];
  /** Ids of the allowed sensors, in the order of their bytes. */
  readonly sensors: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Stores a key with what it may read. To be called in a transaction. */
export async function insertApiKey(
  db: Queryable,
  key: typeof apiKeys.$inferInsert,
  allowed: { readonly projectNos: readonly number[]; readonly sensorNos: readonly number[] },
): Promise<void> {
  await db.insert(apiKeys).values(key);
  await db.execute(sql`insert into ${apiKeyProjects} (key_id, project_key)
    select ${key.id}, unnest(${`{${allowed.projectNos.join(",")}}`}::integer[])`);
  await db.execute(sql`insert into ${apiKeySensors} (key_id, sensor_key)
    select ${key.id}, unnest(${`{${allowed.sensorNos.join(",")}}`}::integer[])`);
}

/** All keys, the oldest first. */
export function selectApiKeys(db: Queryable): Promise<ApiKeyRecord[]> {
  return db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      // Qualified by hand: in a select from one table, drizzle writes columns without theirs. As
      // JSON, for only columns tell drizzle how an array is to be read.
      projects: sql<string[]>`(select coalesce(json_agg(p.id order by p.id collate "C"), '[]')
        from ${projects} p join ${apiKeyProjects} a on a.project_key = p.key
        where a.key_id = api_keys.id)`,
      sensors: sql<string[]>`(select coalesce(json_agg(s.id order by s.id collate "C"), '[]')
        from ${sensors} s join ${apiKeySensors} a on a.sensor_key = s.key
        where a.key_id = api_keys.id)`,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .orderBy(apiKeys.createdAt, sql`${apiKeys.id} collate "C"`);
}

/** Revokes a key that is in force; false where there is none of that id. */
export async function revokeApiKey(db: Queryable, id: KeyId, revokedAt: Date): Promise<boolean> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return revoked.length > 0;
}

/** Whether there is a key of that id, revoked or not. */
export async function existsApiKey(db: Queryable, id: KeyId): Promise<boolean> {
  const found = await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, id));
  return found.length > 0;
}

/** The keys of all projects of the installation, by id. */
export async function selectProjectNos(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.select({ id: projects.id, key: projects.key }).from(projects);
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** A sensor and the project that it belongs to. */
export interface OwnedSensor {
  readonly id: string;
  readonly key: number;
  readonly projectNo: number;
}

/** All sensors of the installation. */
export function selectOwnedSensors(db: Queryable): Promise<OwnedSensor[]> {
  return db
    .select({ id: sensors.id, key: sensors.key, projectNo: sensors.projectNo })
    .from(sensors);
}
