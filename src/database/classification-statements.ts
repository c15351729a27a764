import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { AllowList } from "#domain/viewer.ts";
import { sensorKeyIsAllowed } from "./allow-list.ts";
import { defineStatement, type Statement } from "./statement.ts";
import { classifications } from "./tables/classifications.ts";

/** The values of one sensor in a statement. */
export type Asked = {
  readonly sensorKey: number;
  readonly modelKey: number;
  readonly minConfidence: number;
  readonly first: number;
  readonly last: number;
  /** Empty where the range says it all. */
  readonly seconds: readonly number[];
};

/** Column by column; null where nothing was heard. */
export interface Heard {
  readonly sensorKey: number;
  readonly seconds: readonly number[] | null;
  readonly labels: readonly string[] | null;
  readonly confidences: readonly number[] | null;
}

/** What was heard at one sensor, and at several. */
export interface HeardStatements {
  readonly ofOneSensor: Statement<
    Omit<Asked, "seconds"> & { seconds: string; allowList: AllowList },
    Heard
  >;
  readonly ofManySensors: Statement<{ asked: string; allowList: AllowList }, Heard>;
}

/** Of all seconds of a range. */
export const inRange = defineHeard(
  (asked) => sql`between to_timestamp(${asked.first}) and to_timestamp(${asked.last})`,
);

/** Of single seconds: an array, so that the index is asked for each of them. */
export const atSeconds = defineHeard(
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
