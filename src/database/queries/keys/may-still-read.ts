import { sql } from "drizzle-orm";
import type { KeyId } from "../../../acoustics/ids.ts";
import { formatInstant, type Instant } from "../../../acoustics/time/instant.ts";
import { type Database, defineStatement } from "../../client/statement.ts";
import { apiKeys } from "../../tables/api-keys.ts";
import { sensors } from "../../tables/sites.ts";
import { type GrantedSensorNo, sensorIsGranted } from "./grants.ts";

/**
 * True if an answer that lasts minutes may go on with a sensor: the sensor still exists, and the key is in force, has
 * the scope, and may read the sensor and its project. The primary answers, also if a standby is read.
 */
export async function mayStillRead(
  database: Database,
  keyId: KeyId,
  {
    sensorNo,
    scope,
    now,
  }: { readonly sensorNo: GrantedSensorNo; readonly scope: string; readonly now: Instant },
): Promise<boolean> {
  const values = { sensorNo, keyId, scope, now: formatInstant(now) };
  return (await readableSensor(database, values)).length > 0;
}

const readableSensor = defineStatement<
  { sensorNo: number; keyId: KeyId; scope: string; now: string },
  object
>(
  "select-may-still-read",
  (value) => sql`
    select from ${sensors}
    where ${sensors.sensorNo} = ${value("sensorNo")}::integer and ${sensorIsGranted(value("keyId"))}
      and exists (select from ${apiKeys} granted
        where granted.id = ${value("keyId")} and granted.revoked_at is null
          and (granted.expires_at is null or granted.expires_at > ${value("now")}::timestamptz)
          and ${value("scope")} = any (granted.scopes))`,
);
