import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { type Grants, sensorNoIsGranted } from "./grants.ts";
import { defineStatement, type Statement } from "#database/client/statement.ts";
import { classifications } from "#database/tables/classifications.ts";

/** The values of one sensor in a statement. */
export type Asked = {
  readonly sensorNo: number;
  readonly modelNo: number;
  readonly minConfidence: number;
  readonly first: number;
  readonly last: number;
  /** Empty where the range says it all. */
  readonly seconds: readonly number[];
};

/** Column by column; null where nothing was heard. */
export interface Heard {
  readonly sensorNo: number;
  readonly seconds: readonly number[] | null;
  readonly labels: readonly string[] | null;
  readonly confidences: readonly number[] | null;
}

/** What was heard at one sensor, and at several. */
export interface HeardStatements {
  readonly ofOneSensor: Statement<
    Omit<Asked, "seconds"> & { seconds: string; grants: Grants },
    Heard
  >;
  readonly ofManySensors: Statement<{ asked: string; grants: Grants }, Heard>;
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
        sensorNo: sql`${value("sensorNo")}::integer`,
        modelNo: sql`${value("modelNo")}::integer`,
        minConfidence: sql`${value("minConfidence")}::float8`,
        first: sql`${value("first")}::float8`,
        last: sql`${value("last")}::float8`,
        seconds: sql`${value("seconds")}::bigint[]`,
      };
      return sql`select ${asked.sensorNo} as "sensorNo", heard.*
        from (${heardOf(asked, timesOf(asked), value("grants"))}) heard`;
    }),
    // The other place that asks several sensors in LATERAL; see `samples.ts`.
    ofManySensors: defineStatement("select-classifications-of-sensors", (value) => {
      const asked = {
        sensorNo: sql`asked."sensorNo"`,
        modelNo: sql`asked."modelNo"`,
        minConfidence: sql`asked."minConfidence"`,
        first: sql`asked.first`,
        last: sql`asked.last`,
        seconds: sql`asked.seconds`,
      };
      return sql`select ${asked.sensorNo}, heard.*
        from json_to_recordset(${value("asked")}::json) as asked("sensorNo" integer,
          "modelNo" integer, "minConfidence" float8, first float8, last float8, seconds bigint[])
        cross join lateral (${heardOf(asked, timesOf(asked), value("grants"))}) heard`;
    }),
  };
}

function heardOf(asked: AskedColumns, times: SQL, grants: Placeholder): SQL {
  return sql`select json_agg(date_part('epoch', best.datetime)) as seconds,
      json_agg(best.label) as labels, json_agg(best.confidence) as confidences
    from (
      select distinct on (datetime) ${classifications.datetime} as datetime,
        ${classifications.label} as label, ${classifications.confidence} as confidence
      from ${classifications}
      where ${classifications.sensorNo} = ${asked.sensorNo}
        and ${classifications.modelNo} = ${asked.modelNo}
        and ${classifications.datetime} ${times}
        and ${classifications.confidence} >= ${asked.minConfidence}
        and ${sensorNoIsGranted(grants, asked.sensorNo)}
      order by datetime, confidence desc, label collate "C"
    ) best`;
}
