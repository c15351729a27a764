import { type SQL, sql } from "drizzle-orm";
import type { AllowList } from "#domain/viewer.ts";
import { sensorKeyIsAllowed } from "./allow-list.ts";
import { arrayLiteral } from "./array-literal.ts";
import type { Queryable } from "./connect.ts";
import { classifications } from "./tables/classifications.ts";

/** What is asked of one sensor: the seconds of its samples, by one model. */
export interface ClassificationSearch {
  readonly sensorKey: number;
  readonly modelKey: number;
  /** 0 to 1, inside; what is less sure is not found. */
  readonly minConfidence: number;
  /** Whole Unix seconds. */
  readonly seconds: readonly number[];
}

export interface ClassificationRow {
  readonly label: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/**
 * What the model heard at each second where it was sure enough, by the sensor's key and then the
 * second: the highest confidence, and of equal ones the first label by its bytes. One statement
 * whatever the number of sensors, of which none may stand here twice; the work grows with the seconds
 * asked for and not with the time between them. Sensors that the viewer may not read have none.
 */
export async function selectClassifications(
  db: Queryable,
  allowList: AllowList,
  searches: readonly ClassificationSearch[],
): Promise<Map<number, Map<number, ClassificationRow>>> {
  const found = new Map(
    searches.map(({ sensorKey }) => [sensorKey, new Map<number, ClassificationRow>()]),
  );
  const asked = searches.filter(({ seconds }) => seconds.length > 0);
  if (asked.length === 0) return found;
  // Sensor by sensor: joined to a list of sensors and seconds, a planner that knows nothing of the
  // list would rather read the whole table.
  const heard = sql.join(
    asked.map((search) => ofSensor(allowList, search)),
    sql` union all `,
  );
  const rows = await db.execute<RawClassification>(sql`
    select distinct on (sensor_key, datetime) sensor_key as "sensorKey",
      extract(epoch from datetime)::float8 as second, label, confidence
    from (${heard}) heard
    order by sensor_key, datetime, confidence desc, label collate "C"`);
  for (const { sensorKey, second, ...row } of rows) found.get(sensorKey)?.set(second, row);
  return found;
}

type RawClassification = { sensorKey: number; second: number; label: string; confidence: number };

function ofSensor(allowList: AllowList, search: ClassificationSearch): SQL {
  const key = sql`${search.sensorKey}::integer`;
  // An array, so that the index is asked for each second.
  return sql`select ${classifications.sensorKey}, ${classifications.datetime},
      ${classifications.label}, ${classifications.confidence}
    from ${classifications}
    where ${classifications.sensorKey} = ${key}
      and ${classifications.modelKey} = ${search.modelKey}::integer
      and ${classifications.datetime} = any (array(
        select to_timestamp(second) from unnest(${arrayLiteral(search.seconds)}::bigint[]) second))
      and ${classifications.confidence} >= ${search.minConfidence}::float8
      and ${sensorKeyIsAllowed(allowList, key)}`;
}
