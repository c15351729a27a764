import { type SQL, sql } from "drizzle-orm";
import { equivalentLevel } from "#acoustics/levels/level-names.ts";
import { type Weighting, weightings } from "#acoustics/levels/weighting.ts";
import type { Database } from "#database/client/statement.ts";
import { reportedWeightings } from "#database/tables/reported-weightings.ts";
import { samples } from "#database/tables/samples.ts";
import type { Grants } from "./grants.ts";
import { levelColumns, type SensorWindow } from "./samples.ts";
import { defineTelemetryStatement } from "./telemetry-statement.ts";

/** What a sensor has of samples in a window. */
export interface StoredExtent {
  /** Unix seconds; null without samples. */
  readonly first: number | null;
  readonly last: number | null;
  /** Those of which a sample has an equivalent level, in the order A, C, Z. */
  readonly weightings: readonly Weighting[];
}

/**
 * The extent of each sensor in its window, by sensor number; no sensor may occur twice. Sends one statement for any
 * number of sensors. Each of its values is a look into the index of the samples' primary key: a weighting that was never
 * reported is known without one, and any other is looked for from where it began. A sensor that the principal may not read has no
 * samples.
 */
export async function selectExtents(
  database: Database,
  grants: Grants,
  windows: readonly SensorWindow[],
): Promise<Map<number, StoredExtent>> {
  if (windows.length === 0) return new Map();
  const values = windows.map(({ sensorNo, seconds }) => ({ sensorNo, ...seconds }));
  const rows = await extents(database, { windows: JSON.stringify(values), grants });
  return new Map(
    rows.map(({ sensorNo, first, last, A, C, Z }) => {
      const reported = { A, C, Z };
      const found = weightings.filter((weighting) => reported[weighting]);
      return [sensorNo, { first, last, weightings: found }];
    }),
  );
}

type ExtentRow = { sensorNo: number; first: number | null; last: number | null } & Record<
  Weighting,
  boolean
>;

/** Like `select-samples-of-sensors`, this reads several sensors with LATERAL. */
const extents = defineTelemetryStatement<{ windows: string; grants: Grants }, ExtentRow>(
  "select-extents",
  (value, granted) => sql`
    select asked."sensorNo", date_part('epoch', earliest.datetime) as first,
      date_part('epoch', latest.datetime) as last,
      ${isReported("A")} as "A", ${isReported("C")} as "C", ${isReported("Z")} as "Z"
    from json_to_recordset(${value("windows")}::json)
      as asked("sensorNo" integer, first float8, last float8)
    cross join lateral (${edgeOf(sql`asc`)}) earliest
    cross join lateral (${edgeOf(sql`desc`)}) latest
    where ${granted(sql`asked."sensorNo"`)}`,
);

/** The first or the last sample of the window. */
function edgeOf(order: SQL): SQL {
  const levels = weightings.map((weighting) => levelColumns[equivalentLevel[weighting]]);
  return sql`select ${samples.datetime}, ${sql.join(levels, sql`, `)}
    from ${samples}
    where ${samples.sensorNo} = asked."sensorNo"
      and ${samples.datetime} between to_timestamp(asked.first) and to_timestamp(asked.last)
    order by ${samples.datetime} ${order} limit 1`;
}

/** The last sample tells most often. */
function isReported(weighting: Weighting): SQL {
  const level = sql.identifier(equivalentLevel[weighting].toLowerCase());
  return sql`(latest.${level} is not null or exists (
    select from ${reportedWeightings} reported
    cross join lateral (
      select from ${samples}
      where ${samples.sensorNo} = reported.sensor_key
        and ${samples.datetime} between greatest(to_timestamp(asked.first), reported.first_at)
          and to_timestamp(asked.last)
        and samples.${level} is not null
      order by ${samples.datetime} limit 1
    ) found
    where reported.sensor_key = asked."sensorNo" and reported.weighting = ${sql.raw(`'${weighting}'`)}))`;
}
