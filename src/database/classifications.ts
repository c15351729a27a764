import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AllowList } from "#domain/viewer.ts";
import { sensorKeyIsAllowed } from "./allow-list.ts";
import { arrayLiteral } from "./array-literal.ts";
import type { Database } from "./connect.ts";
import { defineStatement, type Statement } from "./statement.ts";
import { classifications } from "./tables/classifications.ts";

/** What is asked of one sensor: the seconds of its samples, by one model. */
export interface ClassificationSearch {
  readonly sensorKey: number;
  readonly modelKey: number;
  /** 0 to 1, inside; what is less sure is not found. */
  readonly minConfidence: number;
  /** Whole Unix seconds. */
  readonly seconds: readonly number[];
  /** Whether the sensor has no sample between them: then all that was heard there is read as one range. */
  readonly areConsecutive: boolean;
}

export interface ClassificationRow {
  readonly label: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/**
 * What the model heard where it was sure enough, by the sensor's key and then the second: the highest
 * confidence, and of equal ones the first label by its bytes. Seconds between those asked for may be
 * found as well. One statement whatever the number of sensors, of which none may stand here twice,
 * and a second one where the seconds of only some are consecutive. Sensors that the viewer may not
 * read have none.
 */
export async function selectClassifications(
  db: Database,
  allowList: AllowList,
  searches: readonly ClassificationSearch[],
): Promise<Map<number, Map<number, ClassificationRow>>> {
  const asked = searches.filter(({ seconds }) => seconds.length > 0);
  const inRanges = asked.filter((search) => search.areConsecutive).map(valuesOf);
  const scattered = asked.filter((search) => !search.areConsecutive).map(valuesOf);
  const heard = await Promise.all([
    selectHeard(db, allowList, inRange, inRanges),
    selectHeard(db, allowList, atSeconds, scattered),
  ]);
  const found = new Map(
    searches.map(({ sensorKey }) => [sensorKey, new Map<number, ClassificationRow>()]),
  );
  for (const { sensorKey, seconds, labels, confidences } of heard.flat()) {
    const bySecond = found.get(sensorKey);
    for (const [index, second] of (seconds ?? []).entries()) {
      // The three lists are equally long.
      bySecond?.set(second, {
        label: labels?.[index] ?? "",
        confidence: confidences?.[index] ?? 0,
      });
    }
  }
  return found;
}

/** The values of one sensor in a statement. */
type Asked = {
  readonly sensorKey: number;
  readonly modelKey: number;
  readonly minConfidence: number;
  readonly first: number;
  readonly last: number;
  /** Empty where the range says it all. */
  readonly seconds: readonly number[];
};

function valuesOf(search: ClassificationSearch): Asked {
  const { sensorKey, modelKey, minConfidence, seconds, areConsecutive } = search;
  const [one = 0] = seconds;
  const [first, last] = seconds.reduce(
    ([low, high], second) => [Math.min(low, second), Math.max(high, second)],
    [one, one],
  );
  const scattered = areConsecutive ? [] : seconds;
  return { sensorKey, modelKey, minConfidence, first, last, seconds: scattered };
}

async function selectHeard(
  db: Database,
  allowList: AllowList,
  { ofOneSensor, ofManySensors }: HeardStatements,
  [sensor, ...others]: readonly Asked[],
): Promise<readonly Heard[]> {
  if (sensor === undefined) return [];
  return others.length === 0
    ? ofOneSensor(db, { ...sensor, allowList, seconds: arrayLiteral(sensor.seconds) })
    : ofManySensors(db, { asked: JSON.stringify([sensor, ...others]), allowList });
}

/** Column by column; null where nothing was heard. */
interface Heard {
  readonly sensorKey: number;
  readonly seconds: readonly number[] | null;
  readonly labels: readonly string[] | null;
  readonly confidences: readonly number[] | null;
}

interface HeardStatements {
  readonly ofOneSensor: Statement<
    Omit<Asked, "seconds"> & { seconds: string; allowList: AllowList },
    Heard
  >;
  readonly ofManySensors: Statement<{ asked: string; allowList: AllowList }, Heard>;
}

const inRange = defineHeard(
  (asked) => sql`between to_timestamp(${asked.first}) and to_timestamp(${asked.last})`,
);

// An array, so that the index is asked for each second.
const atSeconds = defineHeard(
  (asked) => sql`= any (array(select to_timestamp(second) from unnest(${asked.seconds}) second))`,
);

type AskedColumns = Readonly<Record<keyof Asked, SQL>>;

function defineHeard(timesOf: (asked: AskedColumns) => SQL): HeardStatements {
  return {
    ofOneSensor: defineStatement("select-classifications", (value) => {
      const asked = {
        sensorKey: sql`${value("sensorKey")}::integer`,
        modelKey: sql`${value("modelKey")}::integer`,
        minConfidence: sql`${value("minConfidence")}::float8`,
        first: sql`${value("first")}::float8`,
        last: sql`${value("last")}::float8`,
        seconds: sql`${value("seconds")}::bigint[]`,
      };
      return sql`select ${asked.sensorKey} as "sensorKey", heard.*
        from (${heardOf(asked, timesOf(asked), value("allowList"))}) heard`;
    }),
    // The other place that asks several sensors in LATERAL; see `samples.ts`.
    ofManySensors: defineStatement("select-classifications-of-sensors", (value) => {
      const asked = {
        sensorKey: sql`asked."sensorKey"`,
        modelKey: sql`asked."modelKey"`,
        minConfidence: sql`asked."minConfidence"`,
        first: sql`asked.first`,
        last: sql`asked.last`,
        seconds: sql`asked.seconds`,
      };
      return sql`select ${asked.sensorKey}, heard.*
        from json_to_recordset(${value("asked")}::json) as asked("sensorKey" integer,
          "modelKey" integer, "minConfidence" float8, first float8, last float8, seconds bigint[])
        cross join lateral (${heardOf(asked, timesOf(asked), value("allowList"))}) heard`;
    }),
  };
}

function heardOf(asked: AskedColumns, times: SQL, allowList: Placeholder): SQL {
  return sql`select json_agg(date_part('epoch', best.datetime)) as seconds,
      json_agg(best.label) as labels, json_agg(best.confidence) as confidences
    from (
      select distinct on (datetime) ${classifications.datetime} as datetime,
        ${classifications.label} as label, ${classifications.confidence} as confidence
      from ${classifications}
      where ${classifications.sensorKey} = ${asked.sensorKey}
        and ${classifications.modelKey} = ${asked.modelKey}
        and ${classifications.datetime} ${times}
        and ${classifications.confidence} >= ${asked.minConfidence}
        and ${sensorKeyIsAllowed(allowList, asked.sensorKey)}
      order by datetime, confidence desc, label collate "C"
    ) best`;
}
