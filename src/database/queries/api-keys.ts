import { and, eq, isNull, sql } from "drizzle-orm";
import type { KeyId } from "#acoustics/ids.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { arrayLiteral } from "#database/client/array-literal.ts";
import type { Queryable } from "#database/client/pool.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { apiKeyProjects, apiKeys, apiKeySensors } from "#database/tables/api-keys.ts";
import { projects } from "#database/tables/projects.ts";
import { sensors } from "#database/tables/sensors.ts";

/** What is stored of an API key to authenticate with it. */
export interface StoredApiKey {
  readonly secretHash: Buffer;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Instant | null;
  readonly isRevoked: boolean;
}

/** The stored API key of an id, or null. Sends one statement in both cases. */
export async function selectApiKey(database: Database, id: KeyId): Promise<StoredApiKey | null> {
  const [row] = await apiKeyById(database, { id });
  return row ?? null;
}

const apiKeyById = defineStatement<{ id: string }, StoredApiKey>(
  "select-api-key",
  (value) => sql`
    select ${apiKeys.secretHash} as "secretHash", ${apiKeys.name} as name, to_json(${apiKeys.scopes}) as scopes,
      (extract(epoch from ${apiKeys.expiresAt}) * 1000)::float8 as "expiresAt",
      ${apiKeys.revokedAt} is not null as "isRevoked"
    from ${apiKeys} where ${apiKeys.id} = ${value("id")}`,
);

/** An API key as the operator sees it in a list, without anything of its secret. */
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

/** All API keys, the oldest first. */
export function selectApiKeys(db: Queryable): Promise<ApiKeyRecord[]> {
  return db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      // `api_keys.id` is plain text, because Drizzle omits the table of a column in a select from one table. The
      // lists are JSON, because Drizzle parses an array only if it is a column.
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

/** Stores an API key with the projects and sensors that it may read. To be called in a transaction. */
export async function insertApiKey(
  db: Queryable,
  apiKey: typeof apiKeys.$inferInsert,
  allowed: { readonly projectNos: readonly number[]; readonly sensorNos: readonly number[] },
): Promise<void> {
  await db.insert(apiKeys).values(apiKey);
  await db.execute(sql`insert into ${apiKeyProjects} (key_id, project_key)
    select ${apiKey.id}, unnest(${arrayLiteral(allowed.projectNos)}::integer[])`);
  await db.execute(sql`insert into ${apiKeySensors} (key_id, sensor_key)
    select ${apiKey.id}, unnest(${arrayLiteral(allowed.sensorNos)}::integer[])`);
}

/** Revokes an API key. Returns false if no unrevoked key has this id. */
export async function revokeApiKey(db: Queryable, id: KeyId, revokedAt: Date): Promise<boolean> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return revoked.length > 0;
}

/** Whether an API key has this id, revoked or not. */
export async function existsApiKey(db: Queryable, id: KeyId): Promise<boolean> {
  const found = await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, id));
  return found.length > 0;
}

/** The numbers of all projects of the installation, by id. */
export async function selectProjectNos(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.select({ id: projects.id, projectNo: projects.projectNo }).from(projects);
  return new Map(rows.map(({ id, projectNo }) => [id, projectNo]));
}

/** A sensor and the project that it belongs to. */
export interface OwnedSensor {
  readonly id: string;
  readonly sensorNo: number;
  readonly projectNo: number;
}

/** All sensors of the installation. */
export function selectOwnedSensors(db: Queryable): Promise<OwnedSensor[]> {
  const { id, sensorNo, projectNo } = sensors;
  return db.select({ id, sensorNo, projectNo }).from(sensors);
}
