import { sql } from "drizzle-orm";
import { formatInstant, type Instant } from "../../../acoustics/time/instant.ts";
import { type Database, defineStatement } from "../../client/statement.ts";
import { apiKeys } from "../../tables/api-keys.ts";
import { sensors } from "../../tables/sensors.ts";
import { type Grants, sensorIsGranted } from "./grants.ts";

/**
 * True if an answer that takes minutes may go on with a sensor: it is still there, and the key is in force, has the
 * scope, and may read the sensor and its project. The primary answers, also where a standby is read.
 */
export async function mayStillRead(
  database: Database,
  grants: Grants,
  {
    sensorNo,
    scope,
    now,
  }: { readonly sensorNo: number; readonly scope: string; readonly now: Instant },
): Promise<boolean> {
  const values = { sensorNo, grants, scope, now: formatInstant(now) };
  return (await readableSensor(database, values)).length > 0;
}

const readableSensor = defineStatement<
  { sensorNo: number; grants: Grants; scope: string; now: string },
  object
>(
  "select-may-still-read",
  (value) => sql`
    select from ${sensors}
    where ${sensors.sensorNo} = ${value("sensorNo")}::integer and ${sensorIsGranted(value("grants"))}
      and exists (select from ${apiKeys} granted
        where granted.id = ${value("grants")} and granted.revoked_at is null
          and (granted.expires_at is null or granted.expires_at > ${value("now")}::timestamptz)
          and ${value("scope")} = any (granted.scopes))`,
);

/** True if the sensor still exists, for the operator. */
export async function existsSensor(database: Database, sensorNo: number): Promise<boolean> {
  return (await sensorOfNumber(database, { sensorNo })).length > 0;
}

const sensorOfNumber = defineStatement<{ sensorNo: number }, object>(
  "select-sensor-exists",
  (value) => sql`
    select from ${sensors} where ${sensors.sensorNo} = ${value("sensorNo")}::integer`,
);
