import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { KeyId } from "../../../acoustics/ids.ts";
import type { Instant } from "../../../acoustics/time/instant.ts";
import { arrayLiteral, type Database, defineStatement } from "../../client/statement.ts";
import type { Queryable } from "../../client/pool.ts";
import { apiKeyProjects, apiKeys, apiKeySensors } from "../../tables/api-keys.ts";
import { projects, sensors } from "../../tables/sites.ts";

/** The stored properties of an API key that authenticate it. */
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

/** An API key in the operator's list, without its secret. */
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
  /** To the minute; null if the key was never used. */
  readonly lastUsedAt: Date | null;
  /** True: the key gets each sensor that is added to one of its projects. */
  readonly allSensors: boolean;
  /** The key that was made in its place; null for none. */
  readonly replacedBy: string | null;
}

/** All API keys, the oldest first. */
export function selectApiKeys(db: Queryable): Promise<ApiKeyRecord[]> {
  return selectRecords(db, undefined);
}

/** The API key of an id in the form of the operator's list, or null. */
export async function selectApiKeyRecord(db: Queryable, id: KeyId): Promise<ApiKeyRecord | null> {
  return (await selectRecords(db, eq(apiKeys.id, id)))[0] ?? null;
}

// Drizzle returns an object that is not a full promise: its `finally` does not wait for its callback.
async function selectRecords(db: Queryable, condition: SQL | undefined): Promise<ApiKeyRecord[]> {
  return await db
    .select({
      id: apiKeys.id,
      name: apiKeys.name,
      scopes: apiKeys.scopes,
      // `api_keys.id` is plain text, because Drizzle omits the table of a column in a select from one table. The
      // lists are JSON, because Drizzle parses an array only if it is a column.
      projects: sql<string[]>`(select coalesce(json_agg(p.id order by p.id collate "C"), '[]')
        from ${projects} p join ${apiKeyProjects} a using (project_no)
        where a.key_id = api_keys.id)`,
      sensors: sql<string[]>`(select coalesce(json_agg(s.id order by s.id collate "C"), '[]')
        from ${sensors} s join ${apiKeySensors} a using (sensor_no)
        where a.key_id = api_keys.id)`,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
      lastUsedAt: apiKeys.lastUsedAt,
      allSensors: apiKeys.allSensors,
      replacedBy: apiKeys.replacedBy,
    })
    .from(apiKeys)
    .where(condition)
    .orderBy(apiKeys.createdAt, sql`${apiKeys.id} collate "C"`);
}

/** Stores an API key with the projects and sensors that it may read. To be called in a transaction. */
export async function insertApiKey(
  db: Queryable,
  apiKey: typeof apiKeys.$inferInsert,
  allowed: AllowedNos,
): Promise<void> {
  await db.insert(apiKeys).values(apiKey);
  await insertGrants(db, apiKey.id, allowed);
}

/** Deletes an API key that was made for one piece of work. */
export async function deleteApiKey(db: Queryable, id: KeyId): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.delete(apiKeyProjects).where(eq(apiKeyProjects.keyId, id));
    await transaction.delete(apiKeySensors).where(eq(apiKeySensors.keyId, id));
    await transaction.delete(apiKeys).where(eq(apiKeys.id, id));
  });
}

/** The numbers of projects and sensors that an API key may read. */
export interface AllowedNos {
  readonly projectNos: readonly number[];
  readonly sensorNos: readonly number[];
}

async function insertGrants(db: Queryable, id: string, allowed: AllowedNos): Promise<void> {
  await db.execute(sql`insert into ${apiKeyProjects} (key_id, project_no)
    select ${id}, unnest(${arrayLiteral(allowed.projectNos)}::integer[])`);
  await db.execute(sql`insert into ${apiKeySensors} (key_id, sensor_no)
    select ${id}, unnest(${arrayLiteral(allowed.sensorNos)}::integer[])`);
}

/** A stored API key with the numbers of the projects and sensors that it may read. */
export type LockedApiKey = typeof apiKeys.$inferSelect & AllowedNos;

/** The API key of an id, locked against other changes until the transaction ends, or null. */
export async function lockApiKey(db: Queryable, id: KeyId): Promise<LockedApiKey | null> {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id)).for("no key update");
  if (row === undefined) return null;
  const ofProjects = await db
    .select({ no: apiKeyProjects.projectNo })
    .from(apiKeyProjects)
    .where(eq(apiKeyProjects.keyId, id));
  const ofSensors = await db
    .select({ no: apiKeySensors.sensorNo })
    .from(apiKeySensors)
    .where(eq(apiKeySensors.keyId, id));
  return {
    ...row,
    projectNos: ofProjects.map(({ no }) => no),
    sensorNos: ofSensors.map(({ no }) => no),
  };
}

/** Replaces properties of an API key, and the projects and sensors that it may read. To be called in a transaction. */
export async function updateApiKey(
  db: Queryable,
  id: KeyId,
  properties: Pick<typeof apiKeys.$inferInsert, "name" | "scopes" | "expiresAt" | "allSensors">,
  allowed: AllowedNos,
): Promise<void> {
  await db.update(apiKeys).set(properties).where(eq(apiKeys.id, id));
  await db.delete(apiKeyProjects).where(eq(apiKeyProjects.keyId, id));
  await db.delete(apiKeySensors).where(eq(apiKeySensors.keyId, id));
  await insertGrants(db, id, allowed);
}

/** Records the key that was made in place of another one, and when the other one ends. */
export async function replaceApiKey(
  db: Queryable,
  id: KeyId,
  replaced: { readonly replacedBy: KeyId; readonly expiresAt?: Date; readonly revokedAt?: Date },
): Promise<void> {
  await db.update(apiKeys).set(replaced).where(eq(apiKeys.id, id));
}

/** Allows all sensors of a project to the keys that get each sensor of it. The sites are locked. */
export async function grantToOpenKeys(db: Queryable, projectNo: number): Promise<void> {
  await db.execute(sql`insert into ${apiKeySensors} (key_id, sensor_no)
    select k.id, s.sensor_no
    from ${apiKeys} k
    join ${apiKeyProjects} p on p.key_id = k.id
    join ${sensors} s on s.project_no = p.project_no
    where k.all_sensors and p.project_no = ${projectNo}
    on conflict do nothing`);
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

/** True if an API key has this id, revoked or not. */
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
export async function selectOwnedSensors(db: Queryable): Promise<OwnedSensor[]> {
  const { id, sensorNo, projectNo } = sensors;
  return await db.select({ id, sensorNo, projectNo }).from(sensors);
}
