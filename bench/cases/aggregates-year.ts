import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { OperatorDatabase } from "../../src/database/client/pool.ts";
import { ensureSamplePartitions } from "../../src/database/queries/maintenance/sample-partitions.ts";
import type { Target } from "../drive.ts";
import { lastSecond, monthsBetween, noteLatest } from "../fill.ts";
import { compareBeside } from "../flood.ts";
import { createKey } from "../key.ts";
import { choosePages, iso } from "../pages.ts";
import { internalTarget, publicTarget, startGateway, using } from "../servers.ts";
import { networks, projectId, quietSensor, sensorIdOf } from "../site.ts";
import { type Bench, type Figure, memoryOf, type Work } from "../work.ts";
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
      return await using([startGateway(bench, { GRAPHQL_DOCUMENTS })], async ([gateway]) => {
        const ofYear = { ...bench, gateway };
        const key = await createKey(bench.database.db, [minute.projectId]);
        const ofMinutes = { ...ofYear, key };
        return [
          ...(await compareYear(ofYear, "", fiveMinutes, 2.5, 2)),
          await compareBesideYear(ofYear, "aggregates-year-beside", allFields),
          ...(await compareYear(ofMinutes, "-minutes", minutes, 3.5, 2.5)),
          await requestAtOnce(ofMinutes, minutes),
        ];
      });
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
  return { projectId, sensorId: sensorIdOf(quietSensor), firstSecond: firstSecondOfYear(size) };
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

async function compareYear(
  bench: Bench,
  suffix: string,
  year: Year,
  ofAllFields: number,
  ofTwoFields: number,
): Promise<Figure[]> {
  return [
    await compareWithHours(bench, `aggregates-year-hours${suffix}`, year, allFields, ofAllFields),
    await compareWithHours(bench, `aggregates-year-leq${suffix}`, year, twoFields, ofTwoFields),
    await compareWithHours(bench, `aggregates-year-series${suffix}`, year, series, ofAllFields),
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
  const { figure, answers } = await compareBeside(bench, {
    name,
    pages: publicTarget(gateway, bench, choosePages(288, size)),
    flood: targetOf(other, fiveMinuteYear(size), field),
    connections: 1,
    figure: "p50",
    bar: 1.5,
  });
  if (answers.some((each) => Object.keys(each).some((status) => status !== "200"))) {
    throw new Error(`years were answered ${JSON.stringify(answers)}`);
  }
  return figure;
}

/** The memory of the gateway under sixteen years at once. Years that get no slot in time are refused. */
async function requestAtOnce(bench: Bench, year: Year): Promise<Figure> {
  const { url, headers, requests } = targetOf(bench, year, allFields);
  const body = requests[0]?.body ?? "";
  const post = () => fetch(`${url}/graphql`, { method: "POST", headers, body });
  const answers = await Promise.all(Array.from({ length: 16 }, post));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  return memoryOf(bench, "aggregates-year-memory", "peakMemory", 400);
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
async function addMinutes({ database, pace }: Bench): Promise<Year> {
  const count = pace.seconds === 0 ? 2000 : 525_600;
  const firstSecond = lastSecond - (count - 1) * 60;
  await removeMinutes(database.db);
  await ensureSamplePartitions(database.db, monthsBetween(firstSecond, lastSecond));
  await database.db.execute(sql`
    insert into samples (sensor_no, datetime, laeq, lafmax, lafmin, lcpeak)
    select (select sensor_no from sensors where ${ofMinute}),
      to_timestamp(${firstSecond}::bigint + 60 * step),
      4000 + (step * 7919) % 3000, 5000 + (step * 7919) % 3000, 3000 + (step * 104729) % 1000,
      8000 + (step * 7919) % 3000
    from generate_series(0::bigint, ${count}::bigint - 1) as step`);
  await noteLatest(database.db, ofMinute);
  await database.db.execute(sql`vacuum (analyze) samples`);
  return { ...minute, firstSecond };
}

async function removeMinutes(db: OperatorDatabase): Promise<void> {
  await db.execute(sql`
    delete from samples where sensor_no = (select sensor_no from sensors where ${ofMinute})`);
  await noteLatest(db, ofMinute);
}
