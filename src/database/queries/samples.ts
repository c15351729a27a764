import { and, eq, gt, gte, lte, type SQL, sql } from "drizzle-orm";
import type { SecondRange } from "#acoustics/time/contract-period.ts";
import type { Order } from "#acoustics/paging.ts";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import type { EquivalentLevel, LevelName, Levels } from "#acoustics/levels/level-names.ts";
import type { Queryable } from "#database/client/pool.ts";
import type { Database } from "#database/client/statement.ts";
import { samples } from "#database/tables/samples.ts";
import type { Grants } from "./grants.ts";
import { readSampleRows, sampleRowText } from "./sample-row-text.ts";
import { defineTelemetryStatement } from "./telemetry-statement.ts";

/** A sample: the start of its interval in Unix seconds, and its levels. */
export type SampleRow = Levels & { readonly second: number };

/** Which samples are read of each sensor. */
export interface SampleSelection {
  readonly order: Order;
  readonly atMost: number;
  /** Only samples for which the meter reported this level; null for all samples. */
  readonly reported: EquivalentLevel | null;
}

/** A range of seconds of one sensor. */
export interface SensorWindow {
  readonly sensorNo: number;
  readonly seconds: SecondRange;
}

/**
 * The samples of each sensor in its window, in the order of the selection, by sensor number. Sends one
 * statement for any number of sensors. A sensor that the principal may not read has no samples.
 */
export async function selectSamples(
  database: Database,
  grants: Grants,
  windows: readonly SensorWindow[],
  { order, atMost, reported }: SampleSelection,
): Promise<Map<number, SampleRow[]>> {
  const found = new Map<number, SampleRow[]>(windows.map(({ sensorNo }) => [sensorNo, []]));
  const [window, ...others] = windows;
  if (window === undefined) return found;
  const variant = reported ?? "any";
  const pages =
    others.length === 0
      ? await ofOneSensor[order][variant](database, { ...valuesOf(window), grants, atMost })
      : await ofManySensors[order][variant](database, {
          windows: JSON.stringify(windows.map(valuesOf)),
          grants,
          atMost,
        });
  for (const { sensorNo, rows } of pages) {
    if (rows !== null) found.set(sensorNo, readSampleRows(rows));
  }
  return found;
}

/** The samples of one sensor as text; null without samples. */
type SamplePage = { readonly sensorNo: number; readonly rows: string | null };

function valuesOf({ sensorNo, seconds }: SensorWindow) {
  return { sensorNo, first: seconds.first, last: seconds.last };
}

const ofOneSensor = forEachSelection((order, reported) =>
  defineTelemetryStatement<
    { sensorNo: number; first: number; last: number; grants: Grants; atMost: number },
    SamplePage
  >("select-samples", (value, granted) => {
    const sensorNo = sql`${value("sensorNo")}::integer`;
    const range = { sensorNo, first: sql`${value("first")}`, last: sql`${value("last")}` };
    return sql`select ${sensorNo} as "sensorNo", ${sampleRowText} as rows
      from (${rangeOf(range, granted(sensorNo), order, reported)} limit ${value("atMost")}) samples`;
  }),
);

/**
 * Reads ranges of several sensors, with a limit for each. A database distributed by sensor does not support LATERAL
 * with LIMIT: there, this must become one statement per sensor.
 */
const ofManySensors = forEachSelection((order, reported) =>
  defineTelemetryStatement<{ windows: string; grants: Grants; atMost: number }, SamplePage>(
    "select-samples-of-sensors",
    (value, granted) => {
      const sensorNo = sql`asked."sensorNo"`;
      const range = { sensorNo, first: sql`asked.first`, last: sql`asked.last` };
      return sql`select ${sensorNo}, page.rows
      from json_to_recordset(${value("windows")}::json)
        as asked("sensorNo" integer, first float8, last float8)
      cross join lateral (
        select ${sampleRowText} as rows
        from (${rangeOf(range, granted(sensorNo), order, reported)} limit ${value("atMost")}) samples
      ) page`;
    },
  ),
);

/** A range of the index of the primary key. It names no column outside that index. */
function rangeOf(
  { sensorNo, first, last }: { readonly sensorNo: SQL; readonly first: SQL; readonly last: SQL },
  granted: SQL,
  order: Order,
  reported: EquivalentLevel | null,
): SQL {
  return sql`select ${samples.datetime}, ${sql.join(Object.values(levelColumns), sql`, `)}
    from ${samples}
    where ${samples.sensorNo} = ${sensorNo}
      and ${samples.datetime} between to_timestamp(${first}::float8) and to_timestamp(${last}::float8)
      and ${granted}
      ${reported === null ? sql`` : sql`and ${levelColumns[reported]} is not null`}
    order by ${samples.datetime} ${order === "asc" ? sql`asc` : sql`desc`}`;
}

function forEachSelection<Statement>(
  define: (order: Order, reported: EquivalentLevel | null) => Statement,
): Record<Order, Record<EquivalentLevel | "any", Statement>> {
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

/** Everything that is stored of a sample. */
export interface StoredSample extends SampleRow {
  readonly collectedLimit: Hundredths | null;
  readonly collectedClassification: string | null;
}

/**
 * The first samples of a sensor after a second and inside a range, in order of time, for the operator. Null and undefined
 * bounds are none.
 */
export async function selectStoredSamples(
  db: Queryable,
  sensorNo: number,
  range: { readonly first?: number; readonly last?: number; readonly after: number | null },
  atMost: number,
): Promise<StoredSample[]> {
  const instantOf = (second: number) => new Date(second * 1000);
  const { first, last, after } = range;
  const rows = await db
    .select({
      datetime: samples.datetime,
      ...levelColumns,
      collectedLimit: samples.collectedLimit,
      collectedClassification: samples.collectedClassification,
    })
    .from(samples)
    .where(
      and(
        eq(samples.sensorNo, sensorNo),
        first === undefined ? undefined : gte(samples.datetime, instantOf(first)),
        last === undefined ? undefined : lte(samples.datetime, instantOf(last)),
        after === null ? undefined : gt(samples.datetime, instantOf(after)),
      ),
    )
    .orderBy(samples.datetime)
    .limit(atMost);
  return rows.map(({ datetime, ...row }) => ({
    ...(row as Omit<StoredSample, "second">),
    second: datetime.getTime() / 1000,
  }));
}
