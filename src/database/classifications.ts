import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AllowList } from "#domain/viewer.ts";
import { sensorKeyIsAllowed } from "./allow-list.ts";
import { arrayLiteral } from "./array-literal.ts";
import type { Database } from "./connect.ts";
import { defineStatement } from "./statement.ts";
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
  db: Database,
  allowList: AllowList,
  searches: readonly ClassificationSearch[],
): Promise<Map<number, Map<number, ClassificationRow>>> {
  const found = new Map(
    searches.map(({ sensorKey }) => [sensorKey, new Map<number, ClassificationRow>()]),
  );
  const [search, ...others] = searches.filter(({ seconds }) => seconds.length > 0);
  if (search === undefined) return found;
  const heard =
    others.length === 0
      ? await ofOneSensor(db, { ...search, allowList, seconds: arrayLiteral(search.seconds) })
      : await ofManySensors(db, { asked: JSON.stringify([search, ...others]), allowList });
  for (const { sensorKey, seconds, labels, confidences } of heard) {
    if (seconds === null) continue;
    const bySecond = found.get(sensorKey);
    for (const [index, second] of seconds.entries()) {
      // The three lists are equally long.
      const [label = "", confidence = 0] = [labels[index], confidences[index]];
      bySecond?.set(second, { label, confidence });
    }
  }
  return found;
}

/** Column by column; all null where nothing was heard. */
type Heard = { readonly sensorKey: number } & (
  | {
      readonly seconds: readonly number[];
      readonly labels: readonly string[];
      readonly confidences: readonly number[];
    }
  | { readonly seconds: null; readonly labels: null; readonly confidences: null }
);

const ofOneSensor = defineStatement<
  {
    sensorKey: number;
    modelKey: number;
    minConfidence: number;
    seconds: string;
    allowList: AllowList;
  },
  Heard
>((value) => {
  const asked = {
    sensorKey: sql`${value("sensorKey")}::integer`,
    modelKey: sql`${value("modelKey")}::integer`,
    minConfidence: sql`${value("minConfidence")}::float8`,
    seconds: sql`${value("seconds")}::bigint[]`,
  };
  return sql`select ${asked.sensorKey} as "sensorKey", heard.*
    from (${heardOf(asked, value("allowList"))}) heard`;
});

/** The other place that asks several sensors in LATERAL; see `samples.ts`. */
const ofManySensors = defineStatement<{ asked: string; allowList: AllowList }, Heard>((value) => {
  const asked = {
    sensorKey: sql`asked."sensorKey"`,
    modelKey: sql`asked."modelKey"`,
    minConfidence: sql`asked."minConfidence"`,
    seconds: sql`asked.seconds`,
  };
  return sql`select ${asked.sensorKey}, heard.*
    from json_to_recordset(${value("asked")}::json) as asked(
      "sensorKey" integer, "modelKey" integer, "minConfidence" float8, seconds bigint[])
    cross join lateral (${heardOf(asked, value("allowList"))}) heard`;
});

function heardOf(
  asked: Readonly<Record<"sensorKey" | "modelKey" | "minConfidence" | "seconds", SQL>>,
  allowList: Placeholder,
): SQL {
  // An array, so that the index is asked for each second.
  return sql`select json_agg(extract(epoch from best.datetime)::float8) as seconds,
      json_agg(best.label) as labels, json_agg(best.confidence) as confidences
    from (
      select distinct on (datetime) ${classifications.datetime} as datetime,
        ${classifications.label} as label, ${classifications.confidence} as confidence
      from ${classifications}
      where ${classifications.sensorKey} = ${asked.sensorKey}
        and ${classifications.modelKey} = ${asked.modelKey}
        and ${classifications.datetime} = any (array(
          select to_timestamp(second) from unnest(${asked.seconds}) second))
        and ${classifications.confidence} >= ${asked.minConfidence}
        and ${sensorKeyIsAllowed(allowList, asked.sensorKey)}
      order by datetime, confidence desc, label collate "C"
    ) best`;
}
