import { mkdir, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { send, type Target } from "../drive.ts";
import { createKey, insertSteps, noteLatest } from "../fill.ts";
import { compareBeside } from "../flood.ts";
import { internalTarget, memoryOf, publicTarget, startGateway } from "../servers.ts";
import { networks, projectId, choosePages, iso, lastSecond, quietSensorId } from "../site.ts";
import type { Bench, Figure, Work } from "../work.ts";
import { compareWithStatement, firstSecondOfYear } from "./events-year.ts";

/**
 * A sensor-year by hours, with all fields and with two, and as a series, compared with one statement in SQL for the
 * same hours; a page of another key beside a year, compared with the same page without it; and the memory of sixteen at
 * once. Its documents are trusted: all fields of a year are more values than one of a stranger may have.
 */
export const aggregatesYear: Work = {
  name: "aggregates-year",
  summary: "a sensor-year by hours, of five minutes and of minutes, compared with one statement",
  async run(bench) {
    const fiveMinutes = fiveMinuteYear(bench.size);
    const minutes = await addMinutes(bench);
    const GRAPHQL_DOCUMENTS = await writeDocuments(bench, [fiveMinutes, minutes]);
    try {
      await using gateway = await startGateway(bench, { GRAPHQL_DOCUMENTS });
      const ofYear = { ...bench, gateway };
      const ofMinutes = { ...ofYear, key: await createKey(bench.database.db, [minute.projectId]) };
      return [
        ...(await compareYear(ofYear, "", fiveMinutes, 2.5, 2)),
        await compareBesideYear(ofYear, "aggregates-year-beside", allFields),
        ...(await compareYear(ofMinutes, "-minutes", minutes, 3.5, 2.5)),
        await requestAtOnce(ofMinutes, minutes),
      ];
    } finally {
      await removeMinutes(bench.database.db);
    }
  },
};

interface Year {
  readonly projectId: string;
  readonly sensorId: string;
  readonly firstSecond: number;
}

/** The year of the quiet sensor. */
export function fiveMinuteYear(size: Bench["size"]): Year {
  return { projectId, sensorId: quietSensorId, firstSecond: firstSecondOfYear(size) };
}

const allFields = `aggregates(RANGE, bucket: hour, maxBuckets: 9000) { buckets { startAt endAt localStartAt seconds partial
  samples expectedSamples coveredSeconds coverage Leq Leq10 Leq50 Leq90 LeqMax LeqMin LAFmax LAFmin LCpeak limitedSeconds
  events overSeconds overFraction maxOver lowestLimit highestLimit } }`;
const twoFields = "aggregates(RANGE, bucket: hour, maxBuckets: 9000) { buckets { Leq coverage } }";
const series = "series(RANGE) { buckets { startAt Leq LeqMax LeqMin } }";

/** Writes the documents of years, and returns their folder. */
async function writeDocuments({ folder }: Bench, years: readonly Year[]): Promise<string> {
  const documents = join(folder, "documents");
  await mkdir(documents);
  const texts = years.flatMap((year) =>
    [allFields, twoFields, series].map((field) => queryOf(year, field)),
  );
  for (const [index, text] of texts.entries()) {
    await writeFile(join(documents, `${index}.graphql`), text);
  }
  return documents;
}

/** The three fields of a year; the bar of a series is that of all fields. */
async function compareYear(bench: Bench, suffix: string, year: Year, ...bars: [number, number]) {
  const [ofAll, ofTwo] = bars;
  return [
    await compareWithHours(bench, `aggregates-year-hours${suffix}`, year, allFields, ofAll),
    await compareWithHours(bench, `aggregates-year-leq${suffix}`, year, twoFields, ofTwo),
    await compareWithHours(bench, `aggregates-year-series${suffix}`, year, series, ofAll),
  ];
}

/** Compares a field over a year with one statement that a reader of SQL would write for its hours. */
export function compareWithHours(
  bench: Bench,
  name: string,
  year: Year,
  field: string,
  bar: number,
): Promise<Figure> {
  const [from, to] = [new Date(year.firstSecond * 1000), new Date(lastSecond * 1000)];
  return compareWithStatement(
    bench,
    name,
    targetOf(bench, year, field),
    bar,
    (statement) => statement`
    select date_bin('1 hour', datetime, '2000-01-01') as hour, count(*),
      10 * log(sum(exp(laeq * ${Math.LN10 / 1000}::float8)) / count(*)) as leq, max(lafmax)
    from samples
    where sensor_no = (select sensor_no from sensors where id = ${year.sensorId})
      and datetime between ${from} and ${to}
    group by 1 order by 1`,
  );
}

/** A page of 288 samples while another key reads a year repeatedly on one connection, to the same page without it. */
export async function compareBesideYear(
  bench: Bench,
  name: string,
  field: string,
): Promise<Figure> {
  const { gateway, database, size } = bench;
  const other = { gateway, key: await createKey(database.db) };
  const pages = publicTarget(gateway, bench, choosePages(288, size));
  const years = { target: targetOf(other, fiveMinuteYear(size), field), connections: 1 };
  return compareBeside(bench, name, pages, years, "p50", 1.5);
}

/** The memory of the gateway under sixteen years at once. Years that get no slot in time are refused. */
async function requestAtOnce(bench: Bench, year: Year): Promise<Figure> {
  const target = targetOf(bench, year, allFields);
  const agent = new Agent();
  await Promise.all(Array.from({ length: 16 }, () => send(agent, target, 0)));
  const values = [memoryOf(bench.gateway).peak];
  return { name: "aggregates-year-memory", values, unit: "MB", bar: ["≤", 400] };
}

export function targetOf(
  { gateway, key }: Pick<Bench, "gateway" | "key">,
  year: Year,
  field: string,
): Target {
  return internalTarget(gateway, key, { query: queryOf(year, field) });
}

function queryOf(year: Year, field: string): string {
  const range = `startAt: "${iso(year.firstSecond)}", endAt: "${iso(lastSecond)}"`;
  const ofSensor = `sensor(projectId: "${year.projectId}", id: "${year.sensorId}")`;
  return `{ ${ofSensor} { ${field.replace("RANGE", range)} } }`;
}

/** A sensor that has no other samples. */
const [minute] = networks;
const ofMinute = sql`id = ${minute.sensorId}`;

/** A year of minutes, in order of arrival; some days in a trial. */
async function addMinutes({ database: { db }, pace }: Bench): Promise<Year> {
  const first = lastSecond - ((pace.seconds === 0 ? 2000 : 525_600) - 1) * 60;
  await removeMinutes(db);
  await insertSteps(db, ofMinute, { first, last: lastSecond, step: 60 });
  await noteLatest(db, ofMinute);
  await db.execute(sql`vacuum (analyze) samples`);
  return { ...minute, firstSecond: first };
}

async function removeMinutes(db: OperatorDatabase): Promise<void> {
  for (const table of ["samples", "classifications", "recordings"]) {
    await db.execute(sql`
      delete from ${sql.identifier(table)}
      where sensor_no = (select sensor_no from sensors where ${ofMinute})`);
  }
  await noteLatest(db, ofMinute);
}
