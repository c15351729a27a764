import { sql } from "drizzle-orm";
import { firstInstant, type Instant } from "../../../acoustics/time/instant.ts";
import type { SecondRange } from "../../../acoustics/time/contract-period.ts";
import { type Database, defineConstantStatement, defineStatement } from "../../client/statement.ts";
import type { Queryable } from "../../client/pool.ts";
import { projects, sensors } from "../../tables/sites.ts";
import { recordings } from "../../tables/recordings.ts";
import { reportedWeightings, samples, sensorLatest } from "../../tables/samples.ts";
import {
  defineSensorStatement,
  everything,
  type GrantedSensorNo,
  type Grants,
} from "../keys/grants.ts";
import { millisecondsOf } from "../sites/projects.ts";
import { createSampleReader } from "./sample-columns.ts";
import { isInPeriod } from "./samples.ts";

/*
 * Figures of all projects, for monitoring and the operator's commands.
 */

/** A project as it is configured. */
export interface ProjectFigures {
  readonly projectNo: number;
  readonly id: string;
  readonly timezone: string;
  /** Bounds of the contract in milliseconds, unchecked; null where they are missing. */
  readonly startAt: number | null;
  readonly endAt: number | null;
}

/** A sensor and its newest sample. */
export interface SensorFigures {
  readonly sensorNo: GrantedSensorNo;
  readonly id: string;
  readonly project: ProjectFigures;
  /** The declared end of the sensor in milliseconds; null without one. */
  readonly endAt: number | null;
  /** The declared interval of the sensor, or else of its project; null if none is declared. */
  readonly declaredInterval: number | null;
  /** The interval that the last round of maintenance inferred; null if it inferred none. */
  readonly inferredInterval: number | null;
  /** The newest sample that it was inferred from, Unix seconds. */
  readonly inferredAt: number | null;
  /** The newest sample that is not after now, Unix seconds; null without one. */
  readonly newest: number | null;
  /** The newest sample where it is after now, Unix seconds; else null. */
  readonly future: number | null;
}

const projectFigures = defineConstantStatement<ProjectFigures>(
  "select-project-figures",
  sql`
    select ${projects.projectNo} as "projectNo", ${projects.id}, ${projects.timezone},
      ${millisecondsOf(projects.contractStartAt)} as "startAt", ${millisecondsOf(projects.contractEndAt)} as "endAt"
    from ${projects}
    order by ${projects.id} collate "C"`,
);

/**
 * All projects and all sensors, each in the order of their ids. Three statements: their tables may be on different
 * machines. Samples are read only of sensors whose newest sample is after now.
 */
export async function selectFigures(
  database: Database,
  now: Instant,
): Promise<{
  readonly projects: readonly ProjectFigures[];
  readonly sensors: readonly SensorFigures[];
}> {
  const [projectRows, configured, latest] = await Promise.all([
    projectFigures(database),
    configuredSensors(database, { grants: everything }),
    latestSamples(database),
  ]);
  const latestOf = new Map<number, LatestRow>(latest.map((row) => [row.sensorNo, row]));
  const newestOf = new Map<number, number | null>();
  const futureOf = new Map<number, number>();
  const reader = createSampleReader(database, everything);
  const seconds = { first: firstInstant / 1000, last: Math.floor(now / 1000) };
  // One after the other: many meters with a wrong clock must not occupy the connections of requests.
  for (const { sensorNo } of configured) {
    const second = latestOf.get(sensorNo)?.newest ?? null;
    newestOf.set(sensorNo, second);
    if (second === null || second <= seconds.last) continue;
    const [last] = await reader.newest({ sensorNo, seconds, atMost: 1 });
    newestOf.set(sensorNo, last ?? null);
    futureOf.set(sensorNo, second);
  }
  const projectOf = new Map(projectRows.map((project) => [project.projectNo, project]));
  return {
    projects: projectRows,
    sensors: configured.flatMap(({ projectNo, ...sensor }) => {
      const project = projectOf.get(projectNo);
      // Its project was created between the two statements.
      if (project === undefined) return [];
      const { inferredInterval = null, inferredAt = null } = latestOf.get(sensor.sensorNo) ?? {};
      return {
        ...sensor,
        project,
        inferredInterval,
        inferredAt,
        newest: newestOf.get(sensor.sensorNo) ?? null,
        future: futureOf.get(sensor.sensorNo) ?? null,
      };
    }),
  };
}

const configuredSensors = defineSensorStatement<
  { grants: Grants },
  Pick<SensorFigures, "sensorNo" | "id" | "endAt" | "declaredInterval"> & {
    readonly projectNo: number;
  }
>(
  "select-configured-sensors",
  (_value, grantedSensors) => sql`
    select ${sensors.sensorNo} as "sensorNo", ${sensors.id}, ${sensors.projectNo} as "projectNo",
      ${millisecondsOf(sensors.endAt)} as "endAt",
      coalesce(${sensors.intervalSeconds}, ${projects.intervalSeconds}) as "declaredInterval"
    ${grantedSensors(sql`true`, sql`join ${projects} on ${projects.projectNo} = ${sensors.projectNo}`)}
    order by ${sensors.id} collate "C"`,
);

type LatestRow = Pick<SensorFigures, "inferredInterval" | "inferredAt"> & {
  readonly sensorNo: number;
  readonly newest: number;
};

const latestSamples = defineConstantStatement<LatestRow>(
  "select-latest-figures",
  sql`
    select ${sensorLatest.sensorNo} as "sensorNo", date_part('epoch', ${sensorLatest.datetime}) as newest,
      ${sensorLatest.inferredSeconds} as "inferredInterval",
      date_part('epoch', ${sensorLatest.inferredAt}) as "inferredAt"
    from ${sensorLatest}`,
);

/** Stores the interval of a sensor that was inferred when its newest sample was of the second `newest`. */
export async function updateInferredInterval(
  db: Queryable,
  sensorNo: number,
  { seconds, newest }: { readonly seconds: number; readonly newest: number },
): Promise<void> {
  await db.execute(sql`
    update ${sensorLatest} set inferred_seconds = ${seconds}, inferred_at = to_timestamp(${newest}::float8)
    where sensor_no = ${sensorNo}`);
}

/**
 * The first sample of a sensor until the end of a range of Unix seconds, and how many it has in that range. Mostly the
 * first sample is the first report of a level. The time up to that report is searched first, because the server plans
 * for each month of a range.
 */
export async function selectSampleFigures(
  database: Database,
  sensorNo: GrantedSensorNo,
  { first, last }: SecondRange,
): Promise<{ readonly first: number | null; readonly samples: number }> {
  const [reported] = await firstReport(database, { sensorNo });
  const [near] = await firstSample(database, { sensorNo, last: reported?.second ?? first });
  const [earliest] = near === undefined ? await firstSample(database, { sensorNo, last }) : [near];
  const [counted] = await sampleCount(database, { sensorNo, first, last });
  return { first: earliest?.second ?? null, samples: counted?.samples ?? 0 };
}

/** The sample of a row may have been dropped by retention. */
const firstReport = defineStatement<{ sensorNo: GrantedSensorNo }, { second: number | null }>(
  "select-first-report",
  (value) => sql`
    select date_part('epoch', min(${reportedWeightings.firstAt})) as second from ${reportedWeightings}
    where ${reportedWeightings.sensorNo} = ${value("sensorNo")}::integer`,
);

const firstSample = defineStatement<
  { sensorNo: GrantedSensorNo; last: number },
  { second: number }
>(
  "select-first-sample",
  (value) => sql`
    select date_part('epoch', ${samples.datetime}) as second from ${samples}
    where ${samples.sensorNo} = ${value("sensorNo")}::integer
      and ${samples.datetime} <= to_timestamp(${value("last")}::float8)
    order by ${samples.datetime} limit 1`,
);

const sampleCount = defineStatement<
  { sensorNo: GrantedSensorNo; first: number; last: number },
  { samples: number }
>(
  "select-sample-count",
  (value) => sql`
    select count(*)::integer as samples from ${samples}
    where ${isInPeriod(sql`${value("sensorNo")}::integer`, value)}`,
);

/** Number and bytes of the recordings of each sensor that has any. */
export const selectRecordingFigures = defineConstantStatement<{
  sensorNo: number;
  count: number;
  bytes: number;
}>(
  "select-recording-figures",
  sql`
    select ${recordings.sensorNo} as "sensorNo", count(*)::float8 as count,
      sum(${recordings.byteLength})::float8 as bytes
    from ${recordings} group by ${recordings.sensorNo}`,
);

/** Bytes of the database on its disk. */
export async function selectDatabaseBytes(database: Database): Promise<number> {
  const [row] = await databaseBytes(database);
  return row?.bytes ?? 0;
}

const databaseBytes = defineConstantStatement<{ bytes: number }>(
  "select-database-bytes",
  sql`select pg_database_size(current_database())::float8 as bytes`,
);
