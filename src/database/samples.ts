import { type SQL, sql } from "drizzle-orm";
import type { SecondRange } from "#domain/contract-period.ts";
import type { Order } from "#domain/cursor.ts";
import type { EquivalentLevel, LevelName, Levels } from "#domain/levels.ts";
import type { AllowList } from "#domain/viewer.ts";
import { sensorKeyIsAllowed } from "./allow-list.ts";
import type { Database } from "./connect.ts";
import { readSampleRows, sampleRowsOf } from "./sample-rows.ts";
import { defineStatement } from "./statement.ts";
import { samples } from "./tables/samples.ts";

/** A sample as it is read: the start of its interval in Unix seconds, and its levels. */
export type SampleRow = Levels & { readonly second: number };

/** What is read of each sensor: the direction, how many rows at the most, and which of them count. */
export interface SampleSelection {
  readonly order: Order;
  readonly atMost: number;
  /** Only samples for which the meter reported this level; null: all. */
  readonly reported: EquivalentLevel | null;
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
  db: Database,
  allowList: AllowList,
  windows: readonly SensorWindow[],
  { order, atMost, reported }: SampleSelection,
): Promise<Map<number, SampleRow[]>> {
  const found = new Map<number, SampleRow[]>(windows.map(({ sensorKey }) => [sensorKey, []]));
  const [window, ...others] = windows;
  if (window === undefined) return found;
  const bounds = { allowList, atMost };
  const variant = reported ?? "any";
  const pages =
    others.length === 0
      ? await ofOneSensor[order][variant](db, { ...bounds, ...valuesOf(window) })
      : await ofManySensors[order][variant](db, {
          ...bounds,
          asked: JSON.stringify(windows.map(valuesOf)),
        });
  for (const { sensorKey, rows } of pages) {
    if (rows !== null) found.set(sensorKey, readSampleRows(rows));
  }
  return found;
}

/** The rows of one sensor as `sampleRowsOf` writes them; null: none. */
type SamplePage = { readonly sensorKey: number; readonly rows: string | null };

function valuesOf({ sensorKey, seconds }: SensorWindow) {
  return { sensorKey, first: seconds.first, last: seconds.last };
}

const ofOneSensor = forEachSelection((order, reported) =>
  defineStatement<
    { sensorKey: number; first: number; last: number; allowList: AllowList; atMost: number },
    SamplePage
  >("select-samples", (value) => {
    const key = sql`${value("sensorKey")}::integer`;
    const range = { key, first: sql`${value("first")}`, last: sql`${value("last")}` };
    const allowed = sensorKeyIsAllowed(value("allowList"), key);
    return sql`select ${key} as "sensorKey", ${sampleRowsOf} as rows
      from (${rangeOf(range, allowed, order, reported)} limit ${value("atMost")}) samples`;
  }),
);

/**
 * The one place that reads ranges of several sensors with a limit each. A database distributed by
 * sensor cannot answer LATERAL with LIMIT: there this is to become one statement a sensor.
 */
const ofManySensors = forEachSelection((order, reported) =>
  defineStatement<{ asked: string; allowList: AllowList; atMost: number }, SamplePage>(
    "select-samples-of-sensors",
    (value) => {
      const key = sql`asked."sensorKey"`;
      const range = { key, first: sql`asked.first`, last: sql`asked.last` };
      const allowed = sensorKeyIsAllowed(value("allowList"), key);
      return sql`select ${key}, page.rows
      from json_to_recordset(${value("asked")}::json)
        as asked("sensorKey" integer, first float8, last float8)
      cross join lateral (
        select ${sampleRowsOf} as rows
        from (${rangeOf(range, allowed, order, reported)} limit ${value("atMost")}) samples
      ) page`;
    },
  ),
);

/** A range of the covering primary key: no column outside it is named. */
function rangeOf(
  { key, first, last }: { readonly key: SQL; readonly first: SQL; readonly last: SQL },
  allowed: SQL,
  order: Order,
  reported: EquivalentLevel | null,
): SQL {
  return sql`select ${samples.datetime}, ${sql.join(Object.values(levelColumns), sql`, `)}
    from ${samples}
    where ${samples.sensorKey} = ${key}
      and ${samples.datetime} between to_timestamp(${first}::float8) and to_timestamp(${last}::float8)
      and ${allowed}
      ${reported === null ? sql`` : sql`and ${levelColumns[reported]} is not null`}
    order by ${samples.datetime} ${order === "asc" ? sql`asc` : sql`desc`}`;
}

function forEachSelection<Reader>(
  define: (order: Order, reported: EquivalentLevel | null) => Reader,
): Record<Order, Record<EquivalentLevel | "any", Reader>> {
  const forEachLevel = (order: Order) => ({
    any: define(order, null),
    LAeq: define(order, "LAeq"),
    LCeq: define(order, "LCeq"),
    LZeq: define(order, "LZeq"),
  });
  return { asc: forEachLevel("asc"), desc: forEachLevel("desc") };
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
