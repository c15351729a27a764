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
  const [search, ...others] = searches.filter(({ seconds }) => seconds.length > 0);
  if (search === undefined) return found;
  const rows = await db.execute<RawClassification>(sql`
    select distinct on (${classifications.sensorKey}, ${classifications.datetime})
      ${classifications.sensorKey} as "sensorKey",
      extract(epoch from ${classifications.datetime})::float8 as second,
      ${classifications.label}, ${classifications.confidence}
    from ${
      others.length === 0
        ? ofOneSensor(allowList, search)
        : ofManySensors(allowList, [search, ...others])
    }
    order by ${classifications.sensorKey}, ${classifications.datetime},
      ${classifications.confidence} desc, ${classifications.label} collate "C"`);
  for (const { sensorKey, second, ...row } of rows) found.get(sensorKey)?.set(second, row);
  return found;
}

type RawClassification = { sensorKey: number; second: number; label: string; confidence: number };

function ofOneSensor(allowList: AllowList, search: ClassificationSearch): SQL {
  const key = sql`${search.sensorKey}::integer`;
  // An array, so that the index is asked for each second whatever the planner thinks of a join.
  return sql`${classifications}
    where ${classifications.sensorKey} = ${key}
      and ${classifications.modelKey} = ${search.modelKey}::integer
      and ${classifications.datetime} = any (array(
        select to_timestamp(second) from unnest(${arrayLiteral(search.seconds)}::bigint[]) second))
      and ${classifications.confidence} >= ${search.minConfidence}::float8
      and ${sensorKeyIsAllowed(allowList, key)}`;
}

function ofManySensors(allowList: AllowList, searches: readonly ClassificationSearch[]): SQL {
  return sql`json_to_recordset(${JSON.stringify(searches)}::json) as asked(
      "sensorKey" integer, "modelKey" integer, "minConfidence" float8, seconds bigint[])
    cross join unnest(asked.seconds) as second
    join ${classifications}
      on ${classifications.sensorKey} = asked."sensorKey"
      and ${classifications.modelKey} = asked."modelKey"
      and ${classifications.datetime} = to_timestamp(second)
      and ${classifications.confidence} >= asked."minConfidence"
    where ${sensorKeyIsAllowed(allowList, sql`asked."sensorKey"`)}`;
}
