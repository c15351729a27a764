import { type SQL, sql } from "drizzle-orm";
import type { SecondRange } from "#domain/contract-period.ts";
import type { Order } from "#domain/cursor.ts";
import type { LevelName, Levels } from "#domain/levels.ts";
import type { AllowList } from "#domain/viewer.ts";
import { sensorKeyIsAllowed } from "./allow-list.ts";
import type { Queryable } from "./connect.ts";
import { samples } from "./tables/samples.ts";

/** A sample as it is read: the start of its interval in Unix seconds, and its levels. */
export interface SampleRow {
  readonly second: number;
  readonly levels: Levels;
}

/** What is read of each sensor: the direction, how many rows at the most, and which of them count. */
export interface SampleSelection {
  readonly order: Order;
  readonly atMost: number;
  /** Only samples for which the meter reported this level; null: all. */
  readonly reported: LevelName | null;
}

/** The seconds of one sensor that are searched. */
export interface SensorWindow {
  readonly sensorKey: number;
  readonly seconds: SecondRange;
}

/**
 * The samples of each sensor in its window, in the selection's order, by the sensor's key: one
 * statement whatever their number. Sensors that the viewer may not read have none.
 */
export async function selectSamples(
  db: Queryable,
  allowList: AllowList,
  windows: readonly SensorWindow[],
  selection: SampleSelection,
): Promise<Map<number, SampleRow[]>> {
  const found = new Map<number, SampleRow[]>(windows.map(({ sensorKey }) => [sensorKey, []]));
  const [window, ...others] = windows;
  if (window === undefined) return found;
  const rows = await db.execute<RawSample>(
    others.length === 0
      ? ofOneSensor(allowList, window, selection)
      : ofManySensors(allowList, windows, selection),
  );
  for (const { sensorKey, second, ...levels } of rows) {
    found.get(sensorKey)?.push({ second, levels });
  }
  return found;
}

type RawSample = { sensorKey: number; second: number } & Levels;

function ofOneSensor(allowList: AllowList, window: SensorWindow, selection: SampleSelection): SQL {
  const key = sql`${window.sensorKey}::integer`;
  const { first, last } = window.seconds;
  return rangeOf(key, sql`${first}`, sql`${last}`, selection, sensorKeyIsAllowed(allowList, key));
}

/**
 * The one place that reads ranges of several sensors with a limit each. A database distributed by
 * sensor cannot answer LATERAL with LIMIT: there this is to become one statement a sensor.
 */
function ofManySensors(
  allowList: AllowList,
  windows: readonly SensorWindow[],
  selection: SampleSelection,
): SQL {
  const asked = JSON.stringify(
    windows.map(({ sensorKey, seconds }) => ({ sensorKey, ...seconds })),
  );
  return sql`select page.* from json_to_recordset(${asked}::json)
      as asked("sensorKey" integer, first float8, last float8)
    cross join lateral (${rangeOf(
      sql`asked."sensorKey"`,
      sql`asked.first`,
      sql`asked.last`,
      selection,
      sensorKeyIsAllowed(allowList, sql`asked."sensorKey"`),
    )}) page`;
}

/** A range of the covering primary key: no column outside it is named. */
function rangeOf(
  sensorKey: SQL,
  first: SQL,
  last: SQL,
  { order, atMost, reported }: SampleSelection,
  allowed: SQL,
): SQL {
  return sql`select ${samples.sensorKey} as "sensorKey",
      extract(epoch from ${samples.datetime})::float8 as second,
      ${samples.laeq} as "LAeq", ${samples.lceq} as "LCeq", ${samples.lzeq} as "LZeq",
      ${samples.lafmax} as "LAFmax", ${samples.lafmin} as "LAFmin", ${samples.lcpeak} as "LCpeak",
      ${samples.la10} as "LA10", ${samples.la50} as "LA50", ${samples.la90} as "LA90"
    from ${samples}
    where ${samples.sensorKey} = ${sensorKey}
      and ${samples.datetime} between to_timestamp(${first}::float8) and to_timestamp(${last}::float8)
      and ${allowed}
      ${reported === null ? sql`` : sql`and ${levelColumns[reported]} is not null`}
    order by ${samples.datetime} ${order === "asc" ? sql`asc` : sql`desc`}
    limit ${atMost}`;
}

/** The column of each level. */
export const levelColumns = {
  LAeq: samples.laeq,
  LCeq: samples.lceq,
  LZeq: samples.lzeq,
  LAFmax: samples.lafmax,
  LAFmin: samples.lafmin,
  LCpeak: samples.lcpeak,
  LA10: samples.la10,
  LA50: samples.la50,
  LA90: samples.la90,
} as const satisfies Record<LevelName, unknown>;
