import { inArray, sql } from "drizzle-orm";
import type { OperatorDatabase, Queryable } from "../../client/pool.ts";
import { recordings, unclaimedObjects } from "../../tables/recordings.ts";
import { sensors } from "../../tables/sites.ts";
import type { RecordingKey } from "./recordings.ts";

/** An object that a recording names. */
export interface RecordedObject extends RecordingKey {
  readonly sensorId: string;
  readonly name: string;
  readonly byteLength: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The number of objects that the database names. */
export async function countObjects(db: Queryable): Promise<number> {
  const [row] = await db.execute<{ total: number }>(
    sql`select (select count(*) from ${recordings})::float8
      + (select count(*) from ${unclaimedObjects})::float8 as total`,
  );
  return row?.total ?? 0;
}

/** The objects of all recordings, by sensor and time. They are read in pages: there may be millions. */
export async function* selectRecordedObjects(db: Queryable): AsyncGenerator<RecordedObject> {
  let last: RecordingKey = { sensorNo: 0, second: 0 };
  for (;;) {
    const page = await db.execute<{ [Field in keyof RecordedObject]: RecordedObject[Field] }>(sql`
      select sensor_no as "sensorNo", extract(epoch from datetime)::float8 as second,
        sensors.id as "sensorId", object_name as name, byte_length::float8 as "byteLength", sha256
      from ${recordings} join ${sensors} using (sensor_no)
      where (sensor_no, datetime) > (${last.sensorNo}::int, to_timestamp(${last.second}::float8))
      order by sensor_no, datetime limit ${pageRows}`);
    yield* page;
    const end = page.at(-1);
    if (end === undefined) return;
    last = end;
  }
}

/** The names of the objects that no recording names, in their order. */
export async function* selectUnclaimedObjects(db: Queryable): AsyncGenerator<string> {
  let last = "";
  for (;;) {
    const page = await db.execute<{ name: string }>(sql`
      select name from ${unclaimedObjects} where name > ${last} order by name limit ${pageRows}`);
    yield* page.map(({ name }) => name);
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.name;
  }
}

/** The names that neither a recording nor an unclaimed object has at one moment. */
export async function selectUnnamed(
  db: OperatorDatabase,
  names: ReadonlySet<string>,
): Promise<Set<string>> {
  const unnamed = new Set(names);
  const all = [...names];
  for (let start = 0; start < all.length; start += pageRows) {
    const page = all.slice(start, start + pageRows);
    await db.transaction(
      async (transaction) => {
        const named = [
          ...(await transaction
            .select({ name: recordings.objectName })
            .from(recordings)
            .where(inArray(recordings.objectName, page))),
          ...(await transaction
            .select({ name: unclaimedObjects.name })
            .from(unclaimedObjects)
            .where(inArray(unclaimedObjects.name, page))),
        ];
        for (const { name } of named) unnamed.delete(name);
      },
      { isolationLevel: "repeatable read", accessMode: "read only" },
    );
  }
  return unnamed;
}

const pageRows = 500;
