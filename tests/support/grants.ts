import type { KeyId } from "../../src/acoustics/ids.ts";
import { parseApiKey } from "../../src/auth/api-key.ts";
import type { Pool } from "../../src/database/client/pool.ts";
import { everything, type GrantedSensorNo } from "../../src/database/queries/keys/grants.ts";
import { selectSensorsById } from "../../src/database/queries/sites/sensors.ts";
import { sessionOf } from "./session.ts";

/** The grants of a tenant's key. */
export function grantsOf(key: string): KeyId {
  const parsed = parseApiKey(key);
  if (parsed === null) throw new Error("the key of the tenant is not a key");
  return parsed.id;
}

/** The numbers of sensors in the order of their ids, resolved as a command resolves them. */
export async function resolveSensors(
  database: Pick<Pool, "sessionFor">,
  ids: readonly string[],
): Promise<GrantedSensorNo[]> {
  const found = await selectSensorsById(sessionOf(database), everything, ids);
  return ids.map((id) => {
    const sensor = found.get(id);
    if (sensor === undefined) throw new Error(`there is no sensor ${id}`);
    return sensor.sensorNo;
  });
}
