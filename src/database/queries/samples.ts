import { type SQL, sql } from "drizzle-orm";
import type { SecondRange } from "#acoustics/time/contract-period.ts";
import type { Order } from "#acoustics/paging.ts";
import type { EquivalentLevel, LevelName, Levels } from "#acoustics/levels/level-names.ts";
import { type Grants, sensorNoIsGranted } from "./grants.ts";
import { readSampleRows, sampleRowsOf } from "./sample-rows.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { samples } from "#database/tables/samples.ts";

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
  readonly sensorNo: number;
  readonly seconds: SecondRange;
}

/**
 * The samples of each sensor in its window, in the selection's order, by the sensor's key: one
 * statement whatever their number. Sensors that the principal may not read have none.
 */
export async function selectSamples(
  db: Database,
  grants: Grants,
  windows: readonly SensorWindow[],
  { order, atMost, reported }: SampleSelection,
): Promise<Map<number, SampleRow[]>> {
  const found = new Map<number, SampleRow[]>(windows.map(({ sensorNo }) => [sensorNo, []]));
  const [window, ...others] = windows;
  if (window === undefined) return found;
  const bounds = { grants, atMost };
  const variant = reported ?? "any";
  const pages =
    others.length === 0
      ? await ofOneSensor[order][variant](db, { ...bounds, ...valuesOf(window) })
      : await ofManySensors[order][variant](db, {
          ...bounds,
          asked: JSON.stringify(windows.map(valuesOf)),
        });
  for (const { sensorNo, rows } of pages) {
    if (rows !== null) found.set(sensorNo, readSampleRows(rows));
  }
  return found;
}

/** The rows of one sensor as `sampleRowsOf` writes them; null: none. */
type SamplePage = { readonly sensorNo: number; readonly rows: string | null };

function valuesOf({ sensorNo, seconds }: SensorWindow) {
  return { sensorNo, first: seconds.first, last: seconds.last };
}

const ofOneSensor = forEachSelection((order, reported) =>
  defineStatement<
    { sensorNo: number; first: number; last: number; grants: Grants; atMost: number },
    SamplePage
  >("select-samples", (value) => {
    const key = sql`${value("sensorNo")}::integer`;
    const range = { key, first: sql`${value("first")}`, last: sql`${value("last")}` };
    const allowed = sensorNoIsGranted(value("grants"), key);
    return sql`select ${key} as "sensorNo", ${sampleRowsOf} as rows
      from (${rangeOf(range, allowed, order, reported)} limit ${value("atMost")}) samples`;
  }),
);

/**
 * The one place that reads ranges of several sensors with a limit each. A database distributed by
 * sensor cannot answer LATERAL with LIMIT: there this is to become one statement a sensor.
 */
const ofManySensors = forEachSelection((order, reported) =>
  defineStatement<{ asked: string; grants: Grants; atMost: number }, SamplePage>(
    "select-samples-of-sensors",
    (value) => {
      const key = sql`asked."sensorNo"`;
      const range = { key, first: sql`asked.first`, last: sql`asked.last` };
      const allowed = sensorNoIsGranted(value("grants"), key);
      return sql`select ${key}, page.rows
      from json_to_recordset(${value("asked")}::json)
        as asked("sensorNo" integer, first float8, last float8)
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
    where ${samples.sensorNo} = ${key}
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
