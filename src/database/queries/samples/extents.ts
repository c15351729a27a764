import { type SQL, sql } from "drizzle-orm";
import { equivalentLevel } from "../../../acoustics/levels/level-names.ts";
import { type Weighting, weightings } from "../../../acoustics/levels/weighting.ts";
import type { Database } from "../../client/statement.ts";
import { samples } from "../../tables/samples.ts";
import type { GrantedSensorNo } from "../keys/granted-sensors.ts";
import type { Grants } from "../keys/grants.ts";
import { firstReportOf } from "./reported-weightings.ts";
import type { SensorWindow } from "./samples.ts";
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
 * The extent of each sensor in its window, by sensor number; no sensor may occur twice. Sends one statement a sensor.
 * Each of its values is a look into the index of the samples' primary key: a weighting that was never reported is
 * known without one, and any other is looked for from where it began. Rejects for a sensor that is not granted.
 */
export async function selectExtents(
  database: Database,
  grants: Grants,
  windows: readonly SensorWindow[],
): Promise<Map<GrantedSensorNo, StoredExtent>> {
  return new Map(
    await Promise.all(
      windows.map(async ({ sensorNo, seconds }) => {
        const row = await extentOfSensor(database, { sensorNo, ...seconds, grants });
        const { first, last, ...reported } = row;
        const extent = { first, last, weightings: weightings.filter((one) => reported[one]) };
        return [sensorNo, extent] as const;
      }),
    ),
  );
}

type ExtentRow = { first: number | null; last: number | null } & Record<Weighting, boolean>;

interface Range {
  readonly sensorNo: SQL;
  readonly first: SQL;
  readonly last: SQL;
}

const extentOfSensor = defineTelemetryStatement<
  { sensorNo: GrantedSensorNo; first: number; last: number; grants: Grants },
  ExtentRow
>("select-extent", (value) => {
  const range = {
    sensorNo: sql`${value("sensorNo")}::integer`,
    first: sql`to_timestamp(${value("first")}::float8)`,
    last: sql`to_timestamp(${value("last")}::float8)`,
  };
  return sql`
    select date_part('epoch', earliest.datetime) as first, date_part('epoch', latest.datetime) as last,
      ${sql.join(
        weightings.map((one) => sql`${isReported(one, range)} as ${sql.identifier(one)}`),
        sql`, `,
      )}
    from (${edgeOf(range, sql`asc`)}) earliest, (${edgeOf(range, sql`desc`)}) latest`;
});

/** The first or the last sample of the range; one row of nulls without samples. */
function edgeOf({ sensorNo, first, last }: Range, order: SQL): SQL {
  const levels = weightings.map((weighting) => equivalentLevel[weighting].toLowerCase());
  const columns = ["datetime", ...levels].map((column) => sql.identifier(column));
  return sql`select ${sql.join(
    columns.map((column) => sql`max(${column}) as ${column}`),
    sql`, `,
  )}
    from (
      select ${sql.join(columns, sql`, `)}
      from ${samples}
      where ${samples.sensorNo} = ${sensorNo} and ${samples.datetime} between ${first} and ${last}
      order by ${samples.datetime} ${order} limit 1
    ) edge`;
}

/** The last sample tells most often. */
function isReported(weighting: Weighting, { sensorNo, first, last }: Range): SQL {
  const level = sql.identifier(equivalentLevel[weighting].toLowerCase());
  // Without a report, the lower bound is null: then no row is looked for.
  return sql`(latest.${level} is not null or exists (
    select from ${samples}
    where ${samples.sensorNo} = ${sensorNo} and samples.${level} is not null
      and ${samples.datetime} >= ${firstReportOf(sensorNo, weighting)}
      and ${samples.datetime} between ${first} and ${last}))`;
}
