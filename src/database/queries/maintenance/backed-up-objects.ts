import { sql } from "drizzle-orm";
import type { Queryable } from "../../client/pool.ts";
import type { RecordingKey } from "../recordings/recordings.ts";
import { selectValue } from "../../client/select-value.ts";

/**
 * Removes the objects of recordings from the unclaimed objects, in the transaction of their rows. Returns their number.
 */
export function claimRestoredObjects(db: Queryable): Promise<number> {
  const statement = sql`
    with claimed as (
      delete from unclaimed_objects where name in (select object_name from recordings) returning 1
    )
    select count(*)::float8 as value from claimed`;
  return selectValue(db, statement);
}

/** An object, and the recording that it belongs to. */
export interface CarriedObject extends RecordingKey {
  readonly name: string;
  readonly sha256: string;
}

/** The object of each recording, some at a time, by name. Call it in a transaction, and read it to its end. */
export async function* readObjectNames(db: Queryable): AsyncGenerator<readonly CarriedObject[]> {
  await db.execute(sql`declare object_names no scroll cursor for
    select object_name as name, sha256, sensor_no as "sensorNo", extract(epoch from datetime)::float8 as second
    from recordings order by object_name collate "C"`);
  for (;;) {
    const rows = await db.execute<{ [Field in keyof CarriedObject]: CarriedObject[Field] }>(
      sql`fetch forward 1000 from object_names`,
    );
    if (rows.length === 0) break;
    yield rows;
  }
  await db.execute(sql`close object_names`);
}

/** The sum of their sizes in bytes, from the rows. */
export function selectObjectBytes(db: Queryable): Promise<number> {
  return selectValue(
    db,
    sql`select coalesce(sum(byte_length), 0)::float8 as value from recordings`,
  );
}
